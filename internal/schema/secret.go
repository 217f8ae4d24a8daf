package schema

import (
	"slices"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// IsSecret reports a location whose value must be masked and never be stored: the schema
// says so, or it is a text whose name says so; see [Location.IsSecretByName].
func (l Location) IsSecret() bool {
	return l.annotation("writeOnly").Bool() || l.Format().Exact() == "password" || l.annotation("ui:widget").Text() == "password" || l.IsSecretByName()
}

// IsSecretByName reports a text whose member name or title ends in a word for a secret,
// unless [Document.SetNotSecret] has the name.
func (l Location) IsSecretByName() bool {
	return l.secretName != nil && l.Kind() == String && !l.doc.isNotSecret(*l.secretName)
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
