// Package noun finds the name for one item of a list in the label of the list: "stop" in "Stops".
package noun

import (
	"slices"
	"strings"
	"unicode"
)

// Of is what a list is made of, by its label: "stop" for "Stops". Where the
// label is no plain plural, it is an item.
func Of(label string) string {
	const maximum = 3 // more words are a sentence
	words := strings.Fields(Lower(label))
	if len(words) == 0 || len(words) > maximum || slices.Contains(words, "of") {
		return "item"
	}
	last := words[len(words)-1]
	one := singular(last)
	if one == last {
		return "item"
	}
	words[len(words)-1] = one
	return strings.Join(words, " ")
}

// singular is the singular of an English plural, the word itself where it is
// none or where its singular is not certain ("aliases", "houses").
func singular(word string) string {
	endings := []struct{ plural, singular string }{
		{"ies", "y"},
		{"ches", "ch"},
		{"shes", "sh"},
		{"sses", "ss"},
		{"xes", "x"},
		{"ses", "ses"},
		{"ss", "ss"},
		{"us", "us"},
		{"is", "is"},
		{"s", ""},
	}
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(word, e.plural); ok && len(stem) > 1 {
			return stem + e.singular
		}
	}
	return word
}

// Lower lowers the first letter of a label, but not of an abbreviation, nor
// a letter on its own.
func Lower(label string) string {
	runes := []rune(label)
	if len(runes) < 2 || !unicode.IsLower(runes[1]) {
		return label
	}
	return string(unicode.ToLower(runes[0])) + string(runes[1:])
}
