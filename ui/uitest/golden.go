package uitest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// update makes golden files anew: go test ./ui -update.
var update = flag.Bool("update", false, "write the golden screens anew")

// masks hide what is another at each run, at the same width where a line has
// something to the right of it.
var masks = []struct {
	find *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`\b\d\d:\d\d:\d\d(\.\d{3})?\b`), "hh:mm:ss"},
	{regexp.MustCompile(`\b(from|run,|at|of) \d\d:\d\d\b`), "$1 hh:mm"},                     // of today
	{regexp.MustCompile(`\b\d\d:\d\d([╭│╰])`), "hh:mm$1"},                                   // cut by a dialog
	{regexp.MustCompile(`(│ )[012]([│╭╰])`), "${1}h$2"},                                     // the time of an entry, of which a dialog leaves one digit
	{regexp.MustCompile(`\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}\b`), "Www, DD Mmm YYYY"}, // of HTTP
	{regexp.MustCompile(`\bin \d{1,3} ms\b`), "in  n.n s"},
	{regexp.MustCompile(`\b\d{3} ms\b| \d{2} ms\b|  \d ms\b| \d\.\d s\b|\b\d{2}\.\d s\b| \d+m\d\ds\b`), " n.n s"},
	{regexp.MustCompile(`[^ │][^│]*…( · \S+ · ) *(?:n\.n s|\d{1,2} ms)`), "…${1}n.n s"}, // a text that is cut to leave room for the time
	{regexp.MustCompile(`(127\.0\.0\.1|localhost):\d{1,5}`), "$1:PORT"},
	{regexp.MustCompile(`[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]`), "⠋"},
	{regexp.MustCompile(`\brun [0-9a-f]{8}\b`), "run 00000000"},
}

// uuid is an id that may be broken over lines.
var uuid = regexp.MustCompile(`[0-9a-f]{8}-\s*[0-9a-f]{4}-\s*[0-9a-f]{4}-\s*[0-9a-f]{4}-\s*[0-9a-f]{12}|[0-9a-f]{8}-[0-9a-f-]*…`)

var hexDigit = regexp.MustCompile(`[0-9a-f]`)

// Mask hides times, durations, ports, ids and the spinner's picture.
func Mask(screen string) string {
	screen = uuid.ReplaceAllStringFunc(screen, func(id string) string { return hexDigit.ReplaceAllString(id, "0") })
	for _, m := range masks {
		screen = m.find.ReplaceAllString(screen, m.with)
	}
	return screen
}

// Golden returns once the masked screen equals testdata/golden/name.txt.
// With -update it writes the file, once the screen has come to rest.
func (d *Driver) Golden(name string) *Driver {
	d.t.Helper()
	path := filepath.Join("testdata", "golden", name+".txt")
	if *update {
		d.settle()
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			d.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(Mask(d.Screen())), 0o600); err != nil {
			d.t.Fatal(err)
		}
		return d
	}
	want, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatalf("no golden screen (make it with -update): %v", err)
	}
	d.wait(func() bool { return Mask(d.Screen()) == string(want) }, func() string {
		return "the screen is not that of " + path + ":\n" + difference(string(want), Mask(d.Screen()))
	})
	return d
}

// rest is how long a screen is the same before it counts as come to rest.
const rest = 400 * time.Millisecond

func (d *Driver) settle() {
	late := time.After(patience)
	for last := ""; ; {
		now := Mask(d.Screen())
		if now == last {
			return
		}
		last = now
		select {
		case <-time.After(rest):
		case <-late:
			d.t.Fatalf("the screen never came to rest\n%s", d.framed())
		}
	}
}

// Settled is the screen once it has come to rest.
func (d *Driver) Settled() string {
	d.t.Helper()
	d.settle()
	return d.Screen()
}

// Quiet fails the test where the program never stops to write for a span, though
// nothing happens. What a busy machine brings late is waited for.
func (d *Driver) Quiet(span time.Duration) {
	d.t.Helper()
	const tries = 10
	var more []byte
	for range tries {
		d.settle()
		before := len(d.Output())
		time.Sleep(span)
		if more = d.Output()[before:]; len(more) == 0 {
			return
		}
	}
	d.t.Errorf("%d bytes were written in the last %s, while nothing happened: %q", len(more), span, more)
}

// difference lists the lines that are not the same, between those at the start and the end that are: - those of the file,
// + those that are there now.
func difference(file, now string) string {
	f, n := strings.Split(file, "\n"), strings.Split(now, "\n")
	for len(f) > 0 && len(n) > 0 && f[0] == n[0] {
		f, n = f[1:], n[1:]
	}
	for len(f) > 0 && len(n) > 0 && f[len(f)-1] == n[len(n)-1] {
		f, n = f[:len(f)-1], n[:len(n)-1]
	}
	var gone, come []string
	for i, line := range f {
		if len(f) != len(n) || line != n[i] {
			gone = append(gone, "  - "+line+"\n")
		}
	}
	for i, line := range n {
		if len(f) != len(n) || line != f[i] {
			come = append(come, "  + "+line+"\n")
		}
	}
	return some(gone) + some(come)
}

// some are the first lines of a difference: a golden file may be long.
func some(lines []string) string {
	const most = 40
	if n := len(lines) - most; n > 0 {
		lines = append(lines[:most:most], fmt.Sprintf("  … %d more lines\n", n))
	}
	return strings.Join(lines, "")
}

// Text compares a text with testdata/golden/name.txt. With -update it writes the file.
func Text(t *testing.T, name, text string) {
	t.Helper()
	if fault := CompareText(name, text); fault != "" {
		t.Error(fault)
	}
}

// CompareText says how a text differs from testdata/golden/name.txt, "" where it does not. With -update it writes the file.
func CompareText(name, text string) string {
	path := filepath.Join("testdata", "golden", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return err.Error()
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err.Error()
		}
		return ""
	}
	want, err := os.ReadFile(path)
	if err != nil {
		return fmt.Sprintf("no golden file (make it with -update): %v", err)
	}
	if text != string(want) {
		return fmt.Sprintf("not as in %s (if it should be, -update writes it):\n%s", path, difference(string(want), text))
	}
	return ""
}
