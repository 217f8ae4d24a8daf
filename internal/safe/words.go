package safe

import (
	"strings"
	"unicode"
)

// Words splits a name at punctuation and where its case changes: "accessToken" and "ACCESS_TOKEN"
// are both access and token.
func Words(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = nil
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && i > 0 && unicode.IsLower(runes[i-1]),
			unicode.IsUpper(r) && i+1 < len(runes) && unicode.IsLower(runes[i+1]):
			end() // "apiKey", and the K of "APIKey"
		}
		word = append(word, r)
	}
	end()
	return words
}
