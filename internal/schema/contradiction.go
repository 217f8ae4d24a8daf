package schema

import (
	"cmp"
	"slices"

	"a2aform/internal/safe"
	"a2aform/internal/schema/message"
)

// maxTried is how many choices are tried to find one that the rest of the schema
// allows.
const maxTried = 50

// Contradiction says why no value satisfies the schemas here, "" where one may: bounds
// that exclude each other, and constants or choices that the rest of the schema refuses.
func (l Location) Contradiction() string {
	if !l.IsKnown() {
		return ""
	}
	if _, reason := l.classified(); reason == contradicts {
		return reason
	}
	return cmp.Or(l.Bounds().contradiction(), l.wrongChoices(), l.Endless())
}

// maxEndless is how deep members that need one another are followed.
const maxEndless = 20

// Endless says that no value fits because a required member needs another one like itself, and so on; "" where there is an end.
func (l Location) Endless() string { return l.endless(nil) }

func (l Location) endless(outer []Location) string {
	if l.Kind() != Object || l.AllowsNull() || len(outer) > maxEndless {
		return ""
	}
	outer = append(slices.Clip(outer), l)
	for _, p := range l.Properties() {
		member := p.Location
		if !p.Required || member.Kind() != Object || member.AllowsNull() {
			continue
		}
		if slices.ContainsFunc(outer, member.RecursesInto) {
			return "no value fits: " + safe.Text(p.Name).Line(60).String() + " is required in each " + safe.Text(p.Name).Line(60).String() + ", without end"
		}
		if reason := member.endless(outer); reason != "" {
			return reason
		}
	}
	return ""
}

// wrongChoices says that none of the values that are named is allowed.
func (l Location) wrongChoices() string {
	if fixed := l.Const(); fixed != nil {
		if isWrong(l.Validate(fixed)) {
			return "no value fits: the schema refuses its own constant " + safe.Text(string(fixed.Compact())).Line(60).String()
		}
		return ""
	}
	choices := l.Choices()
	if len(choices) == 0 || len(choices) > maxTried || l.AllowsNull() {
		return ""
	}
	if slices.ContainsFunc(choices, func(c Choice) bool { return !isWrong(l.Validate(c.Value)) }) {
		return ""
	}
	return "no value fits: the schema refuses each of its own choices"
}

// isWrong reports problems that are certain.
func isWrong(problems []message.Problem) bool {
	return slices.ContainsFunc(problems, func(p message.Problem) bool { return !p.IsUnchecked() })
}
