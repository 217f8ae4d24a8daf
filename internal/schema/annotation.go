package schema

import (
	"slices"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// annotation is the first value of a keyword among the schemas that apply: the
// location that refers speaks before what it refers to.
func (l Location) annotation(keyword string) *ojson.Value {
	if l.doc == nil || !l.doc.compiled.mention(keyword) {
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
	if l.doc == nil || !l.doc.compiled.mention(keyword) {
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

// IsSecret reports a location whose value must be masked and never be stored: the schema
// says so, or it is a text whose name says so; see [Location.IsSecretByName].
func (l Location) IsSecret() bool {
	return l.annotation("writeOnly").Bool() || l.Format().Exact() == "password" || l.annotation("ui:widget").Text() == "password" || l.IsSecretByName()
}

// IsSecretByName reports a text whose member name or title ends in a word for a secret,
// unless [Document.SetNotSecret] has the name.
func (l Location) IsSecretByName() bool {
	return l.secretName != nil && l.Kind().IsString() && !l.doc.isNotSecret(*l.secretName)
}

// secretNames are how the names of secrets end, in lower case and without what
// separates words.
var secretNames = [][]string{
	{"password"}, {"passwd"}, {"passphrase"}, {"secret"}, {"api", "key"}, {"apikey"}, {"access", "token"}, {"api", "token"}, {"auth", "token"}, {"bearer"}, {"private", "key"},
}

// isSecretName reports a name that ends, split at case and punctuation, in a word for
// a secret.
func isSecretName(name string) bool {
	all := safe.Words(name)
	return slices.ContainsFunc(secretNames, func(end []string) bool {
		return len(all) >= len(end) && slices.Equal(all[len(all)-len(end):], end)
	})
}

// HoldsSecret reports whether a value holds a secret, at this location or anywhere
// in it. A value that takes too long to look through counts as one that does.
func (l Location) HoldsSecret(v *ojson.Value) bool {
	if !v.Exists() || !l.IsKnown() || !l.doc.NamesSecrets() {
		return false
	}
	return l.holdsSecret(v, time.Now().Add(limit.ValidateTime.Duration()))
}

func (l Location) holdsSecret(v *ojson.Value, until time.Time) bool {
	switch {
	case !l.IsKnown():
		return false
	case l.IsSecret() || time.Now().After(until):
		return true
	}
	l = l.For(v)
	for _, m := range v.Members() {
		if l.Property(m.Name).holdsSecret(m.Value, until) {
			return true
		}
	}
	for i, item := range v.Items() {
		if l.Item(i).holdsSecret(item, until) {
			return true
		}
	}
	return false
}

// MaskSecrets returns a value with a mask in place of each secret, at this location and anywhere in it. Of a value that takes too long
// to look through, the rest is masked.
func (l Location) MaskSecrets(v *ojson.Value, mask string) *ojson.Value {
	if !v.Exists() || !l.IsKnown() || !l.doc.NamesSecrets() {
		return v
	}
	return l.maskSecrets(v, ojson.NewString(mask), time.Now().Add(limit.ValidateTime.Duration()))
}

func (l Location) maskSecrets(v, mask *ojson.Value, until time.Time) *ojson.Value {
	switch {
	case !l.IsKnown() || v.Is(ojson.Null):
		return v
	case l.IsSecret() || time.Now().After(until):
		return mask
	}
	l = l.For(v)
	switch v.Kind() {
	case ojson.Object:
		members := slices.Clone(v.Members())
		for i, m := range members {
			members[i].Value = l.Property(m.Name).maskSecrets(m.Value, mask, until)
		}
		return ojson.NewObject(members...)
	case ojson.Array:
		items := slices.Clone(v.Items())
		for i, item := range items {
			items[i] = l.Item(i).maskSecrets(item, mask, until)
		}
		return ojson.NewArray(items...)
	}
	return v
}

// NamesSecrets reports whether the schema makes a secret of anything, but for names that
// [Document.SetNotSecret] cleared before the first call.
func (d *Document) NamesSecrets() bool {
	d.onceSecrets.Do(func() { d.secrets = d.namesSecrets(d.raw, "") })
	return d.secrets
}

// SetNotSecret says which member names suggest a secret and by the user's word contain
// none. It is safe for use by several goroutines.
func (d *Document) SetNotSecret(names []string) {
	names = slices.Clone(names)
	d.notSecret.Store(&names)
}

func (d *Document) isNotSecret(name string) bool {
	names := d.notSecret.Load()
	return names != nil && slices.Contains(*names, name)
}

// namesSecrets reports a secret in a part of the schema that stands under a name.
func (d *Document) namesSecrets(v *ojson.Value, name string) bool {
	if (isSecretName(name) || isSecretName(v.Get("title").Text())) && !d.isNotSecret(name) {
		return true
	}
	if v.Get("writeOnly").Bool() || v.Get("format").Text() == "password" || v.Get("ui:widget").Text() == "password" {
		return true
	}
	for _, keyword := range []string{"additionalProperties", "unevaluatedProperties"} {
		if v.Get(keyword).Is(ojson.Object) {
			return true // its members may have any name
		}
	}
	if v.Get("patternProperties").Len() > 0 {
		return true
	}
	return slices.ContainsFunc(v.Members(), func(m ojson.Member) bool { return d.namesSecrets(m.Value, m.Name) }) ||
		slices.ContainsFunc(v.Items(), func(item *ojson.Value) bool { return d.namesSecrets(item, "") })
}
