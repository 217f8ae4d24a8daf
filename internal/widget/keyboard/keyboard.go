package keyboard

import (
	"bytes"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"
)

// Around what is pasted a terminal sends these (bracketed paste, mode 2004).
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// interrupt is ctrl+c. Who presses it again and again leaves no second of silence.
const interrupt = "\x03"

// What tells a hand from a paste.
const (
	// asOne is how long behind the end of a paste bytes count as pasted too: text
	// that holds the end itself goes on at once, and nobody types so soon.
	asOne = 100 * time.Millisecond
	// openPaste is how long a paste without an end may be silent until a key ends
	// it.
	openPaste = time.Second
	// maxKeys is how many bytes without an escape may come at once and hold lines
	// and still be keys. Where the terminal marks no pastes, more of them are one.
	maxKeys = 64
	// oneKey is the most bytes of one key.
	oneKey = 12
)

// Keyboard is the terminal's side that is read. What is pasted reaches the program
// as a paste, even where it holds the end of a paste and keys behind it, where its
// end never comes, or where the terminal does not mark it: else it could press
// keys, such as those that send.
type Keyboard struct {
	File
	now func() time.Time

	last  time.Time // when something came
	full  bool      // there was more to come
	open  bool      // a paste has begun and not ended
	ended bool      // the last thing that came was the end of a paste
	begun []byte    // of a mark that may end in what comes next
}

// File is a terminal that can be read. Only of one with a name does Bubble Tea end
// a read before something comes: without it the read that goes on while the
// terminal is given back takes the first key behind that.
type File interface {
	term.File
	Name() string
}

// New is the keyboard of a terminal.
func New(file File) *Keyboard { return &Keyboard{File: file, now: time.Now} }

// Read reads what came. It may be twice as much as was sent, with marks of pastes
// in it.
func (k *Keyboard) Read(p []byte) (int, error) {
	room := len(p)/2 - len(pasteBegins) - len(pasteEnds)
	if room < 1 {
		return k.File.Read(p)
	}
	came := make([]byte, room)
	n, err := k.File.Read(came)
	if n == 0 {
		return 0, err
	}
	return copy(p, k.take(came[:n], n == room)), err
}

// take gives what came the marks that it needs; full says that there is more.
func (k *Keyboard) take(came []byte, full bool) (out []byte) {
	now := k.now()
	silence := now.Sub(k.last)
	goesOn := k.full || silence < asOne
	k.last, k.full = now, full
	switch {
	case k.open && (silence >= openPaste && isKey(came) || silence >= asOne && string(came) == interrupt):
		k.open, k.begun = false, nil
		return append([]byte(pasteEnds), came...)
	case !k.open && k.ended && goesOn && !bytes.HasPrefix(came, []byte(pasteBegins)):
		return k.asPaste(came)
	case !k.open && isFlood(came):
		return k.asPaste(came)
	}
	return k.pass(came)
}

// asPaste marks all of it as pasted.
func (k *Keyboard) asPaste(came []byte) []byte {
	k.ended, k.begun = true, nil
	out := append([]byte(pasteBegins), withoutMarks(came)...)
	return append(out, pasteEnds...)
}

// withoutMarks is a text without the marks of pastes, also without those that
// are left when others are taken out.
func withoutMarks(text []byte) []byte {
	for bytes.Contains(text, []byte(pasteBegins)) || bytes.Contains(text, []byte(pasteEnds)) {
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte(pasteBegins), nil), []byte(pasteEnds), nil)
	}
	return text
}

// pass looks for marks in what came. What comes together with the end of a paste,
// and behind it, is pasted too.
func (k *Keyboard) pass(came []byte) []byte {
	seen := append(k.begun, came...)
	skip := len(k.begun) // they were passed on already
	at := 0
	for {
		mark := pasteBegins
		if k.open {
			mark = pasteEnds
		}
		i := bytes.Index(seen[at:], []byte(mark))
		if i < 0 {
			break
		}
		at += i + len(mark)
		k.open = !k.open
		if rest := seen[at:]; !k.open && len(rest) > 0 && !bytes.HasPrefix(rest, []byte(pasteBegins)) {
			return append(append([]byte(nil), seen[skip:at]...), k.asPaste(rest)...)
		}
	}
	k.ended = !k.open && at == len(seen)
	k.begun = beginning(seen[at:])
	return came
}

// beginning is the end of a text that may be the beginning of a mark.
func beginning(text []byte) []byte {
	for n := min(len(text), len(pasteEnds)-1); n > 0; n-- {
		tail := text[len(text)-n:]
		if bytes.HasPrefix([]byte(pasteBegins), tail) || bytes.HasPrefix([]byte(pasteEnds), tail) {
			return bytes.Clone(tail)
		}
	}
	return nil
}

// isKey reports whether bytes look like one key that was pressed.
func isKey(came []byte) bool {
	return len(came) <= oneKey && (came[0] == '\x1b' || utf8.RuneCount(came) == 1)
}

// isFlood reports whether bytes are more than anybody types at once, with line
// ends among them.
func isFlood(came []byte) bool {
	return len(came) >= maxKeys && bytes.IndexByte(came, '\x1b') < 0 && bytes.ContainsAny(came, "\r\n")
}
