package hostile

// What a terminal answers, and bytes that are no keys, Bubble Tea tells from keys.
// Without that every byte would be typed.
var lifeRemovals = []Removal{
	without("signals", "internal/cli/life.go", "[]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}", "[]os.Signal{os.Interrupt}", "hang-up", "termination", "quit signal", "closed window"),
	without("marks of pastes", "internal/cli/tui.go", "return keyboard.New(in)", "return in", "paste that submits", "paste that quits", "paste without marks"),
	without("least size", "ui/small.go", "return a.width > 0 && (a.width < leastWidth || a.height < leastHeight)", "return a.width < 0", "one cell"),
	without("size of now", "ui/app.go", "\t\ta.width, a.height = msg.Width, msg.Height\n\t\ta.layout()", "\t\tif a.width == 0 {\n\t\t\ta.width, a.height = msg.Width, msg.Height\n\t\t}\n\t\ta.layout()", "storm of sizes"),
	without("keys among bytes", "internal/widget/keyboard/keyboard.go", "came := make([]byte, room)\n\tn, err := k.File.Read(came)", "came := make([]byte, room)\n\tn, err := k.File.Read(came)\n\tif n > 8 || n > 1 && came[0] != 27 {\n\t\tfor i, c := range came[:n] {\n\t\t\tcame[i] = 'a' + c%26\n\t\t}\n\t}", "answers nobody asked for", "bytes that are no keys"),
}
