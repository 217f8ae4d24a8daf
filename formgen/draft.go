package formgen

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// DraftVersion is the version of what [Form.Draft] captures.
//
// Not stable, see the package comment.
const DraftVersion = 1

// Draft is all that was done to a form, so that it can go on another day: also
// texts that are no value yet, branches, what is omitted and null. Secrets are
// left out.
//
// Not stable, see the package comment.
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
	Value   kept         `json:"value,omitzero"`    // chosen
	Several []kept       `json:"several,omitempty"` // chosen of a list of choices, in drafts from before it was one value
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

// The presences in a draft; one that is omitted has no text.
var (
	presenceTexts = map[Presence]string{Null: "null", Set: "set"}
	presences     = map[string]Presence{"null": Null, "set": Set}
)

// Draft captures the form as it is now. What it gives shares nothing with the
// form that changes, so that it can be encoded in another goroutine.
func (f *Form) Draft() Draft {
	d := Draft{Version: DraftVersion}
	d.Root = d.capture(f.root)
	return d
}

func (d *Draft) capture(x *Field) state {
	s := state{Touched: x.touched, Kind: x.kind.String(), Origin: x.origin, Is: presenceTexts[x.presence], Extra: x.extra}
	if !x.IsItem() {
		s.Name = x.name
	}
	if isWithheld(x) {
		d.Withheld++
		return s
	}
	s.Text, s.Behind, s.JSON, s.Flipped = x.text, x.savedText, x.asJSON, x.flipped
	if x.chosen != nil {
		s.Value = kept{x.chosen}
	}
	s.Picks = maps.Clone(x.picks) // it is changed while a draft is encoded in another goroutine
	if v := x.Value(); v != nil && (x.parent == nil || x.base.IsConditional()) && !x.base.HoldsSecret(v) {
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
func isWithheld(x *Field) bool {
	if !x.form.doc.NamesSecrets() {
		return false
	}
	if x.IsSecret() {
		return x.text != "" || x.chosen != nil || len(x.children) > 0
	}
	if x.Kind() != schema.JSON || x.text == "" {
		return false
	}
	v, _ := kinds[schema.JSON].parse(x)
	return v == nil || x.base.HoldsSecret(v)
}

// ErrDraft says that a draft cannot be read.
//
// Not stable, see the package comment.
var ErrDraft = errors.New("the draft cannot be read")

// Restore puts the form into the state of a draft of the same schema. What the
// form held comes back with [Form.Undo]. It fails with [ErrDraft] where data is
// no draft, or one of a later version, and then changes nothing.
func (f *Form) Restore(data []byte) error {
	var d Draft
	if err := json.Unmarshal(data, &d); err != nil {
		return fmt.Errorf("%w: it is damaged", ErrDraft)
	}
	if d.Version != DraftVersion {
		return fmt.Errorf("%w: it is of version %d, and this a2aform knows %d", ErrDraft, d.Version, DraftVersion)
	}
	fresh := f.newRoot()
	f.loader.made = 0
	d.Root.restore(fresh)
	fresh.forget()
	if v := d.Root.Asked.Value; v != nil && !ojson.Equal(v, fresh.Value()) {
		fresh = f.newRoot() // the state says less than the value, which counts
		f.loader.loadWithin(fresh, v)
	}
	f.replaceRoot(fresh)
	return nil
}

// restore does to a field what was done to it before. What the schema
// does not have any more is left out.
func (s *state) restore(f *Field) {
	s.restorePicks(f)
	if s.Kind != f.kind.String() { // only the value brought the schemas that applied, where that made JSON text of the field
		if v, err := ojson.Parse([]byte(s.Text), ojson.DataLimits); err == nil {
			f.form.loader.load(f, v)
		}
	}
	f.presence = presences[s.Is]
	f.asJSON, f.flipped = s.JSON && f.kind != schema.JSON, s.Flipped
	f.text, f.savedText = s.Text, s.Behind
	f.chosen = s.chosen()
	kinds[f.kind].restore(f, s)
	f.touched, f.origin, f.fresh = s.Touched, s.Origin, false
	f.version++
	f.forget()
	f.recompute()
	f.check(f)
}

// chosen is what was chosen, nil for nothing.
func (s *state) chosen() *ojson.Value {
	if len(s.Several) == 0 {
		return s.Value.Value
	}
	var items []*ojson.Value
	for _, v := range s.Several {
		if v.Value != nil {
			items = append(items, v.Value)
		}
	}
	return ojson.NewArray(items...)
}

// restorePicks chooses the branches that were chosen, outermost first: an inner
// union is there only because of an outer one, or of the value that conditions
// asked about.
func (s *state) restorePicks(f *Field) {
	saved, asked := s.Picks, s.Asked.Value
	if len(saved) == 0 && asked == nil {
		return
	}
	picks := schema.Picks{}
	f.setLocation(f.base.Resolve(picks, asked))
	for range saved {
		before := len(picks)
		for _, u := range f.loc.Unions() {
			if branch, ok := saved[u.Key]; ok && branch >= -1 && branch < len(u.Branches) {
				picks[u.Key] = branch
			}
		}
		if len(picks) == before {
			break
		}
		f.setLocation(f.base.Resolve(picks, asked))
	}
	f.picks = picks
}
