// Package heading breaks the title of a column into two lines.
package heading

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Width is the least width in which a title fits on two lines.
func Width(title string) int {
	width := ansi.StringWidth(title)
	for _, at := range breaks(title) {
		width = min(width, max(ansi.StringWidth(strings.TrimRight(title[:at], " ")), ansi.StringWidth(title[at:])))
	}
	return width
}

// Wrap breaks a title into two lines. The first one is empty where one line is enough, or would be
// cut as well as two.
func Wrap(title string, width int) (first, last string) {
	last = title
	if ansi.StringWidth(title) <= width {
		return first, last
	}
	for _, at := range breaks(title) {
		head := strings.TrimRight(title[:at], " ")
		if ansi.StringWidth(head) > width {
			break
		}
		if first, last = head, title[at:]; ansi.StringWidth(last) <= width {
			break
		}
	}
	return first, last
}

// breaks are where a title may be broken: after spaces and signs that join words.
func breaks(title string) (all []int) {
	for i, r := range title {
		if end := i + utf8.RuneLen(r); strings.ContainsRune(" _-/", r) && end < len(title) {
			all = append(all, end)
		}
	}
	return all
}
