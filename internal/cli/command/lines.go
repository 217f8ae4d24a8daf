package command

import (
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// NewLines returns a writer for text on standard output. Each call of Write has complete lines. Where standard output is no terminal, the text
// is that of [Streams.Text].
func NewLines(s *Streams) io.Writer {
	if !s.OutTTY || s.IsDumb() {
		return s.Text()
	}
	w := &linesWriter{streams: s, colored: s.Getenv("NO_COLOR") == ""}
	if w.colored && s.IsProcess {
		lipgloss.EnableLegacyWindowsANSI(os.Stdout)
	}
	return w
}

type linesWriter struct {
	streams *Streams
	colored bool
}

func (w *linesWriter) Write(text []byte) (int, error) {
	var sb strings.Builder
	width := w.streams.Width()
	for line := range strings.Lines(string(text)) {
		content, end := strings.CutSuffix(line, "\n")
		sb.WriteString(w.line(content, width))
		if end {
			sb.WriteByte('\n')
		}
	}
	if _, err := io.WriteString(w.streams.Out, sb.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}

// lineMarks are the colors of the signs that a line begins with.
var lineMarks = map[string]string{"✓": "32", "✗": "31", "!": "33", "~": "33", "?": "33", "–": "2", "·": "2", "+": "32", "-": "31", ">": "36"}

// maxLabel is how wide a label at the start of a line may be, with the spaces around it.
const maxLabel = 18

// line wraps a line and colors it: the mark, or the label, or the counts of a summary.
func (w *linesWriter) line(line string, width int) string {
	text := strings.TrimLeft(line, " ")
	indent := len(line) - len(text)
	sign, rest, _ := strings.Cut(text, " ")
	color := lineMarks[sign]
	before, label := line[:indent], ""
	if color != "" {
		before, text = before+w.paint(color, sign)+" ", rest
		indent += 2
	}
	label, text = cutLabel(text, color == "", maxLabel-indent)
	hang := indent + ansi.StringWidth(label)
	if indent > 0 && color == "" && label == "" {
		hang += 2
	}
	wrapped := wrapLine(text, width-hang, strings.Repeat(" ", hang))
	switch first, _ := utf8.DecodeRuneInString(text); {
	case color == "" && label != "" && unicode.IsLower(rune(label[0])):
		label = w.paint("2", label)
	case indent == 0 && label == "" && unicode.IsDigit(first) && strings.Contains(text, " · "):
		wrapped = w.paint("1", wrapped)
	}
	return before + label + wrapped
}

// cutLabel cuts what is set off with several spaces, or a word with a colon, and the spaces.
func cutLabel(text string, hasColon bool, limit int) (label, rest string) {
	end := strings.Index(text, "  ")
	if colon := strings.Index(text, ": "); hasColon && colon >= 0 && (end < 0 || colon < end) && !strings.Contains(text[:colon], " ") {
		end = colon + 1
	}
	if end <= 0 {
		return "", text
	}
	rest = strings.TrimLeft(text[end:], " ")
	if label = text[:len(text)-len(rest)]; rest == "" || ansi.StringWidth(label) > limit {
		return "", text
	}
	return label, rest
}

func (w *linesWriter) paint(color, text string) string {
	if !w.colored || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[m"
}

// minWidth is what a line has at least behind its label.
const minWidth = 20

// wrapLine breaks text between words, or between short items of a list with dots, into lines that begin with the indentation. A word that is
// wider has a line of its own, so that the terminal's user can copy it.
func wrapLine(text string, width int, indent string) string {
	var sb strings.Builder
	width = max(width, minWidth)
	used := 0
	for rest := text; rest != ""; {
		word := strings.TrimLeft(rest, " ")
		end := len(rest) - len(word) + len(strings.SplitN(word, " ", 2)[0])
		if item := strings.Index(rest, lineDot+" "); item > 0 && ansi.StringWidth(rest[:item]) <= width/2 {
			end = item + len(lineDot)
		} else if item < 0 && strings.Contains(text, lineDot) && ansi.StringWidth(rest) <= width/2 {
			end = len(rest)
		}
		chunk := rest[:end]
		if cells := ansi.StringWidth(chunk); used > 0 && used+cells > width {
			sb.WriteString("\n" + indent)
			chunk, used = strings.TrimLeft(chunk, " "), 0
		}
		sb.WriteString(chunk)
		used += ansi.StringWidth(chunk)
		rest = rest[end:]
	}
	return sb.String()
}

const lineDot = " ·"
