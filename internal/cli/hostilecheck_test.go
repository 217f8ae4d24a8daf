//go:build unix

package cli_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"a2aform/internal/hostile"
)

// goWords are words of Go that no message may have.
var goWords = regexp.MustCompile(`goroutine|runtime error|panic: |\.go:\d|0x[0-9a-f]{4}|main\.|nil pointer|(^|\W)\*\w+\.\w+|(^|[^/\w])json: |net/http|unmarshal|invalid character|EOF`)

// always are the properties that hold whatever the agent does: what is wrong,
// nothing where all is well.
func (got tried) always() (wrong []string) {
	for _, c := range got.calls {
		wrong = append(wrong, c.wrong()...)
	}
	if messages, most := got.agent.Executions(); messages > 1 || most > 1 {
		wrong = append(wrong, fmt.Sprintf("one submit was sent as %d messages, one of them %d times", messages, most))
	}
	if strays := got.agent.Strays(); len(strays) > 0 {
		wrong = append(wrong, fmt.Sprintf("another host was asked because the agent named it: %v", strays))
	}
	wrong = append(wrong, changed(got.agent, got.data)...)
	wrong = append(wrong, writtenFor(got.home)...)
	return append(wrong, got.leaks()...)
}

// changed says where an agent got other data than was typed.
func changed(agent *hostile.Agent, typed string) (wrong []string) {
	for _, data := range agent.Data() {
		if data != typed {
			wrong = append(wrong, fmt.Sprintf("sent was %s in place of %s", shorten(data), shorten(typed)))
		}
	}
	return wrong
}

// wrong is what is wrong with one call of the program.
func (c called) wrong() (wrong []string) {
	say := func(format string, a ...any) { wrong = append(wrong, c.args[0]+": "+fmt.Sprintf(format, a...)) }
	out := c.stdout + c.stderr
	if words := goWords.FindString(out); words != "" {
		say("%q is nothing for users:\n%s", words, shorten(out))
	}
	if at := interpreted(out); at >= 0 {
		say("a terminal would act on %q", around(out, at))
	}
	if !slices.Contains([]int{0, 1, 2, 3, 4, 5, 10}, c.code) {
		say("exit code %d:\n%s", c.code, shorten(out))
	}
	if n := longest(out); n > maxLine {
		say("a line has %d bytes", n)
	}
	if c.code != 0 && !strings.Contains(c.stderr, "a2aform: ") {
		say("exit code %d without a message", c.code)
	}
	if c.late {
		say("it took %v", c.took)
	}
	if c.peak > hostilePeak {
		say("it took %d MiB at its peak", c.peak>>10)
	}
	return wrong
}

// maxLine is how long a line may be for people to read, in bytes: what an agent
// says on one is cut after 8 KiB, of which each byte may be a mark of three.
const maxLine = 64 << 10

// longest is the length of the longest line.
func longest(text string) (longestLine int) {
	for line := range strings.Lines(text) {
		longestLine = max(longestLine, len(line))
	}
	return longestLine
}

// writtenFor says what is wrong with where things were written, and for whom they
// are readable. What a behavior itself puts there is called planted.
func writtenFor(home string) (wrong []string) {
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == home || strings.Contains(path, hostile.Planted) {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 && info.Mode()&fs.ModeSymlink == 0 {
			wrong = append(wrong, fmt.Sprintf("%s: others may read it: %v", path, info.Mode()))
		}
		top, _, _ := strings.Cut(strings.TrimPrefix(path, home+"/"), "/")
		if !slices.Contains([]string{"state", "config", hostile.SaveDir}, top) {
			wrong = append(wrong, path+" was written outside of its directory")
		}
		return nil
	})
	if err != nil {
		wrong = append(wrong, err.Error())
	}
	if data, err := os.ReadFile(filepath.Join(home, hostile.Planted)); err == nil && string(data) != hostile.Mine {
		wrong = append(wrong, fmt.Sprintf("a file of the user was written: %q", data))
	}
	return wrong
}

// leaks are the places besides their own origin where secrets came to light.
func (got tried) leaks() (wrong []string) {
	for _, c := range got.calls {
		if s := secretIn(c.stdout + c.stderr + strings.Join(c.args, " ")); s != "" {
			wrong = append(wrong, fmt.Sprintf("%s: %q is a secret, and was said:\n%s", c.args[0], s, shorten(c.stdout+c.stderr)))
		}
	}
	return append(wrong, keptFrom(got.home)...)
}

// keptFrom are the secrets that were written where they do not belong.
func keptFrom(home string) (wrong []string) {
	_ = filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || d.Name() == "credentials.json" { // where they are kept on purpose
			return nil
		}
		data, _ := os.ReadFile(path)
		if s := secretIn(string(data)); s != "" {
			wrong = append(wrong, fmt.Sprintf("%q is a secret, and was written to %s", s, filepath.Base(path)))
		}
		return nil
	})
	return wrong
}

// secretIn is a secret in a text, "" for none.
func secretIn(text string) string {
	for _, s := range hostile.Secrets() {
		if strings.Contains(text, s) {
			return s
		}
	}
	return ""
}

// interpreted returns the index of the first character that a terminal might act on, or
// that hides or reorders the text next to it; -1 for none.
func interpreted(out string) int {
	for i, r := range out {
		_, size := utf8.DecodeRuneInString(out[i:])
		switch {
		case r == '\n' || r == '\t':
		case r == utf8.RuneError && size == 1, unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
			return i
		}
	}
	return -1
}

// check compares the outcome with the one that is expected.
func (got tried) check(b hostile.Behavior) (wrong []string) {
	all := ""
	for _, c := range got.calls {
		all += c.stdout + c.stderr
	}
	if o := got.outcome(); o != b.Expect && (o != hostile.Works || b.Expect != hostile.Notices || !got.hasProblem()) {
		wrong = append(wrong, fmt.Sprintf("%s, want %s; it said\n%s", o, b.Expect, shorten(all)))
	}
	if !strings.Contains(strings.Join(strings.Fields(all), " "), b.Says) {
		wrong = append(wrong, fmt.Sprintf("%q was not said:\n%s", b.Says, shorten(all)))
	}
	if b.Once != "" && strings.Count(all, b.Once) != 1 {
		wrong = append(wrong, fmt.Sprintf("%q was said %d times:\n%s", b.Once, strings.Count(all, b.Once), shorten(all)))
	}
	if b.Left != nil {
		if err := b.Left(got.home); err != nil {
			wrong = append(wrong, err.Error())
		}
	}
	return append(wrong, got.agent.Missed()...)
}

// noticed matches a notice or a warning.
var noticed = regexp.MustCompile(`(?m)^(note: |\d\d:\d\d:\d\d  *! )|^! |✗|⟨U\+|…|too large to check|came \d+ times`)

// hasProblem reports that a rule found something in the card.
func (got tried) hasProblem() bool {
	return slices.ContainsFunc(got.calls, func(c called) bool { return strings.Contains(c.stdout, "\nProblem: ") })
}

// outcome is how the program came out of it.
func (got tried) outcome() hostile.Outcome {
	sent := got.calls[len(got.calls)-1]
	again := got.agent.Calls("GetTask") + got.agent.Calls("SubscribeToTask") + got.agent.Calls("ListTasks")
	odd := false
	for _, c := range got.calls {
		odd = odd || c.code != 0 || noticed.MatchString(c.stdout+c.stderr)
	}
	switch {
	case sent.code != 0:
		return hostile.Refuses
	case strings.Contains(sent.stderr, "outcome: input-required"), strings.Contains(sent.stderr, "outcome: auth-required"):
		return hostile.Asks
	case again > 0:
		return hostile.Recovers
	case odd:
		return hostile.Notices
	}
	return hostile.Works
}

// shorten is enough of an output to see what went wrong.
func shorten(s string) string {
	if len(s) > 1500 {
		s = s[:1000] + "\n…\n" + s[len(s)-500:]
	}
	return s
}

func around(s string, at int) string { return s[max(0, at-20):min(len(s), at+20)] }
