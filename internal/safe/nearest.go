package safe

import (
	"slices"
	"strings"
	"unicode"
)

// Nearest is the name that the fewest edits make of word, "" where none is near:
// more than a third of the letters would change.
func Nearest(word string, names []string) string {
	best, minEdits := "", len(word)/3+1
	for _, name := range names {
		if d := editDistance(strings.ToLower(word), strings.ToLower(name)); d <= minEdits && (best == "" || d < minEdits) {
			best, minEdits = name, d
		}
	}
	return best
}

// NearestID is the nearest name of a word, else the only one with a word in it that begins so, "" for none: an id is often
// remembered by a part of it.
func NearestID(word string, ids []string) string {
	if near := Nearest(word, ids); near != "" {
		return near
	}
	if len(word) < minBeginning {
		return ""
	}
	isGap := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	begun := ""
	for _, id := range ids {
		if !slices.ContainsFunc(strings.FieldsFunc(id, isGap), func(part string) bool { return strings.HasPrefix(strings.ToLower(part), strings.ToLower(word)) }) {
			continue
		}
		if begun != "" {
			return ""
		}
		begun = id
	}
	return begun
}

// minBeginning is how long the beginning of a word is that [NearestID] looks for.
const minBeginning = 3

// editDistance counts the insertions, removals, replacements and swaps of neighbors
// that make b of a.
func editDistance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row
		row = make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before = last
	}
	return row[len(b)]
}
