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
	f.made = 0
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
func (x *Field) restoreState(s *state) {
	x.offers = s.Offers
	x.restorePicks(s.Picks, s.Asked.Value)
	x.restoreShape(s)
	x.presence = presenceOf(s.Is)
	x.asJSON, x.flipped = s.JSON && x.kind != schema.JSON, s.Flipped
	x.text = s.Text
	if s.Behind != "" {
		x.change(func(c *seldom) { c.behind = s.Behind })
	}
	x.restoreChoices(s)
	x.restoreBelow(s)
	x.touched, x.origin, x.fresh = s.Touched, s.Origin, false
	x.stamp++
	x.forget()
	x.reshape()
	x.check()
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
	for p, w := range presenceWords {
		if w == word {
			return p
		}
	}
	return Absent
}

// restorePicks chooses the branches that were chosen, outermost first: an inner
// union is there only because of an outer one, or of the value that conditions
// asked about.
func (x *Field) restorePicks(saved schema.Picks, asked *ojson.Value) {
	if len(saved) == 0 && asked == nil {
		return
	}
	picks := schema.Picks{}
	x.setPlace(x.base.Resolve(picks, asked))
	for range saved {
		before := len(picks)
		for _, u := range x.place.Unions() {
			if branch, ok := saved[u.Key]; ok && branch >= -1 && branch < len(u.Branches) {
				picks[u.Key] = branch
			}
		}
		if len(picks) == before {
			break
		}
		x.setPlace(x.base.Resolve(picks, asked))
	}
	x.change(func(c *seldom) { c.picks = picks })
}

// restoreShape lets the schemas apply that only the value brought, where that
// made JSON text of the field.
func (x *Field) restoreShape(s *state) {
	if s.Kind == x.kind.String() {
		return
	}
	if v := parsed([]byte(s.Text)); v != nil {
		x.load(v)
	}
}

func (x *Field) restoreChoices(s *state) {
	x.chosen = s.Value.Value
	var several []*ojson.Value
	for _, v := range s.Several {
		if v.Value != nil {
			several = append(several, v.Value)
		}
	}
	if several != nil {
		x.setSeveral(several)
	}
}

// restoreBelow restores what is in an object or a list. Members may come only
// with the value of others.
func (x *Field) restoreBelow(s *state) {
	switch x.kind {
	case schema.Object:
		if x.presence == Set || len(s.Members) > 0 {
			x.grow()
		}
		x.restoreMembers(s.Members)
	case schema.Array:
		x.children = make([]*Field, len(s.Items))
		for i := range s.Items {
			x.children[i] = newField(x.form, x, "", x.place.Item(i), true)
		}
		x.renumber()
		for i := range s.Items {
			x.children[i].begin()
			x.children[i].restoreState(&s.Items[i])
		}
	default:
		x.children = nil
	}
}

// restoreMembers restores the members that there are, then those that these
// bring. One that is declared only while it is there itself is added.
func (x *Field) restoreMembers(members []state) {
	done := make([]bool, len(members))
	for round := range mostRounds {
		some := false
		for i := range members {
			if !done[i] && x.restoreMember(&members[i], members[i].Extra || members[i].Is != "" && round == mostRounds-1) {
				done[i], some = true, true
			}
		}
		if some {
			x.forget()
			x.reshape()
		}
	}
}

func (x *Field) restoreMember(s *state, add bool) bool {
	c := x.child(s.Name)
	if c == nil && add {
		c = newField(x.form, x, s.Name, x.place.Property(s.Name), false)
		c.extra = true
		x.children = append(x.children, c)
	}
	if c == nil {
		return false
	}
	c.restoreState(s)
	return true
}
