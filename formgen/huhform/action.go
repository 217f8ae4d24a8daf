package huhform

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
)

func (p *Page) cyclePresence(x *formgen.Field) Event {
	if len(x.Presences()) < 2 {
		switch {
		case x.Presence() == formgen.Set && (x.IsItem() || x.IsExtra()):
			return say("%s removes %s", shortcut.InProse(Keys.Remove), name(x))
		case x.Presence() == formgen.Set:
			return say("%s is always sent", name(x))
		}
	}
	if x.NextPresence() == x.Presence() {
		return say("fill in %s to send it", name(x))
	}
	had := x.Presence() == formgen.Set && len(x.Children()) > 0
	x.SetPresence(x.NextPresence())
	p.Refresh()
	p.rebuildEditor()
	if had && x.Presence() != formgen.Set {
		return say("%s is left out; %s brings it back", name(x), shortcut.InProse(Keys.Undo))
	}
	return Event{}
}

func (p *Page) useDefault(x *formgen.Field) Event {
	if x.Offered() == nil {
		return say("%s has no default and no example", name(x))
	}
	x.UseDefault()
	p.Refresh()
	p.rebuildEditor()
	return Event{}
}

// step goes to the next number that the schema allows.
func (p *Page) step(x *formgen.Field, up bool) Event {
	if !changeByStep(x, up) {
		return say("there is no next number: %s", words.Hint(x))
	}
	p.rebuildEditor()
	return Event{}
}

// reveal shows a secret, and hides it again.
func (p *Page) reveal(x *formgen.Field) Event {
	if !x.IsSecret() {
		return say("%s holds no secret", name(x))
	}
	p.secrets.toggle(x)
	clear(p.cache)
	p.rebuildEditor()
	return Event{}
}

// secrets knows which secret is shown.
type secrets struct{ shown *formgen.Field }

// toggle shows a secret, or hides it again.
func (s *secrets) toggle(x *formgen.Field) {
	if s.shown == x {
		x = nil
	}
	s.shown = x
}

// masks reports a secret that is not shown.
func (s *secrets) masks(x *formgen.Field) bool { return x.IsSecret() && s.shown != x }

// clearSecret takes the user's word that a name contains no secret.
func clearSecret(_ *Page, x *formgen.Field) Event {
	if !x.Location().IsSecretByName() {
		return say("the name of %s says nothing of a secret", name(x))
	}
	return Event{NotSecret: x.Name()}
}

// flip keeps the focus at the location that was flipped, or at its first field.
func (p *Page) flip(x *formgen.Field) Event {
	p.form.Leave()
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
	p.rebuildEditor()
	return event
}

// flipGroup shows the object or the list around the focus as JSON text.
func (p *Page) flipGroup(x *formgen.Field) Event {
	group := p.Group()
	if group == nil {
		return say("%s is in no group on this page", name(x))
	}
	return p.flip(group)
}

// undo takes back the last step, and goes to where it was.
func (p *Page) undo(*formgen.Field) Event {
	if n := p.names.at(p.row().Row); n != nil && n.member == nil && n.text != "" {
		n.text = ""
		p.rebuildEditor()
		return Event{}
	}
	if p.bringWords() {
		return Event{}
	}
	pointer, ok := p.form.Undo()
	if !ok {
		return say("there is nothing to undo")
	}
	return p.goBackTo(pointer, "undone; "+shortcut.InProse(Keys.Redo)+" does it again")
}

// redo makes the step again that was taken back.
func (p *Page) redo(*formgen.Field) Event {
	pointer, ok := p.form.Redo()
	if !ok {
		return say("there is nothing to redo")
	}
	return p.goBackTo(pointer, "redone; "+shortcut.InProse(Keys.Undo)+" undoes it")
}

// goBackTo goes to where a step was that was taken back or made again.
func (p *Page) goBackTo(pointer, text string) Event {
	event, gone, was := say("%s", text), p.isGone(), p.fieldEditor
	p.fieldEditor = nil // it shows what was typed
	p.Refresh()
	if x := p.form.At(pointer); x != nil && (gone || !p.Focus(x)) {
		event.Go = x
		return event
	}
	p.rebuildEditor()
	if e := p.fieldEditor; e != nil && e.editor != nil && was != nil && was.editor != nil && was.row.Field == e.row.Field {
		e.editor.Seek(firstDifference(was.editor.Text(), e.editor.Text()))
	}
	return event
}

// firstDifference is the line and the column from which on a text differs from another.
func firstDifference(other, text string) (line, column int) {
	line, column = 1, 1
	rest := []rune(other)
	for i, r := range []rune(text) {
		if i >= len(rest) || rest[i] != r {
			break
		}
		column++
		if r == '\n' {
			line, column = line+1, 1
		}
	}
	return line, column
}

// listAround is the list that x is, or the nearest around it, and the position
// of x in it (the last for the list itself).
func listAround(x *formgen.Field) (*formgen.Field, int) {
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

const noList = "there is no list here to add to"

// insert adds an item after the focused one, or goes to the row that adds to
// the map or the object, where it has one.
func (p *Page) insert(x *formgen.Field) Event {
	for up := x; up != nil; up = up.Parent() {
		if up.Kind() == schema.Array || up.IsItem() {
			list, i := listAround(up)
			return p.add(list, i+1)
		}
		if i := p.rows.addKeyRow(up); i >= 0 {
			p.focusRow(i)
			return Event{}
		}
	}
	if takesKeys(x, p.At()) {
		return say("%s; %s adds a field of your own", noList, shortcut.InProse(Keys.AddField))
	}
	return say(noList)
}

// add inserts an item and goes to it: a scalar gets the focus, an object its
// own page.
func (p *Page) add(list *formgen.Field, i int) Event {
	if !list.CanAppend() {
		return say("the list is full: %s", list.Location().Bounds().Hint())
	}
	return p.enterNew(list.Insert(i))
}

// enterNew goes into an item: in its list if it is small, else to its page.
func (p *Page) enterNew(x *formgen.Field) Event {
	inPlace := x.Form().Pages().Open(x)
	p.Refresh()
	p.Focus(x)
	if r := p.row(); r.Field == x && r.Kind != formgen.Subpage || inPlace && isIn(r.Field, x) {
		return Event{}
	}
	return Event{Open: x}
}

func (p *Page) duplicate(x *formgen.Field) Event {
	list, i := listAround(x)
	switch {
	case list == nil || x == list:
		return say("only an item of a list can be duplicated")
	case !list.CanAppend():
		return say("the list is full: %s", list.Location().Bounds().Hint())
	}
	twin := list.Duplicate(i)
	p.Refresh()
	if p.rows.of(twin) < 0 {
		return Event{Open: twin}
	}
	p.Focus(twin)
	return say("item %d is a copy of item %d", i+2, i+1)
}

// removable is the item or entry that a row is, or the nearest around it, or an object on the way that may be left
// out: what can be removed. The row that adds to a list or a map is none of their items.
func removable(r formgen.Row) *formgen.Field {
	if r.Kind == formgen.Add || r.Kind == formgen.AddKey {
		return nil
	}
	for x := r.Field; x != nil; x = x.Parent() {
		if x.IsItem() || x.IsExtra() || isGroup(x) && x != r.Field {
			return x
		}
	}
	return nil
}

// isGroup reports an object that is there and may be left out.
func isGroup(x *formgen.Field) bool {
	return x.Kind() == schema.Object && x.Presence() == formgen.Set && !x.IsRequired() && !x.IsLocked() && len(x.Presences()) > 1
}

// remove takes the item, the entry or the object of the focus away and goes to what is in
// its place.
func (p *Page) remove(x *formgen.Field) Event {
	item := removable(p.row().Row)
	switch {
	case item == nil:
		if x.IsRequired() {
			return say("%s is required, so it is not removed", name(x))
		}
		return say("only items and fields of your own are removed; %s leaves out %s", shortcut.InProse(Keys.Presence), name(x))
	case !item.IsItem() && !item.IsExtra():
		return p.leaveOut(item)
	}
	around, i, path := item.Parent(), item.Index(), name(item)
	around.Remove(i)
	event := say("%s is removed; %s brings it back", path, shortcut.InProse(Keys.Undo))
	if left := around.Children(); i < len(left) || i > 0 && i == len(left) {
		around = left[min(i, len(left)-1)]
	}
	gone := p.isGone()
	p.Refresh()
	if gone || !p.Focus(around) {
		event.Go = around
	}
	return event
}

// leaveOut takes an object away and goes to the row that adds it.
func (p *Page) leaveOut(x *formgen.Field) Event {
	x.SetPresence(formgen.Omitted)
	event := say("%s is left out; %s brings it back", name(x), shortcut.InProse(Keys.Undo))
	p.Refresh()
	if p.At() == x || !p.Focus(x) {
		event.Go = x
	}
	return event
}

func (p *Page) shift(x *formgen.Field, step int) Event {
	list, i := listAround(x)
	if list == nil || x == list {
		return say("only an item of a list can be moved")
	}
	list.Move(i, i+step)
	p.Refresh()
	p.Focus(x)
	return Event{}
}

// put gives pasted text to what edits the row. Line breaks are \n from here
// on, and the last one of a single line is not meant. What an input line
// would rewrite goes directly to the model: text of several lines gets a text area,
// text with tabs or invisible characters is written with escapes.
func (p *Page) put(msg tea.PasteMsg) tea.Cmd {
	x := p.row().Field
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(msg.Content)
	if !p.fieldEditor.area && strings.Count(text, "\n") == 1 {
		text = strings.TrimSuffix(text, "\n")
	}
	if p.fieldEditor.editor == nil && wouldRewrite(text, p.fieldEditor.area) && x.Kind().IsString() && !x.IsSecret() && p.row().Kind == formgen.Edit {
		x.Paste(text)
		p.Refresh()
		p.rebuildEditor()
		if p.fieldEditor != nil && p.fieldEditor.area {
			p.fieldEditor.toEnd()
			if x.Kind() == schema.JSON { // before the quotation mark
				p.fieldEditor.editor.Back()
			}
		}
		return nil
	}
	if p.fieldEditor.editor == nil && !x.IsSecret() {
		text = safe.Escape(text) // huh would drop what it does not draw
	}
	cmd := p.fieldEditor.update(tea.PasteMsg{Content: text})
	p.Refresh()
	return cmd
}

// FlipJSON shows the location of a field as JSON text, and such text as fields
// again. Text that is not JSON stays text, and so does a value that its fields
// cannot contain. A location with a secret is not shown as text.
//
// Not stable, see the package comment.
func FlipJSON(form *formgen.Form, x *formgen.Field) Event {
	if x.Kind() != schema.JSON {
		return toJSON(form, x)
	}
	pointer, edit := x.Pointer(), form.Edit()
	if err := x.AsJSON(false); err != nil {
		event := complain("%s stays text: %s", name(x), err)
		errors.As(err, &event.fault)
		return event
	}
	if form.Edit() == edit {
		return say("%s is JSON already: %s", name(x), words.Reason(x))
	}
	if back := form.At(pointer); back != nil && back.Kind() == schema.JSON {
		return complain("%s stays JSON, because its fields cannot hold this%s", name(back), firstProblem(back))
	}
	return Event{}
}

func toJSON(form *formgen.Form, x *formgen.Field) Event {
	if HoldsSecret(form, x) {
		return complain("a secret is filled in, and JSON text would show it")
	}
	if err := x.AsJSON(true); err != nil {
		return complain("%s cannot be shown as JSON: %s", name(x), err)
	}
	return Event{}
}

// HoldsSecret reports a secret among what is sent of a location.
//
// Not stable, see the package comment.
func HoldsSecret(form *formgen.Form, x *formgen.Field) bool {
	v, _ := form.Value()
	return x.Location().HoldsSecret(v.At(x.Pointer()))
}

func firstProblem(x *formgen.Field) string {
	if problems := x.OwnProblems(); len(problems) > 0 {
		return ": " + words.Brief(x, problems[0])
	}
	return ": " + words.Reason(x)
}

// Seek puts the cursor where an event says that the focused text is wrong.
func (p *Page) Seek(event Event) {
	if event.fault != nil && p.fieldEditor != nil && p.fieldEditor.editor != nil {
		p.fieldEditor.editor.Seek(event.fault.Line, event.fault.Column)
	}
}

// name is a field in a sentence.
func name(x *formgen.Field) string {
	if x.Parent() == nil {
		return "the form"
	}
	return x.Path()
}

func say(format string, args ...any) Event { return Event{Say: fmt.Sprintf(format, args...)} }

func complain(format string, args ...any) Event {
	return Event{Say: fmt.Sprintf(format, args...), Bad: true}
}
