package hostile

import (
	"strings"
	"syscall"
)

// Moment is what a user, a terminal or the system does while a form is filled in.
// Those of a behavior happen one after the other, each when the program has come
// to rest.
type Moment struct {
	Types         string         // bytes as a terminal sends them
	Signal        syscall.Signal // to the process; 0 for none
	Width, Height int            // the terminal's size from here on; 0 for as it was
	HangsUp       bool           // the terminal goes away
	Shows         string         // must be on the screen once it has come to rest; "" for nothing in particular
}

const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

func moments(all ...Moment) []Moment { return all }

// storm are many sizes, down to one cell, and the last one is another than the
// first.
func storm() (all []Moment) {
	for i := range 40 {
		all = append(all, Moment{Width: 1 + i*37%150, Height: 1 + i*17%50})
	}
	return append(all, Moment{Width: 60, Height: 20})
}

// lifes are checked on a terminal only. Of each the expectation is what becomes of
// the one message: Works, it was sent; Refuses, the program ended before.
var lifes = []Behavior{
	{Name: "hang-up", What: "SIGHUP comes", Expect: Refuses, Moments: moments(Moment{Signal: syscall.SIGHUP})},
	{Name: "termination", What: "SIGTERM comes twice", Expect: Refuses, Moments: moments(Moment{Signal: syscall.SIGTERM}, Moment{Signal: syscall.SIGTERM})},
	{Name: "quit signal", What: "SIGQUIT comes", Expect: Refuses, Moments: moments(Moment{Signal: syscall.SIGQUIT})},
	{Name: "closed window", What: "the terminal goes away", Expect: Refuses, Moments: moments(Moment{HangsUp: true})},
	{Name: "storm of sizes", What: "the terminal has forty sizes, down to one cell", Expect: Works, Moments: storm()},
	{Name: "one cell", What: "the terminal is one cell, and keys are typed blindly", Expect: Works, Moments: moments(Moment{Width: 1, Height: 1}, Moment{Types: "\x1b[B\x1b[A"}, Moment{Width: 30, Height: 8, Shows: "too small: 30×8"}, Moment{Width: 80, Height: 24})},
	{Name: "paste that submits", What: "a paste holds its own end, ctrl+s and enter", Expect: Works, Moments: moments(Moment{Types: pasteBegins + "x" + pasteEnds + "\x13\r\r\r" + pasteEnds}), Typed: "hix\x13\n\n\n"},
	{Name: "paste that quits", What: "a paste holds its own end and ctrl+c", Expect: Works, Moments: moments(Moment{Types: pasteBegins + "x" + pasteEnds + "\x03\x03\x03" + pasteEnds}), Typed: "hix\x03\x03\x03"},
	{Name: "paste without marks", What: "text of many lines comes as keys", Expect: Works, Moments: moments(Moment{Types: strings.Repeat("y\x13\r", 60)}), Typed: "hi" + strings.Repeat("y\x13\n", 60)},
	{Name: "answers nobody asked for", What: "the terminal answers queries that were not made, and reports the mouse", Expect: Works, Moments: moments(Moment{Types: "\x1b[?62;1;6c\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[<0;5;5M\x1b[<0;5;5m\x1b[24;80R\x1b[I\x1b[O\x1bP>|evil\x1b\\"})},
	{Name: "bytes that are no keys", What: "the terminal sends bytes of no encoding", Expect: Works, Moments: moments(Moment{Types: "\xff\xfe\xc0\x80\x9b"})},
}
