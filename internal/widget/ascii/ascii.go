// Package ascii draws with ASCII alone, for terminals whose locale has nothing
// else: there the bytes of any other character would be several wrong ones, of
// which some control a terminal of eight bits.
package ascii

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// marks are what the screens are made of, and what stands for it, one column
// each.
var marks = strings.NewReplacer(
	"─", "-", "━", "-", "┄", ".", "╸", "-", "│", "|", "┃", "|", "▌", "|", "┼", "+", "┌", "+", "┐", "+", "╭", "+", "╮", "+", "╰", "+", "╯", "+", "└", "+", "┘", "+", "├", "+", "┤", "+", "┬", "+", "┴", "+",
	"●", "+", "○", "-", "∅", "0", "✓", "=", "✗", "x", "■", "#", "▣", "#", "▪", "*", "•", "*", "▰", "#", "▱", ".", "░", ".",
	"←", "<", "→", ">", "↑", "^", "↓", "v", "⇣", "v", "›", ">", "❯", ">", "▸", ">", "▾", "v", "▲", "^", "▼", "v",
	"▁", "_", "▂", ".", "▃", "-", "▄", "=", "▅", "+", "▆", "*", "▇", "%", "▏", "|", "█", "#", "▀", "\"",
	"⠋", "|", "⠙", "/", "⠹", "-", "⠸", "\\", "⠼", "|", "⠴", "/", "⠦", "-", "⠧", "\\", "⠇", "|", "⠏", "/",
	"·", "-", "…", "~", "×", "x", "Σ", "S", "–", "-", "—", "-", "−", "-", "“", "\"", "”", "\"", "‘", "'", "’", "'",
	"⟨", "<", "⟩", ">", "⏎", "\\", "‼", "!", "␛", "^",
)

// Text is a text, which may be styled, in ASCII, as wide as before: marks and
// lines by what is like them, anything else by question marks.
func Text(s string) string {
	if isASCII(s) {
		return s
	}
	s = marks.Replace(s)
	var sb strings.Builder
	for len(s) > 0 {
		n := 0
		for n < len(s) && s[n] < utf8.RuneSelf {
			n++
		}
		if n > 0 && n < len(s) {
			n-- // what follows may be a part of this character
		}
		sb.WriteString(s[:n])
		if s = s[n:]; s == "" {
			break
		}
		cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if s[0] < utf8.RuneSelf {
			sb.WriteByte(s[0])
			width--
		}
		sb.WriteString(strings.Repeat("?", max(width, 0)))
		s = s[max(len(cluster), 1):]
	}
	return sb.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// File is a terminal on which only ASCII is written. It has no more methods than
// these, or what is written by others would not pass here.
type File struct{ term.File }

// Write writes p as [Text].
func (f File) Write(p []byte) (int, error) {
	if _, err := f.File.Write([]byte(Text(string(p)))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Wanted reports a locale, by the variables of the environment, that names
// another encoding than UTF-8. One that names nothing at all is taken for
// UTF-8, as terminals are today.
func Wanted(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
		}
	}
	return false
}
