package ojson

import (
	"bytes"
	"slices"
	"strings"
)

// nonNumbers are the words that Python, JavaScript libraries and others write for numbers that JSON does not have, each with the
// string that stands for it in a text that was repaired. No program writes these strings in this form: they escape an ASCII letter.
var nonNumbers = [...]struct{ word, literal string }{
	{"-Infinity", `"-\u0049nfinity"`},
	{"Infinity", `"\u0049nfinity"`},
	{"NaN", `"\u004eaN"`},
}

// WithNonNumbers returns a text that has NaN, Infinity and -Infinity in place of numbers as JSON, with a string in place of each:
// it is the word for who reads the text, and [AsSent] and [AsNull] recognize it. Found are the words that were found. A text
// without any is returned as it is.
func WithNonNumbers(data []byte) (text []byte, found []string) {
	if !bytes.Contains(data, []byte("NaN")) && !bytes.Contains(data, []byte("Infinity")) {
		return data, nil
	}
	kept := 0 // up to here, text has what data has
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = endOfString(data, i)
		case 'N', 'I', '-':
			for _, n := range nonNumbers {
				if end := i + len(n.word); bytes.HasPrefix(data[i:], []byte(n.word)) && isDelimiter(data, i-1) && isDelimiter(data, end) {
					text = append(append(text, data[kept:i]...), n.literal...)
					kept, i = end, end-1
					if !slices.Contains(found, n.word) {
						found = append(found, n.word)
					}
					break
				}
			}
		}
	}
	if found == nil {
		return data, nil
	}
	return append(text, data[kept:]...), found
}

// endOfString is where the string that begins at i ends, or the text.
func endOfString(data []byte, i int) int {
	for i++; i < len(data) && data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	return i
}

// isDelimiter reports whether a value may end before, or begin behind, the byte at i.
func isDelimiter(data []byte, i int) bool {
	return i < 0 || i >= len(data) || strings.IndexByte(" \t\r\n,:[]{}", data[i]) >= 0
}

// AsSent returns a text as it was before [WithNonNumbers]: it is no JSON then.
func AsSent(data []byte) []byte {
	return replaceNonNumbers(data, func(word string) string { return word })
}

// AsNull returns a text with null in place of what [WithNonNumbers] found.
func AsNull(data []byte) []byte {
	return replaceNonNumbers(data, func(string) string { return "null" })
}

func replaceNonNumbers(data []byte, by func(word string) string) []byte {
	for _, n := range nonNumbers {
		if bytes.Contains(data, []byte(n.literal)) {
			data = bytes.ReplaceAll(data, []byte(n.literal), []byte(by(n.word)))
		}
	}
	return data
}
