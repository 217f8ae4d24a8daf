package ojson

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// TooDeep is the reason of a [SyntaxError] where a text nests more than can be
// read at all, which is beyond any [Limits].
const TooDeep = "nested too deeply"

// The errors of encoding/json by their text, and the text that users see.
var faults = []struct {
	told, words string
	names       bool // the character that is there instead
}{
	{"looking for beginning of value", "expected a value", true},
	{"looking for beginning of object key string", "expected a name in quotes", true},
	{"after object key:value pair", "expected a comma or }", true},
	{"after object key", "expected a colon after the name", true},
	{"after array element", "expected a comma or ]", true},
	{"after top-level value", "unexpected text after the value", false},
	{"in string literal", "this character must be escaped in a string", false},
	{"in string escape code", "unknown escape", false},
	{"in \\u hexadecimal character escape", "expected four hexadecimal digits after \\u", false},
	{"numeric literal", "not a number", false},
	{"in literal", "unknown word", false},
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
	return "not JSON"
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
