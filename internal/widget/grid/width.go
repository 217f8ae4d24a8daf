package grid

import "github.com/charmbracelet/x/ansi"

// cells is how many terminal cells a text takes.
func cells(text string) int {
	n := 0
	for _, r := range text {
		w := cellsOf(r)
		if w == 0 {
			return ansi.StringWidth(text)
		}
		n += w
	}
	return n
}

// cellsOf is how many cells a character takes whatever is next to it; 0 for
// one that may join others, which [ansi.StringWidth] knows. Those here are most of
// what tables contain, and their width costs no search.
func cellsOf(r rune) int {
	switch {
	case r >= ' ' && r < 0x7f, r > 0xad && r < 0x300, r >= 0xa0 && r < 0xa9, r > 0xa9 && r < 0xad:
		return 1
	case r == '✓', r == '✗', r == '∅', r == '…', r == '–', r == '⏎', r >= 0x2400 && r < 0x2424, r >= 0x410 && r < 0x450: // ours, Cyrillic letters
		return 1
	case r >= 0x4e00 && r < 0x9fff, r > 0x3040 && r < 0x3097, r > 0x30a0 && r < 0x30fb: // Han, Hiragana, Katakana
		return 2
	}
	return 0
}

// cutTo is a text cut to a width, with a mark where it ends.
func cutTo(text string, width int) string {
	room := width - 1
	for i, r := range text {
		w := cellsOf(r)
		if w == 0 {
			return ansi.Truncate(text, width, ellipsis)
		}
		if room -= w; room < 0 {
			return text[:i] + ellipsis
		}
	}
	return text
}
