package schema

import (
	"slices"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// annotation is the first value of a keyword among the schemas that apply: the
// place that refers speaks before what it refers to.
func (p Place) annotation(keyword string) *ojson.Value {
	if p.doc == nil || !p.doc.mention(keyword) {
		return nil
	}
	for _, s := range p.schemas() {
		if v := p.node(s).Get(keyword); v.Exists() {
			return v
		}
	}
	return nil
}

func (p Place) text(keyword string) safe.Raw {
	for _, s := range p.schemas() {
		if v := p.node(s).Get(keyword); v.Is(ojson.String) {
			return safe.Text(v.Text())
		}
	}
	return safe.Raw{}
}

// Schema is the schema of the place itself as it was written, nil where none
// applies.
func (p Place) Schema() *ojson.Value {
	if !p.IsKnown() {
		return nil
	}
	return p.node(p.entries[0])
}

// Title is the name that the schema gives this place; empty if it gives none.
// What was compiled knows it too, but for the titles beside a reference that
// drafts up to 7 ignore.
func (p Place) Title() safe.Raw {
	for _, s := range p.schemas() {
		if s.Title != "" {
			return safe.Text(s.Title)
		}
		if s.Ref != nil {
			if v := p.node(s).Get("title"); v.Is(ojson.String) {
				return safe.Text(v.Text())
			}
		}
	}
	return safe.Raw{}
}

// MemberTitle is the title that the schema of a member or an item gives that place
// itself. That of the type it refers to names the type, not the member; see
// [Place.TypeTitle].
func (p Place) MemberTitle() safe.Raw {
	if !p.IsKnown() {
		return safe.Raw{}
	}
	for _, s := range p.entries {
		if s.Title != "" {
			return safe.Text(s.Title)
		}
		if v := p.node(s).Get("title"); v.Is(ojson.String) && v.Text() != "" {
			return safe.Text(v.Text())
		}
	}
	return safe.Raw{}
}

// TypeTitle is the title of the type that the place refers to, empty where it refers
// to none or the type has none.
func (p Place) TypeTitle() safe.Raw {
	for _, s := range p.schemas() {
		if s.Title != "" && !slices.Contains(p.entries, s) {
			return safe.Text(s.Title)
		}
	}
	return safe.Raw{}
}

// Description explains this place, by ui:help where there is no description; empty if
// the schema does not.
func (p Place) Description() safe.Raw {
	if text := p.text("description"); !text.IsEmpty() {
		return text
	}
	return p.hint("ui:help")
}

// Format is the declared format ("date", "email", …), "" if there is none.
func (p Place) Format() safe.Raw { return p.text("format") }

// Default is the declared default exactly as written, nil if there is none.
func (p Place) Default() *ojson.Value { return p.annotation("default") }

// Examples are the declared examples exactly as written.
func (p Place) Examples() []*ojson.Value { return p.annotation("examples").Items() }

// IsReadOnly reports that the agent sets this place, not the user.
func (p Place) IsReadOnly() bool { return p.annotation("readOnly").Bool() }

// IsWriteOnly reports that the place holds a secret: shown masked, stored
// nowhere.
func (p Place) IsWriteOnly() bool { return p.annotation("writeOnly").Bool() }

// IsDeprecated reports that the place should not be used any more.
func (p Place) IsDeprecated() bool { return p.annotation("deprecated").Bool() }

// unitKeywords are the annotations that name the unit of a number; JSON Schema
// has none of its own.
var unitKeywords = []string{"x-unit", "unit", "units", "x-units", "unitText"}

// Unit is the unit of a number ("km", "EUR"); empty if the schema names none.
func (p Place) Unit() safe.Raw {
	for _, keyword := range unitKeywords {
		if v := p.annotation(keyword); v.Is(ojson.String) {
			return safe.Text(v.Text())
		}
	}
	return safe.Raw{}
}

// Encoding says how bytes are written in this text: "base64", "base64url" or
// "data-url"; "" where the text is none that stands for bytes.
func (p Place) Encoding() string {
	encoding := p.text("contentEncoding").Exact()
	if encoding == "" {
		encoding = p.Format().Exact()
	}
	switch encoding {
	case "base64", "byte", "binary":
		return "base64"
	case "base64url", "data-url":
		return encoding
	}
	return ""
}

// MediaType is the declared media type of the content of a text, such as
// "text/markdown"; empty if there is none.
func (p Place) MediaType() safe.Raw { return p.text("contentMediaType") }
