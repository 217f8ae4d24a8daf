package schema

import (
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"time"

	"a2aform/internal/ojson"
)

// The evidence that a text is one of a few choices: so many examples, each choice seen
// twice on average, and each a short word.
const (
	minChoices  = 6
	maxWordSize = 24
)

// isChoice reports whether texts are probably one of distinct choices.
func isChoice(texts []string, distinct int) bool {
	if len(texts) < minChoices || distinct*2 > len(texts) {
		return false
	}
	for _, text := range texts {
		if len(text) > maxWordSize || strings.ContainsAny(text, " \t\r\n") {
			return false
		}
	}
	return true
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// inferredFormats are the formats that a text can show, each of which no other text has.
var inferredFormats = []struct {
	name string
	is   func(string) bool
}{
	{"date", func(s string) bool { _, err := time.Parse(time.DateOnly, s); return err == nil }},
	{"date-time", func(s string) bool { _, err := time.Parse(time.RFC3339Nano, s); return err == nil }},
	{"uuid", uuid.MatchString},
	{"email", isEmail},
	{"uri", isURI},
	{"textarea", func(s string) bool { return strings.Contains(s, "\n") }},
}

// inferredFormat is the format that all texts have, "" for none.
func inferredFormat(texts []string) string {
	for _, f := range inferredFormats {
		all := true
		for _, text := range texts {
			all = all && f.is(text)
		}
		if all {
			return f.name
		}
	}
	return ""
}

func isEmail(s string) bool {
	address, err := mail.ParseAddress(s)
	return err == nil && address.Address == s && !strings.ContainsAny(s, `" `)
}

func isURI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && !strings.ContainsAny(s, " <>\\^`{|}\"")
}

// maxTries is how many places of a text are tried for the beginning of an object.
const maxTries = 8

// ExampleOf returns the JSON object or array that a text of a card is or contains, such as
// `{"city":"Rome"}` or `Plan a trip: {"city":"Rome"}`. Of an object that has an input beside its
// output, it is the input. It returns nil for any other text.
func ExampleOf(text string) *ojson.Value {
	if v, err := ojson.Parse([]byte(text), ojson.DataLimits); err == nil {
		if input := v.Get("input"); input.Exists() && v.Get("output").Exists() && v.Len() == 2 {
			v = input
		}
		if v.Is(ojson.Object) || v.Is(ojson.Array) {
			return v
		}
		return nil
	}
	end := strings.LastIndexByte(text, '}') + 1
	for from, n := 0, 0; n < maxTries && from < end; n++ {
		i := strings.IndexByte(text[from:end], '{')
		if i < 0 {
			break
		}
		from += i
		if v, err := ojson.Parse([]byte(text[from:end]), ojson.DataLimits); err == nil && v.Len() > 0 {
			return v
		}
		from++
	}
	return nil
}
