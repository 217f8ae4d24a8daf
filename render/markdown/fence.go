package markdown

import "strings"

// Fenced returns code in a fence that is longer than any in it.
func Fenced(language, code string) string {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(code, "\n") + "\n" + fence + "\n"
}
