package value

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Label is how something that the schema names is called: by the schema's title,
// else by its name in readable form.
func Label(title safe.Raw, key string) safe.Line {
	if !title.IsEmpty() {
		return title.Line(0)
	}
	return safe.Text(humanize(key)).Line(0)
}

// MemberLabel is how a member is called, whose place is sub in the object at place.
// A name that the schema does not declare is data, and stays as it is, unless it is one of words beside declared ones.
func MemberLabel(loc, sub schema.Location, name string) safe.Line {
	if !loc.Declares(name) && (sub.IsKnown() || !loc.DeclaresAny() || strings.ContainsAny(name, "0123456789")) {
		return safe.Text(name).Line(0)
	}
	return Label(sub.MemberTitle(), name)
}

// humanize makes words of a member's name: "chanceOfRain", "chance_of_rain" and
// "chance-of-rain" become "Chance of rain"; "HTTPCode" becomes "HTTP code".
func humanize(key string) string {
	if len(key) > safe.LabelLimit() || !utf8.ValidString(key) {
		return key
	}
	words := splitWords(key)
	for i, w := range words {
		if !isAcronym(w) {
			words[i] = strings.ToLower(w)
		}
	}
	text := strings.Join(words, " ")
	if text == "" {
		return key
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

func splitWords(key string) []string {
	var words []string
	runes := []rune(key)
	start := 0
	flush := func(end int) {
		if end > start {
			words = append(words, string(runes[start:end]))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case r == '_' || r == '-' || r == ' ' || r == '.':
			flush(i)
			start = i + 1
		case i > start && startsWord(runes, i):
			flush(i)
		}
	}
	flush(len(runes))
	return words
}

// startsWord reports a capital behind a small letter, or the last capital of a
// row of them before a small letter: the C of HTTPCode.
func startsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i]) {
		return false
	}
	before := runes[i-1]
	if unicode.IsLower(before) || unicode.IsDigit(before) {
		return true
	}
	return unicode.IsUpper(before) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
}

func isAcronym(word string) bool {
	return utf8.RuneCountInString(word) > 1 && strings.ToUpper(word) == word && strings.ToLower(word) != word
}

// SaysMore reports whether the raw name says more than the label next to it.
func SaysMore(key, label string) bool {
	return !strings.EqualFold(squeeze(key), squeeze(label))
}

// squeeze leaves what is neither space nor separator.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' || r == '.' {
			return -1
		}
		return r
	}, s)
}
