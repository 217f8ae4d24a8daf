package draw

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
)

// cells is how many terminal cells a line takes. Every width in this package is
// counted so, by grapheme.
func cells(s string) int {
	if isASCII(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// cut shortens a line to at most width cells, with a mark where it is cut.
func cut(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if cells(s) <= width {
		return s
	}
	used, end := 0, 0
	for end < len(s) {
		cluster, size := grapheme(s[end:])
		if used+size >= width {
			break
		}
		used += size
		end += len(cluster)
	}
	return s[:end] + safe.Ellipsis
}

// pad fills a line with spaces to width cells, at its left if right is set.
func pad(s string, width int, right bool) string {
	missing := width - cells(s)
	if missing <= 0 {
		return s
	}
	if right {
		return strings.Repeat(" ", missing) + s
	}
	return s + strings.Repeat(" ", missing)
}

// wrap breaks a line into lines of at most width cells: behind spaces and wide
// characters where it can, anywhere where it must.
func wrap(s string, width int) []string {
	width = max(width, 1)
	if cells(s) <= width {
		return []string{s}
	}
	w := wrapper{text: s, width: width}
	for w.at < len(s) {
		w.step()
	}
	return append(w.lines, s[w.start:])
}

type wrapper struct {
	text  string
	width int
	lines []string

	start, used int // the open line and its cells
	brk, since  int // the last place to break it, and the cells behind that
	at          int
}

func (w *wrapper) step() {
	cluster, size := grapheme(w.text[w.at:])
	for w.used+size > w.width && w.at > w.start {
		if cluster == " " {
			w.lines = append(w.lines, w.text[w.start:w.at])
			w.at++
			w.start, w.brk, w.used, w.since = w.at, w.at, 0, 0
			return
		}
		w.close()
	}
	w.at += len(cluster)
	w.used += size
	w.since += size
	if cluster == " " || size == 2 {
		w.brk, w.since = w.at, 0
	}
}

// close ends the open line at its last break, or here if it has none.
func (w *wrapper) close() {
	end, used := w.at, 0
	if w.brk > w.start {
		end, used = w.brk, w.since
	}
	w.lines = append(w.lines, strings.TrimRight(w.text[w.start:end], " "))
	w.start, w.brk, w.used, w.since = end, end, used, used
}

// grapheme is the first character of s as a reader sees it, and its cells.
func grapheme(s string) (string, int) {
	if s[0] < 0x80 && (len(s) == 1 || s[1] < 0x80) {
		return s[:1], 1
	}
	return ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
}

// wrapBlock wraps every line of a text.
func wrapBlock(b safe.Block, width int) []string {
	var lines []string
	for _, l := range b.Lines() {
		lines = append(lines, wrap(l.String(), width)...)
	}
	return lines
}
