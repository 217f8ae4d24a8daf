package formgen

import (
	"encoding/json"
	"errors"
	"fmt"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// ErrDraft says that a draft cannot be read.
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
	f.budgetUsed = 0
	fresh.restoreState(&d.Root)
	fresh.forget()
	if v := d.Root.Asked.Value; v != nil && !ojson.Equal(v, fresh.value()) {
		fresh = f.newRoot() // the state says less than the value, which counts
		f.fitting(v, func() { fresh.load(v) })
	}
	f.replaceRoot(fresh)
	return nil
}

// restoreState does to the field what was done to it before. What the schema
// does not have any more is left out.
func (f *Field) restoreState(s *state) {
	f.offers = s.Offers
	f.restorePicks(s.Picks, s.Asked.Value)
	f.restoreShape(s)
	f.presence = presenceOf(s.Is)
	f.asJSON, f.flipped = s.JSON && f.kind != schema.JSON, s.Flipped
	f.text = s.Text
	f.savedText = s.Behind
	f.restoreChoices(s)
	f.restoreBelow(s)
	f.touched, f.origin, f.fresh = s.Touched, s.Origin, false
	f.version++
	f.forget()
	f.recompute()
	f.check()
}

// parsed is the value of what was kept, nil for nothing.
func parsed(raw []byte) *ojson.Value {
	v, err := ojson.Parse(raw, ojson.DataLimits)
	if err != nil {
		return nil
	}
	return v
}

func presenceOf(word string) Presence {
	for p, w := range presenceTexts {
		if w == word {
			return p
		}
	}
	return Omitted
}

// restorePicks chooses the branches that were chosen, outermost first: an inner
// union is there only because of an outer one, or of the value that conditions
// asked about.
func (f *Field) restorePicks(saved schema.Picks, asked *ojson.Value) {
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

// restoreShape lets the schemas apply that only the value brought, where that
// made JSON text of the field.
func (f *Field) restoreShape(s *state) {
	if s.Kind == f.kind.String() {
		return
	}
	if v := parsed([]byte(s.Text)); v != nil {
		f.load(v)
	}
}

func (f *Field) restoreChoices(s *state) {
	f.chosen = s.Value.Value
	var several []*ojson.Value
	for _, v := range s.Several {
		if v.Value != nil {
			several = append(several, v.Value)
		}
	}
	if several != nil {
		f.several = several
	}
}

// restoreBelow restores what is in an object or a list. Members may come only with others.
func (f *Field) restoreBelow(s *state) {
	switch f.kind {
	case schema.Object:
		if f.presence == Set || len(s.Members) > 0 {
			f.expand()
		}
		f.regroup(false) // conditions may have brought members since it was made
		f.restoreMembers(s.Members)
	case schema.Array:
		f.children = make([]*Field, len(s.Items))
		for i := range s.Items {
			f.children[i] = newField(f.form, f, "", f.loc.Item(i), true)
		}
		f.renumber()
		for i := range s.Items {
			f.children[i].begin()
			f.children[i].restoreState(&s.Items[i])
		}
	default:
		f.children = nil
	}
}

// restoreMembers restores the members that exist, then the members that these
// add. One that is declared only while it is there itself is added.
func (f *Field) restoreMembers(members []state) {
	done := make([]bool, len(members))
	for round := range maxRounds {
		some := false
		for i := range members {
			if !done[i] && f.restoreMember(&members[i], members[i].Extra || members[i].Is != "" && round == maxRounds-1) {
				done[i], some = true, true
			}
		}
		if some {
			f.forget()
			f.recompute()
		}
	}
}

func (f *Field) restoreMember(s *state, add bool) bool {
	c := f.child(s.Name)
	if c == nil && add {
		c = newField(f.form, f, s.Name, f.loc.Property(s.Name), false)
		c.extra = true
		f.children = append(f.children, c)
	}
	if c == nil {
		return false
	}
	c.restoreState(s)
	return true
}
