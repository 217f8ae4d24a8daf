package markdown

import (
	"regexp"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// What a parser of Markdown takes for no more than linear time. Its time grows
// with the square of the marks in one paragraph, and of the containers that one
// line opens.
const (
	maxMarks      = 2000 // of emphasis, code and links in one paragraph
	maxContainers = 100  // characters of quotes and items at the start of a line
)

// IsTooLong reports a text that is longer, or more marked up, than is read as
// Markdown.
func IsTooLong(text string) bool {
	if len(text) > limit.MarkdownBytes.Int() {
		return true
	}
	marks := 0
	for line := range strings.Lines(text) {
		body := strings.TrimLeft(line, " \t>-+*0123456789.)")
		if strings.TrimSpace(line) == "" || isItem(strings.TrimLeft(line, " ")) {
			marks = 0
		}
		for _, c := range []byte(line) {
			if strings.IndexByte("*_[]!<`\\&", c) >= 0 {
				marks++
			}
		}
		containers := len(line) - len(body) - strings.Count(line[:len(line)-len(body)], " ")
		if marks > maxMarks || containers > maxContainers {
			return true
		}
	}
	return false
}

// IsType reports the media types of Markdown (RFC 7763, and what was used
// before it), with any parameters.
func IsType(media safe.Raw) bool {
	name, _, _ := strings.Cut(strings.ToLower(media.Line(0).String()), ";")
	name = strings.TrimSpace(name)
	return name == "text/markdown" || name == "text/x-markdown"
}

// IsUntyped reports a media type that leaves open what a text is.
func IsUntyped(media safe.Raw) bool {
	name, _, _ := strings.Cut(strings.ToLower(media.Line(0).String()), ";")
	name = strings.TrimSpace(name)
	return name == "" || name == "text/plain" || name == "text"
}

// strong matches a strong text and a link.
var strong = regexp.MustCompile(`(^|[\s(])\*\*[^\s*]([^*]*[^\s*])?\*\*|\[[^\]\n]+\]\(https?://[^\s)]+\)`).MatchString

// IsLikely reports a text that is plainly Markdown: it has a table, a
// fenced block, a strong text, a link, or two of headings with an empty line below, and
// items of a list, but not items alone. It reads lines alone, so
// that plain text is rarely taken for it; and if it is, its lines stay lines.
func IsLikely(text string) bool {
	if len(text) > limit.MarkdownBytes.Int() || strings.HasPrefix(text, "#!") {
		return false
	}
	lines := strings.Split(text, "\n")
	fences, headings, items := 0, 0, 0
	for i, line := range lines {
		next := ""
		if i+1 < len(lines) {
			next = strings.TrimSpace(lines[i+1])
		}
		switch {
		case strings.HasPrefix(line, "```"):
			fences++
		case strings.HasPrefix(line, "|") && strings.Contains(next, "-|") && IsDelimiter(next):
			return true
		case isHeading(line) && next == "":
			headings++
		case isItem(line):
			items++
		}
		if (strings.Contains(line, "**") || strings.Contains(line, "](http")) && strong(line) {
			return true
		}
	}
	return fences >= 2 || headings > 0 && headings+items >= 2
}

// isHeading reports "# " to "###### " and words after it.
func isHeading(line string) bool {
	rest := strings.TrimLeft(line, "#")
	level := len(line) - len(rest)
	return level >= 1 && level <= 6 && strings.HasPrefix(rest, " ") && strings.TrimSpace(rest) != ""
}

// isItem reports "- ", "* " or "1. " at the start of a line.
func isItem(line string) bool {
	if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") {
		return true
	}
	rest := strings.TrimLeft(line, "0123456789")
	return len(rest) < len(line) && len(line)-len(rest) <= 3 && strings.HasPrefix(rest, ". ")
}
