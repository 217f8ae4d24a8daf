package huhform

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// act handles the keys that change the form's structure; false means that the
// key is for the field.
func (p *Page) act(msg tea.KeyPressMsg) (Event, bool) {
	x := p.Focused()
	switch {
	case key.Matches(msg, Keys.Presence), msg.String() == "space" && !p.IsTyping() && p.live == nil:
		p.cyclePresence(x)
	case key.Matches(msg, Keys.Default):
		x.UseDefault()
		p.Refresh()
		p.enliven()
	case key.Matches(msg, Keys.JSON):
		return p.flip(x), true
	case key.Matches(msg, Keys.Undo):
		p.undo()
	case key.Matches(msg, Keys.Add), msg.String() == "+" && p.row().Kind != formgen.Edit:
		return p.addNear(x), true
	case key.Matches(msg, Keys.Rename):
		return p.rename(x), true
	case key.Matches(msg, Keys.Remove), msg.String() == "-" && p.row().Kind == formgen.Open:
		p.remove(x)
	case key.Matches(msg, Keys.MoveUp):
		p.shift(x, -1)
	case key.Matches(msg, Keys.MoveDown):
		p.shift(x, 1)
	default:
		return Event{}, false
	}
	return Event{}, true
}

// flip keeps the focus at the place that was flipped, or at its first field.
func (p *Page) flip(x *formgen.Field) Event {
	pointer := x.Pointer()
	event := FlipJSON(p.form, x)
	if event.Bad {
		p.Seek(event)
		return event
	}
	p.Refresh()
	if x := p.form.At(pointer); x != nil {
		p.Focus(x)
	}
	p.enliven()
	return event
}

func (p *Page) cyclePresence(x *formgen.Field) {
	x.CyclePresence()
	p.Refresh()
	p.enliven()
}

func (p *Page) undo() {
	pointer, ok := p.form.Undo()
	if !ok {
		return
	}
	p.Refresh()
	if x := p.form.At(pointer); x != nil {
		p.Focus(x)
	}
	p.enliven()
}

// listAround is the list that x is, or the nearest around it, and the position
// of x in it (the last for the list itself).
func (p *Page) listAround(x *formgen.Field) (*formgen.Field, int) {
	if x.Kind() == schema.Array {
		return x, len(x.Children()) - 1
	}
	for ; x != nil; x = x.Parent() {
		if x.IsItem() {
			return x.Parent(), x.Index()
		}
	}
	return nil, 0
}

// addNear adds to the nearest list or map around a field, or a member that is
// not declared to the object it is in.
func (p *Page) addNear(x *formgen.Field) Event {
	if list, i := p.listAround(x); list != nil {
		return p.add(list, i+1)
	}
	for ; x != nil; x = x.Parent() {
		if x.Kind() == schema.Object && x.Presence() == formgen.Set && p.offerKeys(x) {
			return Event{}
		}
	}
	return say("there is no list here to add to, and the object takes no other fields")
}

// add inserts an item and goes to it: a scalar gets the focus, an object its
// own page.
func (p *Page) add(list *formgen.Field, i int) Event {
	if !list.CanAppend() {
		return Event{}
	}
	item := list.Insert(i)
	p.Refresh()
	p.Focus(item)
	if r := p.row(); r.Kind == formgen.Open && r.Field == item {
		return Event{Open: item}
	}
	return Event{}
}

func (p *Page) remove(x *formgen.Field) {
	if x.IsExtra() {
		x.Parent().Remove(x.Index())
		p.Refresh()
		p.enliven()
		return
	}
	list, i := p.listAround(x)
	if list == nil || x == list {
		return
	}
	list.Remove(i)
	p.Refresh()
	if left := list.Children(); len(left) > 0 {
		p.Focus(left[min(i, len(left)-1)])
	}
	p.enliven()
}

func (p *Page) shift(x *formgen.Field, step int) {
	list, i := p.listAround(x)
	if list == nil || x == list {
		return
	}
	list.Move(i, i+step)
	p.Refresh()
	p.Focus(x)
}

// NextProblem is the problem after the focused field, in the order of the form,
// and after the last the first; nil if none is shown.
func (p *Page) NextProblem() *formgen.Field {
	showing := p.form.Showing()
	var fields []*formgen.Field
	for _, l := range p.form.Problems() {
		if len(showing[l.Field]) > 0 && !slices.Contains(fields, l.Field) {
			fields = append(fields, l.Field)
		}
	}
	if len(fields) == 0 {
		return nil
	}
	at := slices.Index(fields, p.Focused())
	return fields[(at+1)%len(fields)]
}
