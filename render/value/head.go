package value

import (
	"slices"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Source says where the labels and the order of a block come from.
type Source uint8

// The sources of a block.
const (
	NoSchema   Source = iota // not data, or data whose tag names no schema: inferred
	Declared                 // the schema that the tag names
	Undeclared               // the tag names a schema that the card does not declare: inferred
	Unusable                 // the schema cannot be read or compiled: inferred
)

// Head is what a block says of itself.
type Head struct {
	Title       string           // safe to show; "" for none
	Variant     string           // the branch that a value of several shapes has; safe to show, "" for none
	Schema      safe.Raw         // the name in the tag; empty for none
	Source      Source           // where labels and order come from
	Problems    []schema.Problem // all that breaks the schema; pointers as seen from the block's value
	Unvalidated bool             // too large to be validated at once: rows are validated as they are shown
	Pending     bool             // it is still being validated
	Partly      bool             // not all of the schema can be checked
	Nested      bool             // part of the block before it, whose head says the rest
	Data        bool             // the block shows a data part
	InText      bool             // it is in a text of the agent
	IsOurs      bool             // the program made it itself
	Asked       bool             // the schema is the one that the user asked the agent to follow

	Description safe.Raw // of the value, by its schema
}

// IsValid reports whether a declared schema was checked and holds, as far as it
// can be checked (Partly).
func (h Head) IsValid() bool {
	return h.Source == Declared && len(h.Problems) == 0 && !h.Unvalidated && !h.Pending
}

// Words are all that a block says of itself but its title.
func (h Head) Words(details ...string) []string {
	words := append([]string{h.Variant}, h.Facts(details)...)
	return slices.DeleteFunc(append(words, h.Verdict()), func(w string) bool { return w == "" })
}

// Facts are where the labels come from, and details such as a count of rows.
func (h Head) Facts(details []string) []string {
	if h.Nested || h.InText && h.Source == NoSchema {
		return details
	}
	return append([]string{h.sourceText()}, details...)
}

// Verdict is what the validation found, "" where nothing is wrong or nothing was to be validated.
func (h Head) Verdict() string {
	switch {
	case len(h.Problems) > 0:
		return Mark + " " + Count(len(h.Problems), "problem")
	case h.Pending:
		return "being checked"
	case h.Unvalidated:
		return "too large to check at once"
	case h.IsValid() && !h.Nested && h.Partly:
		return "not all of it can be checked"
	}
	return ""
}

func (h Head) sourceText() string {
	switch {
	case !h.Data, h.IsOurs:
		return ""
	case h.Source == Declared:
		return "schema " + h.Schema.Line(0).String()
	}
	return "No schema; guessed from the data"
}
