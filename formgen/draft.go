package formgen

import (
	"maps"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// DraftVersion is the version of what [Form.Draft] captures.
const DraftVersion = 1

// Draft is all that was done to a form, so that it can go on another day: also
// texts that are no value yet, branches, what is omitted and null. Secrets are
// left out.
type Draft struct {
	Version int   `json:"version"`
	Root    state `json:"root"`
	// Withheld is how many secrets were filled in and are not in the draft.
	Withheld int `json:"withheld,omitempty"`
}

// state is what the user did to one field and to those below it.
type state struct {
	Name    string       `json:"name,omitempty"`    // of a member
	Extra   bool         `json:"extra,omitempty"`   // the schema does not declare the member
	Touched bool         `json:"touched,omitempty"` // by the user or a preset
	Kind    string       `json:"kind,omitempty"`    // of the field as it is typed
	Origin  Origin       `json:"origin,omitempty"`
	Is      string       `json:"is,omitempty"`      // "set", "null"; "" is omitted
	Text    string       `json:"text,omitempty"`    // typed
	Behind  string       `json:"behind,omitempty"`  // typed, behind the JSON text
	JSON    bool         `json:"json,omitempty"`    // shown as JSON text
	Flipped bool         `json:"flipped,omitempty"` // by the user's wish
	Offers  bool         `json:"offers,omitempty"`  // the user can add names
	Value   kept         `json:"value,omitzero"`    // chosen
	Several []kept       `json:"several,omitempty"` // chosen, of a list of choices
	Picks   schema.Picks `json:"picks,omitempty"`   // branches, by the keys of their unions
	Asked   kept         `json:"asked,omitzero"`    // the whole value, of the root and where conditions ask about it
	Members []state      `json:"members,omitempty"` // the touched ones
	Items   []state      `json:"items,omitempty"`   // all
}

// kept is a value of a draft. Values do not change, so it is written when the draft
// is encoded.
type kept struct{ *ojson.Value }

// MarshalJSON writes the value as it is sent.
func (k kept) MarshalJSON() ([]byte, error) { return k.Compact(), nil }

// UnmarshalJSON reads a value; one that is none is left out.
func (k *kept) UnmarshalJSON(data []byte) error {
	k.Value, _ = ojson.Parse(data, ojson.DataLimits)
	return nil
}

var presenceTexts = map[Presence]string{Null: "null", Set: "set"}

// Draft captures the form as it is now. What it gives shares nothing with the
// form that changes, so that it can be encoded in another goroutine.
func (f *Form) Draft() Draft {
	d := Draft{Version: DraftVersion}
	d.Root = d.capture(f.root)
	return d
}

func (d *Draft) capture(x *Field) state {
	s := state{Touched: x.touched, Kind: x.kind.String(), Origin: x.origin, Is: presenceTexts[x.presence], Extra: x.extra, Offers: x.offers}
	if !x.IsItem() {
		s.Name = x.name
	}
	if x.isWithheld() {
		d.Withheld++
		return s
	}
	s.Text, s.Behind, s.JSON, s.Flipped = x.text, x.savedText, x.asJSON, x.flipped
	if x.chosen != nil {
		s.Value = kept{x.chosen}
	}
	for _, v := range x.several {
		s.Several = append(s.Several, kept{v})
	}
	s.Picks = maps.Clone(x.picks) // it is changed while a draft is encoded in another goroutine
	if v := x.value(); v != nil && (x.root || x.base.IsConditional()) && !x.base.HoldsSecret(v) {
		s.Asked = kept{v}
	}
	d.captureBelow(x, &s)
	return s
}

func (d *Draft) captureBelow(x *Field, s *state) {
	for _, c := range x.children {
		below := d.capture(c)
		switch {
		case x.kind == schema.Array:
			s.Items = append(s.Items, below)
		case c.touched || c.extra || c.presence != Omitted || len(below.Members) > 0:
			s.Members = append(s.Members, below)
		}
	}
}

// isWithheld reports a field whose content must not be kept. JSON text that is
// no value may hold a secret wherever the schema names any.
func (f *Field) isWithheld() bool {
	if !f.form.doc.NamesSecrets() {
		return false
	}
	if f.IsSecret() {
		return f.text != "" || f.chosen != nil || len(f.children) > 0
	}
	if f.Kind() != schema.JSON || f.text == "" {
		return false
	}
	v, err := f.parseJSON()
	return err != nil || f.base.HoldsSecret(v)
}
