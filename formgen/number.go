package formgen

import (
	"errors"
	"regexp"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// numberKind is that of numbers and whole numbers. They keep their digits, so they are texts.
type numberKind struct{ textual }

// isBlank takes spaces for no number, as they are no part of one.
func (numberKind) isBlank(x *Field) bool { return strings.TrimSpace(x.text) == "" }

func (numberKind) value(x *Field) *ojson.Value {
	v, _ := parseNumber(x.text)
	return v
}

func (numberKind) parse(x *Field) (*ojson.Value, schema.Problem) { return parseNumber(x.text) }

func (numberKind) take(x *Field, v *ojson.Value) bool {
	x.text = v.Text()
	return v.Is(ojson.Number)
}

// noNumber says that a text is no number, and how to write the one that is meant.
func noNumber(meant string) schema.Problem {
	p := schema.Problem{Fault: schema.IsNot, Want: "a number"}
	if meant != "" {
		p.Want += "; write " + meant
	}
	return p
}

func parseNumber(text string) (*ojson.Value, schema.Problem) {
	literal := strings.TrimSpace(text)
	v, err := ojson.NewNumber(literal)
	switch {
	case err == nil:
		return v, schema.Problem{}
	case literal == "":
		return nil, schema.Problem{Want: "needs a number"}
	}
	if meant := withComma(literal); meant != "" {
		return nil, noNumber(meant)
	}
	var beyond *ojson.LimitError
	if errors.As(err, &beyond) {
		return nil, schema.Problem{Want: beyond.Error()}
	}
	return nil, noNumber(meantNumber(literal))
}

// thousands is a number with a comma before each three digits.
var thousands = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(,\d{3})+$`)

// withComma says how to write a number with a comma, "" for other texts. 1,000 is a thousand to
// some people, and one to others.
func withComma(text string) string {
	pointed, err := ojson.NewNumber(strings.Replace(text, ",", ".", 1))
	whole := strings.TrimPrefix(strings.ReplaceAll(text, ",", ""), "+")
	switch {
	case thousands.MatchString(text) && err == nil:
		return whole + ", or " + pointed.Text() + " with a point"
	case thousands.MatchString(text):
		return whole
	case err == nil:
		return pointed.Text() + " with a point"
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
