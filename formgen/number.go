package formgen

import (
	"errors"
	"regexp"
	"strings"

	"a2aform/internal/ojson"
)

func parseNumber(text string) (*ojson.Value, string) {
	literal := strings.TrimSpace(text)
	v, err := ojson.NewNumber(literal)
	switch {
	case err == nil:
		return v, ""
	case literal == "":
		return nil, "needs a number"
	}
	if advice := aboutComma(literal); advice != "" {
		return nil, advice
	}
	var beyond *ojson.LimitError
	if errors.As(err, &beyond) {
		return nil, beyond.Error()
	}
	if meant := meantNumber(literal); meant != "" {
		return nil, "is not a number; write " + meant
	}
	return nil, "is not a number"
}

// thousands is a number with a comma before each three digits.
var thousands = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(,\d{3})+$`)

// aboutComma says how to write a number with a comma, "" for other texts. 1,000 is a thousand to
// some people, and one to others.
func aboutComma(text string) string {
	pointed, err := ojson.NewNumber(strings.Replace(text, ",", ".", 1))
	whole := strings.TrimPrefix(strings.ReplaceAll(text, ",", ""), "+")
	switch {
	case thousands.MatchString(text) && err == nil:
		return "is not a number; write " + whole + ", or " + pointed.Text() + " with a point"
	case thousands.MatchString(text):
		return "is not a number; write " + whole
	case err == nil:
		return "is not a number; write " + pointed.Text() + " with a point"
	}
	return ""
}

// meantNumber is the JSON number that a text means which people write in another way, such as
// .5, +7 and 1 000; "" for a text with no such meaning.
func meantNumber(text string) string {
	text = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "’", "", "_", "").Replace(text)
	sign := ""
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = "-", rest
	} else {
		text = strings.TrimPrefix(text, "+")
	}
	text = strings.TrimSuffix(text, ".")
	if strings.HasPrefix(text, ".") {
		text = "0" + text
	} else if plain := strings.TrimLeft(text, "0"); plain != "" && plain[0] >= '1' && plain[0] <= '9' {
		text = plain
	}
	v, err := ojson.NewNumber(text) // a second sign is none
	if err != nil || strings.HasPrefix(text, "-") {
		return ""
	}
	return sign + v.Text()
}
