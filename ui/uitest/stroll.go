package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Stroll presses keys, one after the other, and compares the masked screen before them and after each with
// testdata/golden/name.txt, which has the lines that each key changes. A key that begins with = is a text to type. With -update
// Stroll writes the file, and waits for the screen to come to rest after each key.
func (d *Driver) Stroll(name string, keys ...string) *Driver {
	d.t.Helper()
	path := filepath.Join("testdata", "golden", name+".txt")
	var steps []string
	if !*update {
		text, err := os.ReadFile(path)
		if err != nil {
			d.t.Fatalf("no golden file (make it with -update): %v", err)
		}
		steps = strings.Split(string(text), stepMark)[1:]
	}
	var written strings.Builder
	var screen []string
	for i, key := range append([]string{"(at first)"}, keys...) {
		if text, isText := strings.CutPrefix(key, "="); isText {
			d.Type(text)
		} else if i > 0 {
			d.Press(key)
		}
		if *update {
			d.settle()
			now := strings.Split(Mask(d.Screen()), "\n")
			written.WriteString(stepMark + key + "\n" + changes(screen, now))
			screen = now
			continue
		}
		if i >= len(steps) || !strings.HasPrefix(steps[i], key+"\n") {
			d.t.Fatalf("%s has no screen for key %d, %q: -update writes it", path, i, key)
		}
		screen = changed(screen, strings.TrimPrefix(steps[i], key+"\n"))
		want := strings.Join(screen, "\n")
		d.wait(func() bool { return Mask(d.Screen()) == want }, func() string {
			return fmt.Sprintf("the screen after %q, key %d, is not that of %s:\n%s", key, i, path, difference(want, Mask(d.Screen())))
		})
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			d.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(written.String()), 0o600); err != nil {
			d.t.Fatal(err)
		}
	}
	return d
}

// stepMark is before the name of each key in the file of a stroll.
const stepMark = "══ "

// changes are the lines of a screen that differ from one before, with their numbers.
func changes(before, now []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d lines\n", len(now))
	for i, line := range now {
		if i >= len(before) || line != before[i] {
			fmt.Fprintf(&b, "%2d %s\n", i, line)
		}
	}
	return b.String()
}

// changed is a screen with the lines that [changes] lists.
func changed(before []string, list string) []string {
	head, rest, _ := strings.Cut(list, " lines\n")
	n, _ := strconv.Atoi(head)
	screen := make([]string, n)
	copy(screen, before)
	for line := range strings.Lines(rest) {
		line = strings.TrimSuffix(line, "\n")
		number, text, _ := strings.Cut(strings.TrimPrefix(line, " "), " ")
		if i, err := strconv.Atoi(number); err == nil && i < n {
			screen[i] = text
		}
	}
	return screen
}
