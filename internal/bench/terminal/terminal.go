// Package terminal plays the terminal that a measured program runs in.
package terminal

import (
	"bytes"
	"os"
)

// answers are what a terminal says to the questions that programs ask when they
// start: what it is, its background, its modes, its keyboard.
var answers = []struct{ question, answer string }{
	{"\x1b[c", "\x1b[?62;22c"},
	{"\x1b]11;?", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"},
	{"\x1b[?2026$p", "\x1b[?2026;2$y"},
	{"\x1b[?2027$p", "\x1b[?2027;0$y"},
	{"\x1b[?u", "\x1b[?0u"},
	{"\x1b[6n", "\x1b[1;1R"},
	{"\x1b[>q", "\x1bP>|bench(1)\x1b\\"},
	{"\x1b[>0q", "\x1bP>|bench(1)\x1b\\"},
}

// Reply answers what was asked since from, and returns up to where it has read.
func Reply(tty *os.File, seen []byte, from int) int {
	for {
		next, at := -1, len(seen)
		for i, a := range answers {
			if j := bytes.Index(seen[from:], []byte(a.question)); j >= 0 && from+j < at {
				next, at = i, from+j
			}
		}
		if next < 0 {
			return max(from, len(seen)-len(answers[1].question))
		}
		_, _ = tty.WriteString(answers[next].answer)
		from = at + len(answers[next].question)
	}
}
