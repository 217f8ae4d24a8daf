package ojson

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// TooDeep is the reason of a [SyntaxError] where a text nests more than can be
// read at all, which is beyond any [Limits].
const TooDeep = "this is nested too deeply"

// The errors of encoding/json by their text, and the text that users see.
var faults = []struct {
	told, words string
	names       bool // the character that is there instead
}{
	{"looking for beginning of value", "a value should begin here", true},
	{"looking for beginning of object key string", "a name in quotes should come here", true},
	{"after object key:value pair", "a comma or a } should come here", true},
	{"after object key", "a colon should follow the name", true},
	{"after array element", "a comma or a ] should come here", true},
	{"after top-level value", "nothing may follow the value", false},
	{"in string literal", "this character must be escaped in a string", false},
	{"in string escape code", "this escape is not known", false},
	{"in \\u hexadecimal character escape", "four hexadecimal digits should follow \\u", false},
	{"numeric literal", "this is no number", false},
	{"in literal", "this word is not known", false},
	{"exceeded max depth", TooDeep, false},
}

// wording is what is wrong at an offset of the text.
func wording(told string, data []byte, at int) string {
	for _, f := range faults {
		if !strings.Contains(told, f.told) {
			continue
		}
		if f.names && at < len(data) {
			return f.words + ", not " + shown(data[at:])
		}
		return f.words
	}
	return "this is no JSON"
}

// shown is the first character of a text in quotes; by its number where it
// cannot be seen, or would act on what shows it.
func shown(text []byte) string {
	r, size := utf8.DecodeRune(text)
	switch {
	case r == utf8.RuneError && size < 2:
		return fmt.Sprintf("the byte %02X", text[0])
	case r == '\'':
		return `"'"`
	case !strconv.IsPrint(r):
		return fmt.Sprintf("U+%04X", r)
	}
	return "'" + string(r) + "'"
}
