package command

import (
	"bytes"
	"strings"
	"testing"
)

const sample = "✗ expenses: a case whose name is rather long  1.21 s  run 4f2a\n" +
	"    error  the agent says something that does not fit into forty columns\n" +
	"    varies /data: {\"winner\":\"Rome\"} 2 times\n" +
	"  fix: shorten it\n" +
	"errors   none\n" +
	"2 cases · 1 passed · 24 messages · 95 % within 1.9 s\n"

func written(t *testing.T, terminal bool, env map[string]string) string {
	t.Helper()
	var out bytes.Buffer
	s := &Streams{Out: &out, OutTTY: terminal, Getenv: func(name string) string { return env[name] }}
	w := NewLines(s)
	if own, ok := w.(*linesWriter); ok {
		for line := range strings.Lines(sample) {
			out.WriteString(own.line(strings.TrimSuffix(line, "\n"), 40) + "\n")
		}
	} else if _, err := w.Write([]byte(sample)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPipesGetLinesAsTheyAre(t *testing.T) {
	t.Parallel()
	if got := written(t, false, map[string]string{"TERM": "xterm"}); got != sample {
		t.Errorf("a pipe gets %q", got)
	}
	if got := written(t, true, map[string]string{"TERM": "dumb"}); got != sample {
		t.Errorf("a dumb terminal gets %q", got)
	}
}

func TestTerminalsGetWrappedLines(t *testing.T) {
	t.Parallel()
	want := "✗ expenses: a case whose name is rather\n" +
		"  long  1.21 s  run 4f2a\n" +
		"    error  the agent says something that\n" +
		"           does not fit into forty\n" +
		"           columns\n" +
		"    varies /data: {\"winner\":\"Rome\"} 2\n" +
		"      times\n" +
		"  fix: shorten it\n" +
		"errors   none\n" +
		"2 cases · 1 passed · 24 messages ·\n95 % within 1.9 s\n"
	plain := written(t, true, map[string]string{"TERM": "xterm", "NO_COLOR": "1"})
	if plain != want {
		t.Errorf("without colors:\n%s\nwant:\n%s", plain, want)
	}
	colored := written(t, true, map[string]string{"TERM": "xterm"})
	for _, part := range []string{"\x1b[31m✗\x1b[m expenses", "\x1b[2merror  \x1b[mthe", "\x1b[2mfix: \x1b[m", "\x1b[1m2 cases · 1 passed · 24 messages ·\n95 % within 1.9 s\x1b[m\n"} {
		if !strings.Contains(colored, part) {
			t.Errorf("%q is not in\n%q", part, colored)
		}
	}
}
