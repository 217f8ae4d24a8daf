package schema

import (
	"slices"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// annotation is the first value of a keyword among the schemas that apply: the
// location that refers speaks before what it refers to.
func (l Location) annotation(keyword string) *ojson.Value {
	if l.doc == nil || !l.doc.compiled.Mention(keyword) {
		return nil
	}
	for _, s := range l.schemas() {
		if v := l.Node(s).Get(keyword); v.Exists() {
			return v
		}
	}
	return nil
}

// text is the first text of a keyword among the schemas that apply.
func (l Location) text(keyword string) safe.Raw {
	if l.doc == nil || !l.doc.compiled.Mention(keyword) {
		return safe.Raw{}
	}
	for _, s := range l.schemas() {
		if v := l.Node(s).Get(keyword); v.Is(ojson.String) {
			return safe.Text(v.Text())
		}
	}
	return safe.Raw{}
}

// Schema is the schema of the location itself as it was written, nil where none
// applies.
func (l Location) Schema() *ojson.Value {
	if !l.IsKnown() {
		return nil
	}
	return l.Node(l.entries[0])
}

// Title is the name that the schema gives this location; empty if it gives none.
// What was compiled knows it too, but for the titles next to a reference that
// drafts up to 7 ignore.
func (l Location) Title() safe.Raw {
	for _, s := range l.schemas() {
		if s.Title != "" {
			return safe.Text(s.Title)
		}
		if s.Ref != nil {
			if v := l.Node(s).Get("title"); v.Is(ojson.String) {
				return safe.Text(v.Text())
			}
		}
	}
	return safe.Raw{}
}

// MemberTitle is the title that the schema of a member or an item gives that location
// itself. That of the type it refers to names the type, not the member; see
// [Location.TypeTitle].
func (l Location) MemberTitle() safe.Raw {
	if !l.IsKnown() {
		return safe.Raw{}
	}
	for _, s := range l.entries {
		if s.Title != "" {
			return safe.Text(s.Title)
		}
		if v := l.Node(s).Get("title"); v.Is(ojson.String) && v.Text() != "" {
			return safe.Text(v.Text())
		}
	}
	return safe.Raw{}
}

// TypeTitle is the title of the type that the location refers to, empty where it refers
// to none or the type has none.
func (l Location) TypeTitle() safe.Raw {
	for _, s := range l.schemas() {
		if s.Title != "" && !slices.Contains(l.entries, s) {
			return safe.Text(s.Title)
		}
	}
	return safe.Raw{}
}

// Description explains this location, by ui:help where there is no description; empty if
// the schema does not.
func (l Location) Description() safe.Raw {
	if text := l.text("description"); !text.IsEmpty() {
		return text
	}
	return l.text("ui:help")
}

// Default is the declared default exactly as written, nil if there is none.
func (l Location) Default() *ojson.Value { return l.annotation("default") }

// Examples are the declared examples exactly as written, or the constants of a condition
// or an anyOf that takes other texts too.
func (l Location) Examples() []*ojson.Value {
	for _, s := range l.schemas() {
		if choices := writtenChoices(s); choices != nil && s.AnyOf == nil {
			return valuesOf(choices)
		}
	}
	return l.annotation("examples").Items()
}

// IsReadOnly reports that the agent sets this location, not the user.
func (l Location) IsReadOnly() bool { return l.annotation("readOnly").Bool() }

// IsDeprecated reports that the location should not be used any more.
func (l Location) IsDeprecated() bool { return l.annotation("deprecated").Bool() }

// unitKeywords are the annotations that name the unit of a number; JSON Schema
// has none of its own.
var unitKeywords = []string{"x-unit", "unit", "units", "x-units", "unitText"}

// Unit is the unit of a number ("km", "EUR"); empty if the schema names none.
func (l Location) Unit() safe.Raw {
	for _, keyword := range unitKeywords {
		if unit := l.text(keyword); !unit.IsEmpty() {
			return unit
		}
	}
	return safe.Raw{}
}
