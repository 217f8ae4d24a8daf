package uitest

import (
	"cmp"
	"context"
	"fmt"
	"image/color"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

// patience is how long a screen may take to become what a test waits for. It is
// long so that a busy machine does not fail a test; a passing test never waits
// for it.
const patience = 30 * time.Second

// Driver is a running program and the terminal it runs on.
type Driver struct {
	t     testing.TB
	term  *terminal
	keyed atomic.Int64 // keys and pastes that the program has received
	done  chan struct{}
	err   error // of the program, once done is closed

	program *tea.Program // nil where it is a process of its own
	watched *watch       // its model
	tty     *os.File     // of such a process
	ears    *ears        // that read it
}

// Start runs model on a terminal of width columns and height lines, until the
// test ends. A model with a method Close is closed then.
func Start(t testing.TB, model tea.Model, width, height int) *Driver {
	t.Helper()
	return StartOn(t, model, width, height, Look{})
}

// StartOn is [Start] on a terminal that looks so.
func StartOn(t testing.TB, model tea.Model, width, height int, look Look) *Driver {
	t.Helper()
	d := &Driver{t: t, term: newTerminal(width, height), done: make(chan struct{})}
	if look.Light {
		d.term.emu.SetDefaultBackgroundColor(color.White)
		d.term.emu.SetDefaultForegroundColor(color.Black)
	}
	d.watched = &watch{Model: model, width: width, height: height, fail: t.Errorf, resized: d.term.notify}
	ctx, cancel := context.WithCancel(context.Background())
	d.program = tea.NewProgram(d.watched,
		tea.WithContext(ctx), tea.WithFPS(120), tea.WithoutSignals(), tea.WithoutCatchPanics(),
		tea.WithInput(d.term.input), tea.WithOutput(d.term), tea.WithWindowSize(width, height),
		tea.WithColorProfile(cmp.Or(look.Few, colorprofile.TrueColor)), tea.WithEnvironment([]string{"TERM=xterm-256color"}),
		tea.WithFilter(d.count))
	go func() {
		defer close(d.done)
		_, d.err = d.program.Run()
	}()
	t.Cleanup(func() {
		cancel()
		<-d.done
		d.term.close()
		if c, ok := model.(interface{ Close() }); ok {
			c.Close()
		}
	})
	return d
}

// count sees each message before the program does.
func (d *Driver) count(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		d.keyed.Add(1)
		d.term.notify()
	}
	return msg
}

// Press presses keys by their names: "tab", "ctrl+s", "alt+up", "f2", "x".
func (d *Driver) Press(names ...string) *Driver {
	d.t.Helper()
	for _, name := range names {
		seq, ok := sequence(name)
		if !ok {
			d.t.Fatalf("uitest: no key is called %q", name)
		}
		d.feed(seq, 1)
	}
	return d
}

// Tap presses a key that may end the program, so it is not waited for.
func (d *Driver) Tap(name string) *Driver {
	d.t.Helper()
	seq, ok := sequence(name)
	if !ok {
		d.t.Fatalf("uitest: no key is called %q", name)
	}
	d.feed(seq, 0)
	return d
}

// Type types text, one key a character.
func (d *Driver) Type(text string) *Driver {
	d.t.Helper()
	for _, r := range text {
		d.feed(string(r), 1)
	}
	return d
}

// Send writes sequences of the terminal that are no keys, such as those of its
// mouse. What they do is waited for by the screen.
func (d *Driver) Send(sequences ...string) *Driver {
	d.t.Helper()
	for _, seq := range sequences {
		d.feed(seq, 0)
	}
	return d
}

// Paste pastes text in one piece.
func (d *Driver) Paste(text string) *Driver {
	d.t.Helper()
	d.feed("\x1b[200~"+text+"\x1b[201~", 1)
	return d
}

// feed gives bytes to the program and waits until it has received them as so
// many keys. An escape key would otherwise turn the next key into alt+key.
func (d *Driver) feed(seq string, keys int64) {
	d.t.Helper()
	want := d.keyed.Load() + keys
	d.term.input.write([]byte(seq))
	if d.program == nil {
		return // what another process has read is unknown
	}
	d.wait(func() bool { return d.keyed.Load() >= want || d.ended() }, func() string {
		return "the program did not take the key " + quote(seq)
	})
}

// Resize changes the size of the terminal.
func (d *Driver) Resize(width, height int) *Driver {
	d.t.Helper()
	d.term.resize(width, height)
	if d.program != nil {
		d.program.Send(tea.WindowSizeMsg{Width: width, Height: height})
		return d
	}
	if err := pty.Setsize(d.tty, winsize(width, height)); err != nil {
		d.t.Fatal(err)
	}
	return d
}

// Drawn returns once the terminal shows what the model shows at the terminal's size.
func (d *Driver) Drawn() *Driver {
	d.t.Helper()
	d.wait(func() bool {
		width, height := d.term.size()
		last := d.watched.last.Load()
		return last != nil && last.width == width && last.height == height && withoutSpace(ansi.Strip(last.content)) == withoutSpace(d.Screen())
	}, func() string { return "the terminal never showed what the model does: " + d.missingLine() })
	return d
}

// missingLine is the first line of the last view that the terminal does not show.
func (d *Driver) missingLine() string {
	last := d.watched.last.Load()
	if last == nil {
		return "there is no view"
	}
	screen := withoutSpace(d.Screen())
	for l := range strings.SplitSeq(ansi.Strip(last.content), "\n") {
		if !strings.Contains(screen, withoutSpace(l)) {
			return strconv.Quote(l)
		}
	}
	return fmt.Sprintf("its size is %d×%d", last.width, last.height)
}

func withoutSpace(s string) string { return strings.Join(strings.Fields(s), "") }

// WaitFor returns once the screen shows all of texts.
func (d *Driver) WaitFor(texts ...string) *Driver {
	d.t.Helper()
	var missing []string
	d.wait(func() bool {
		screen := d.Screen()
		missing = slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return strings.Contains(screen, s) })
		return len(missing) == 0
	}, func() string { return "the screen never showed " + quote(missing...) })
	return d
}

// WaitGone returns once the screen shows none of texts.
func (d *Driver) WaitGone(texts ...string) *Driver {
	d.t.Helper()
	var left []string
	d.wait(func() bool {
		screen := d.Screen()
		left = slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return !strings.Contains(screen, s) })
		return len(left) == 0
	}, func() string { return "the screen still shows " + quote(left...) })
	return d
}

// WaitUntil returns once ok says so of the screen; what words it.
func (d *Driver) WaitUntil(what string, ok func(screen string) bool) *Driver {
	d.t.Helper()
	d.wait(func() bool { return ok(d.Screen()) }, func() string { return "it never came to this: " + what })
	return d
}

// WaitOutside returns once ok holds for something that no screen shows, such as a
// file; what words it.
func (d *Driver) WaitOutside(what string, ok func() bool) *Driver {
	d.t.Helper()
	late := time.Now().Add(patience)
	for !ok() {
		if time.Now().After(late) {
			d.t.Fatalf("it never came to this: %s\n%s", what, d.framed())
		}
		time.Sleep(5 * time.Millisecond)
	}
	return d
}

// Stop ends the program and leaves its model unchanged, for tests that measure the model
// alone.
func (d *Driver) Stop() {
	d.t.Helper()
	d.program.Kill()
	<-d.done
}

// WaitExit returns once the program has ended, with its error.
func (d *Driver) WaitExit() error {
	d.t.Helper()
	d.wait(d.ended, func() string { return "the program did not end" })
	<-d.done
	return d.err
}

// Ended reports that the program has ended.
func (d *Driver) Ended() bool { return d.ended() }

func (d *Driver) ended() bool {
	select {
	case <-d.done:
		return true
	default:
		return false
	}
}

// wait looks at ok after each change until it holds.
func (d *Driver) wait(ok func() bool, complaint func() string) {
	d.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		changed := d.term.changed()
		if ok() {
			return
		}
		select {
		case <-changed:
		case <-d.done:
			if !ok() {
				d.t.Fatalf("%s, and the program has ended (%v)\n%s", complaint(), d.err, d.framed())
			}
			return
		case <-late.C:
			d.t.Fatalf("%s\n%s", complaint(), d.framed())
		}
	}
}

// Screen is what the terminal shows, as text without blanks at the ends of
// lines.
func (d *Driver) Screen() string { return d.term.text() }

// Output is everything the program has written so far, as bytes.
func (d *Driver) Output() []byte { return d.term.written() }

// framed is the screen with a border, for messages.
func (d *Driver) framed() string {
	return "┌ the screen\n│ " + strings.ReplaceAll(strings.TrimRight(d.Screen(), "\n"), "\n", "\n│ ") + "\n└"
}

// Command chooses an action in the palette: the first one that a few letters find.
func (d *Driver) Command(letters string) *Driver {
	return d.Press("ctrl+o").WaitFor("type to filter").Type(letters).Press("enter")
}

// plainKeys are what a terminal sends for keys that are no characters.
var plainKeys = map[string]string{
	"enter": "\r", "alt+enter": "\x1b\r", "tab": "\t", "esc": "\x1b", "backspace": "\x7f", "space": " ", "shift+tab": "\x1b[Z",
	"f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~",
	"f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "shift+f2": "\x1b[1;2Q", "shift+f6": "\x1b[17;2~", "insert": "\x1b[2~", "delete": "\x1b[3~", "pgup": "\x1b[5~", "pgdown": "\x1b[6~",
}

// cursorKeys are the final letters of keys that may carry modifiers (xterm).
var cursorKeys = map[string]string{"up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H"}

// modifiers are the bits of the modifiers (xterm).
var modifiers = map[string]int{"shift": 1, "alt": 2, "ctrl": 4}

// sequence is what a terminal sends for a key by its name.
func sequence(name string) (string, bool) {
	if seq, ok := plainKeys[name]; ok {
		return seq, true
	}
	if utf8.RuneCountInString(name) == 1 {
		return name, true
	}
	parts := strings.Split(name, "+")
	last := parts[len(parts)-1]
	mods := 0
	for _, p := range parts[:len(parts)-1] {
		bit, ok := modifiers[p]
		if !ok {
			return "", false
		}
		mods |= bit
	}
	if final, ok := cursorKeys[last]; ok {
		if mods == 0 {
			return "\x1b[" + final, true
		}
		return "\x1b[1;" + strconv.Itoa(mods+1) + final, true
	}
	return letter(last, mods)
}

// letter is a letter with ctrl or alt, or a slash with alt.
func letter(last string, mods int) (string, bool) {
	isLetter := len(last) == 1 && last[0] >= 'a' && last[0] <= 'z'
	switch {
	case mods == modifiers["ctrl"] && isLetter:
		return string(last[0] & 0x1f), true
	case mods == modifiers["alt"] && (isLetter || last == "/"):
		return "\x1b" + last, true
	}
	return "", false
}

// quote is texts for a message.
func quote(texts ...string) string {
	quoted := make([]string, len(texts))
	for i, s := range texts {
		quoted[i] = strconv.Quote(s)
	}
	return strings.Join(quoted, ", ")
}

// watch is a model that holds another to its terminal: no line of a view may be
// wider, and no view higher. A model with a method Unexplained says which of its
// actions do nothing without a reason; there may be none.
type watch struct {
	tea.Model
	width, height int
	fail          func(format string, args ...any)
	failed        bool
	last          atomic.Pointer[frame]
	resized       func() // is called after the first view of a new size
}

// frame is a view and the size that it was made for.
type frame struct {
	width, height int
	content       string
}

func (w *watch) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		w.width, w.height = size.Width, size.Height
	}
	var cmd tea.Cmd
	w.Model, cmd = w.Model.Update(msg)
	return w, cmd
}

func (w *watch) View() tea.View {
	v := w.Model.View()
	if m, ok := w.Model.(interface{ Unexplained() []string }); ok && !w.failed {
		if silent := m.Unexplained(); len(silent) > 0 {
			w.failed = true
			w.fail("these actions do nothing and do not say why: %q", silent)
		}
	}
	w.check(strings.Split(v.Content, "\n"))
	now := &frame{w.width, w.height, v.Content}
	if before := w.last.Swap(now); before == nil || before.width != now.width || before.height != now.height {
		w.resized()
	}
	return v
}

// check complains once: the same fault is in every frame that follows.
func (w *watch) check(lines []string) {
	if w.failed {
		return
	}
	if len(lines) > w.height {
		w.failed = true
		w.fail("a view has %d lines on a terminal of %d", len(lines), w.height)
	}
	for _, l := range lines {
		if n := ansi.StringWidth(l); n > w.width {
			w.failed = true
			w.fail("a line is %d columns wide on a terminal of %d: %q", n, w.width, l)
			return
		}
	}
}
