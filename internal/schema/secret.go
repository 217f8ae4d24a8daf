package schema

import (
	"slices"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// IsSecret reports a place whose value must be masked and never be stored.
func (p Place) IsSecret() bool {
	return p.IsWriteOnly() || p.Format().Exact() == "password"
}

// HoldsSecret reports whether a value holds a secret, at this place or anywhere
// in it. A value that takes too long to look through counts as one that does.
func (p Place) HoldsSecret(v *ojson.Value) bool {
	if !v.Exists() || !p.IsKnown() || !p.doc.NamesSecrets() {
		return false
	}
	return p.holdsSecret(v, time.Now().Add(limit.JudgeTime.Duration()))
}

func (p Place) holdsSecret(v *ojson.Value, until time.Time) bool {
	switch {
	case !p.IsKnown():
		return false
	case p.IsSecret() || time.Now().After(until):
		return true
	}
	p = p.For(v)
	for _, m := range v.Members() {
		if p.Property(m.Name).holdsSecret(m.Value, until) {
			return true
		}
	}
	for i, item := range v.Items() {
		if p.Item(i).holdsSecret(item, until) {
			return true
		}
	}
	return false
}

// NamesSecrets reports whether the schema makes a secret of anything.
func (d *Document) NamesSecrets() bool {
	d.onceSecrets.Do(func() { d.secrets = namesSecrets(d.raw) })
	return d.secrets
}

func namesSecrets(v *ojson.Value) bool {
	if v.Get("writeOnly").Bool() || v.Get("format").Text() == "password" {
		return true
	}
	return slices.ContainsFunc(v.Members(), func(m ojson.Member) bool { return namesSecrets(m.Value) }) ||
		slices.ContainsFunc(v.Items(), namesSecrets)
}
