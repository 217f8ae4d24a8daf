package formgen

import (
	"encoding/base64"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// content is what a field holds in one branch of its unions: another branch has
// another one. Undo and the branches keep copies of it, so its maps and lists are replaced
// and never changed.
type content struct {
	loc      schema.Location // with what was picked, and with what the value asks for
	text     string          // typed text of a text, number or JSON field
	chosen   *ojson.Value    // of an enumeration, a boolean or a constant; the array of a list of choices
	children []*Field
	titles   map[string]int // of declared children, how many have each
	kind     schema.Kind
	expanded bool // children were made

	picks         schema.Picks
	unions        []Union           // of the location, made when they are first asked for
	hiddenMembers map[string]*Field // members that no longer apply, with what was typed

	source    jsonText // what the JSON text was made of, as long as it is not typed
	savedText string   // the text of the typed field while it is flipped to JSON
}

// setLocation lets other schemas apply.
func (c *content) setLocation(p schema.Location) {
	c.loc, c.kind, c.unions = p, p.Kind(), nil
}

// Location is what the schema says here, given the branches that were chosen.
func (c *content) Location() schema.Location { return c.loc }

// IsSecret reports text that must be masked and not be stored: the schema says
// that it is a password or write-only, or the name of the member says so.
func (c *content) IsSecret() bool { return c.loc.IsSecret() }

// Offered is what [Field.UseDefault] takes: the default, else the first example,
// nil where the schema gives neither.
func (c *content) Offered() *ojson.Value {
	if v := c.loc.Default(); v != nil {
		return v
	}
	if examples := c.loc.Examples(); len(examples) > 0 {
		return examples[0]
	}
	return nil
}

// Text is what was typed into a text, number or JSON field, kept as it was even
// while the field is omitted.
func (c *content) Text() string { return c.text }

// Bytes returns the number of bytes that a binary field encodes, false if its text is
// not encoded as the schema asks.
func (c *content) Bytes() (n int, ok bool) {
	text, encoding := c.text, base64.StdEncoding
	switch c.loc.Encoding() {
	case "base64url":
		encoding = base64.URLEncoding
	case "data-url":
		_, text, ok = strings.Cut(text, ";base64,")
		if !ok {
			return 0, false
		}
	}
	data, err := encoding.DecodeString(text)
	return len(data), err == nil
}

// Choices are the values to choose from, of an enumeration or of a list of
// choices.
func (c *content) Choices() []schema.Choice {
	if c.kind == schema.MultiEnum {
		return c.loc.Item(0).Choices()
	}
	return c.loc.Choices()
}

// Chosen is the index of the chosen value among the choices, -1 for none.
func (c *content) Chosen() int {
	if c.chosen == nil {
		return -1
	}
	return c.loc.ChoiceOf(c.chosen)
}

// Bool is the chosen truth value and whether there is one.
func (c *content) Bool() (value, ok bool) { return c.chosen.Bool(), c.chosen.Is(ojson.Bool) }

// eachIn visits the fields inside, also those that no longer apply.
func (c *content) eachIn(visit func(*Field)) {
	for _, x := range c.children {
		visit(x)
	}
	for _, x := range c.hiddenMembers {
		visit(x)
	}
}
