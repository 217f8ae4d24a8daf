// Package pasteguard prevents pasted text from acting as key presses. It reads from the
// terminal for Bubble Tea and marks as pasted what the terminal does not mark, and what
// is made to look like typed keys.
package pasteguard

import (
	"bytes"
	"regexp"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"
)

// A terminal sends these around pasted text (bracketed paste, mode 2004).
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// interrupt is ctrl+c, as a byte or by the keyboard protocol of kitty, also on a Cyrillic,
// Greek or Hebrew keyboard. Repeated presses leave no second of silence.
var interrupt = regexp.MustCompile(`^(\x03|\x1b\[(99|1089|968|1489)[0-9:]*;5(:1)?u)$`)

// What distinguishes typing from a paste.
const (
	// pasteGap is how long after the end of a paste bytes count as pasted too: text
	// that contains the end itself goes on at once, and no user types so soon.
	pasteGap = 100 * time.Millisecond
	// openTimeout is how long a paste without an end may be silent until a key ends
	// it.
	openTimeout = time.Second
	// maxKeys is how many bytes without an escape may come at once and contain lines
	// and still be keys. Where the terminal marks no pastes, more of them are one.
	maxKeys = 64
	// maxKeyBytes is the most bytes of one key.
	maxKeyBytes = 24
)

// Guard reads from a terminal. Pasted text reaches the program as a paste, even if it
// holds the end mark and keys after it, if its end never arrives, or if the terminal
// does not mark it. Otherwise it could press keys, such as the key that sends.
type Guard struct {
	File
	now func() time.Time

	last    time.Time // when something came
	full    bool      // there was more to come
	open    bool      // a paste has begun and not ended
	ended   bool      // the last thing that came was the end of a paste
	partial []byte    // of a mark that may end in what comes next
}

// File is a terminal that can be read. Only of one with a name does Bubble Tea end
// a read before something comes: without it the read that goes on while the
// terminal is given back takes the first key behind that.
type File interface {
	term.File
	Name() string
}

// New returns a Guard that reads from a terminal.
func New(file File) *Guard { return &Guard{File: file, now: time.Now} }

// Read reads from the terminal. The result may be twice as long as the input, because
// of added paste marks.
func (g *Guard) Read(p []byte) (int, error) {
	n := len(p)/2 - len(pasteBegins) - len(pasteEnds)
	if n < 1 {
		return g.File.Read(p)
	}
	data := make([]byte, n)
	n, err := g.File.Read(data)
	if n == 0 {
		return 0, err
	}
	return copy(p, g.filter(data[:n], n == len(data))), err
}

// filter adds the marks that the data needs; full says that more data is waiting.
func (g *Guard) filter(data []byte, full bool) (out []byte) {
	now := g.now()
	silence := now.Sub(g.last)
	goesOn := g.full || silence < pasteGap
	g.last, g.full = now, full
	switch {
	case g.open && (silence >= openTimeout && isKey(data) || silence >= pasteGap && interrupt.Match(data)):
		g.open, g.partial = false, nil
		return append([]byte(pasteEnds), data...)
	case !g.open && g.ended && goesOn && !bytes.HasPrefix(data, []byte(pasteBegins)):
		return g.asPaste(data)
	case !g.open && isUnmarkedPaste(data):
		return g.asPaste(data)
	}
	return g.scan(data)
}

// asPaste marks all data as pasted.
func (g *Guard) asPaste(data []byte) []byte {
	g.ended, g.partial = true, nil
	out := append([]byte(pasteBegins), withoutMarks(data)...)
	return append(out, pasteEnds...)
}

// withoutMarks is a text without the marks of pastes, also without the ones that
// are left when others are taken out.
func withoutMarks(text []byte) []byte {
	for bytes.Contains(text, []byte(pasteBegins)) || bytes.Contains(text, []byte(pasteEnds)) {
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte(pasteBegins), nil), []byte(pasteEnds), nil)
	}
	return text
}

// scan looks for marks in what came. What comes together with the end of a paste,
// and after it, is pasted too.
func (g *Guard) scan(data []byte) []byte {
	seen := append(g.partial, data...)
	skip := len(g.partial) // they were passed on already
	at := 0
	for {
		mark := pasteBegins
		if g.open {
			mark = pasteEnds
		}
		i := bytes.Index(seen[at:], []byte(mark))
		if i < 0 {
			break
		}
		at += i + len(mark)
		g.open = !g.open
		if rest := seen[at:]; !g.open && len(rest) > 0 && !bytes.HasPrefix(rest, []byte(pasteBegins)) {
			return append(append([]byte(nil), seen[skip:at]...), g.asPaste(rest)...)
		}
	}
	g.ended = !g.open && at == len(seen)
	g.partial = beginning(seen[at:])
	return data
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
func isKey(data []byte) bool {
	return len(data) <= maxKeyBytes && (data[0] == '\x1b' || utf8.RuneCount(data) == 1)
}

// isUnmarkedPaste reports whether bytes are more than a user types at once, with line ends
// among them.
func isUnmarkedPaste(data []byte) bool {
	return len(data) >= maxKeys && bytes.IndexByte(data, '\x1b') < 0 && bytes.ContainsAny(data, "\r\n")
}
