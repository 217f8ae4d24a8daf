package huhform

import (
	"cmp"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/picker"
	"a2aform/internal/widget/radio"
	"a2aform/internal/widget/shortcut"
)

// maxRadio is up to how many short choices all stand in the row.
const maxRadio = 4

// unset is the choice that takes the value away.
const unset = -1

// unlisted is a value that is sent although it is none of the choices.
const unlisted = -2

// options are the choices of a row.
type options struct {
	labels, notes []string
	isTaken       func(int) bool
	take          func(int) Event // takes a choice, or gives one of several back
	several       bool
	canUnset      bool // ← of the first choice takes the value away
}

// options are the choices of a row, false where it has none.
func (r row) options() (o options, ok bool) {
	x := r.Field
	switch {
	case x.IsLocked():
		return o, false
	case r.Kind == formgen.Variant:
		return variantOptions(r.Row), true
	case r.Kind == formgen.AddKey:
		return keyOptions(x, r.page.added)
	case r.Kind == formgen.Edit && (x.Kind() == schema.Boolean || x.Kind() == schema.Enum):
		return selectOptions(x), true
	case r.Kind == formgen.Edit && x.Kind() == schema.MultiEnum:
		take := func(i int) Event {
			x.Toggle(i)
			return Event{}
		}
		return options{labels: words.ChoiceLabels(x), notes: words.ChoiceNotes(x), isTaken: x.IsToggled, take: take, several: true}, true
	}
	return o, false
}

// selectOptions are the choices of an enumeration or a boolean.
func selectOptions(x *formgen.Field) options {
	take := func(i int) Event {
		switch {
		case i == unset:
			x.SetPresence(formgen.Omitted)
		case x.Kind() == schema.Boolean:
			x.SetBool(i == 0)
		default:
			x.Choose(i)
		}
		return Event{}
	}
	return options{
		labels: words.ChoiceLabels(x), notes: words.ChoiceNotes(x), take: take, canUnset: true,
		isTaken: func(i int) bool { return chosen(x) == i },
	}
}

// variantOptions are the shapes of a field. That inside of another cannot be taken
// away by itself.
func variantOptions(r formgen.Row) options {
	x, u := r.Field, r.Field.Unions()[r.Union]
	take := func(i int) Event {
		if i == unset {
			x.SetPresence(formgen.Omitted)
		} else {
			x.ChooseBranch(r.Union, i)
		}
		return Event{}
	}
	isTaken := func(i int) bool {
		all := x.Unions()
		return x.Presence() == formgen.Set && r.Union < len(all) && all[r.Union].Chosen == i
	}
	return options{labels: u.Branches, notes: u.Notes, take: take, isTaken: isTaken, canUnset: r.Union == 0}
}

// keyOptions are the names of the members that can be added to an object, where its schema lists them.
func keyOptions(object *formgen.Field, added func(entry *formgen.Field, err error) Event) (o options, ok bool) {
	names := object.KeyChoices()
	if !object.CanAddKey() || len(names) == 0 {
		return o, false
	}
	return options{
		labels: shownNames(names), isTaken: func(int) bool { return false },
		take: func(i int) Event { return added(object.AddKey(names[i])) },
	}, true
}

// radio are the choices of a row that shows all of them at once, false where they stand in a list below it.
func (r row) radio() (o options, buttons radio.Row, ok bool) {
	if r.hasMany() {
		return o, buttons, false
	}
	o, ok = r.options()
	if !ok || o.several || r.Kind == formgen.AddKey || len(o.labels) > maxRadio {
		return o, buttons, false
	}
	buttons = radio.Row{Labels: o.labels, Chosen: unset}
	for at := range o.labels {
		if o.isTaken(at) {
			buttons.Chosen = at
		}
	}
	return o, buttons, buttons.Width() <= r.page.columns.valueWidth()
}

// hasRadio reports that the choices of a row stand in it.
func (r row) hasRadio() bool {
	_, _, ok := r.radio()
	return ok
}

// hasList reports a row whose choices stand in a list below it.
func (r row) hasList() bool {
	if r.hasMany() {
		return true
	}
	o, ok := r.options()
	return ok && len(o.labels) > 0
}

// hasMany reports choices that fit no row, however short they are, before their labels are made.
func (r row) hasMany() bool {
	x := r.Field
	return r.Kind == formgen.Edit && (x.Kind() == schema.Enum || x.Kind() == schema.MultiEnum) && !x.IsLocked() && len(x.Choices()) > maxRadio
}

const choiceGap = "  "

// unchosenNote is what a row of choices says while none is chosen.
func (r row) unchosenNote(buttons radio.Row) string {
	switch {
	case buttons.Chosen >= 0:
		return ""
	case r.Kind == formgen.Edit && chosen(r.Field) == unlisted:
		return cmp.Or(words.Summary(r.Field), "empty text")
	case r.Field.Presence() != formgen.Omitted:
		return words.UnsetText(r.Field)
	case r.isAsked():
		return ""
	default:
		return words.OmittedText(r.Row, keysInProse())
	}
}

// isUnchosen reports choices of which one is due, and none is taken.
func (r row) isUnchosen() bool {
	x := r.Field
	switch {
	case r.Kind == formgen.AddKey || !r.hasList():
		return false
	case r.Kind == formgen.Variant:
		return branch(r.Row) == "" && !words.IsFree(r.Row) && (x.IsRequired() || x.Presence() == formgen.Set)
	case x.Kind() == schema.MultiEnum:
		return x.IsRequired() && x.Presence() == formgen.Omitted
	}
	return (x.IsRequired() || x.IsItem() || x.IsExtra()) && x.Presence() != formgen.Null && chosen(x) == unset
}

// askForChoice leads into the list of the focused row, or says how one of its choices is taken. Enter goes on after that.
func (p *Page) askForChoice() Event {
	p.isAsked = true
	choose := "← → chooses"
	if l := p.fieldEditor.list; l != nil {
		if !l.several {
			l.isInside = true
			l.ToFirst()
			return Event{}
		}
		choose = "Space selects"
	}
	return say("Nothing is chosen yet: %s, %s goes on.", choose, shortcut.InProse(Keys.Next))
}

// radioText are all choices of a row; false where they do not stand in it.
func (r row) radioText() (string, bool) {
	_, buttons, ok := r.radio()
	if !ok {
		return "", false
	}
	p := r.page
	chosen, other := p.styles.Value, p.styles.Dim
	if r.hasFocus {
		chosen, other = p.styles.FocusedLabel, p.styles.Value
	}
	text := buttons.View(chosen, other)
	if note := r.unchosenNote(buttons); note != "" && buttons.Width()+len(choiceGap)+ansi.StringWidth(note) <= p.columns.valueWidth() {
		text += choiceGap + p.styles.Dim.Render(note)
	}
	return text, true
}

// pressRadio handles the keys of choices that stand in the focused row: a letter takes the choice that begins with what
// is typed, space the first one where none is taken and the other one of yes and no, and ← and → go from one to the other. Where none is
// taken, → takes the first and ← the last.
func (p *Page) pressRadio(msg tea.KeyPressMsg) (Event, bool) {
	o, buttons, _ := p.row().radio()
	var next int
	last, letters := len(o.labels)-1, p.typed
	p.typed = typedLetters{}
	switch key := msg.String(); {
	case key == "backspace" && letters.isRefused:
		return Event{}, true
	case key == "right":
		next = min(buttons.Chosen+1, last)
	case key == "left" && buttons.Chosen == unset:
		next = last
	case key == "left" && o.canUnset:
		next = max(buttons.Chosen-1, unset)
	case key == "left":
		next = max(buttons.Chosen-1, 0)
	case key == "space" && letters.text != "" && radio.Match(buttons.Labels, letters.text+" ", buttons.Chosen) >= 0:
		next = letters.match(buttons, " ")
		p.typed = letters
	case key == "space" && p.Focused().Kind() == schema.Boolean:
		next = (buttons.Chosen + 1) % len(o.labels)
	case key == "space":
		next = max(buttons.Chosen, 0) // it takes a choice, and never another one
	case msg.Text == "":
		return Event{}, false
	case p.typeIntoBranch(p.row().Row, msg):
		return Event{}, true
	default:
		next = letters.match(buttons, msg.Text)
		p.typed = letters
	}
	var taken Event
	if next != buttons.Chosen && (next != unset || o.canUnset) {
		taken = o.take(next)
	}
	if p.typed.isRefused {
		return say("No choice begins with “%s”.", safe.Text(p.typed.text).Line(0)), true
	}
	return taken, true
}

// typeIntoBranch takes the shape that fits what is typed, where none is chosen yet, and
// types into it.
func (p *Page) typeIntoBranch(r formgen.Row, msg tea.KeyPressMsg) bool {
	if r.Kind != formgen.Variant || branch(r) != "" || msg.Text == " " || r.Field.IsLocked() {
		return false
	}
	i := formgen.BranchFor(r.Field, r.Union, msg.Text)
	if i < 0 {
		return false
	}
	r.Field.ChooseBranch(r.Union, i)
	p.Focus(r.Field)
	p.typedShape = &typedShape{r.Field, r.Union}
	p.edit(msg)
	return true
}

// typedShape is a choice between shapes that typing made, and that follows what is typed until the focus leaves: 25 is a number, and
// 25% a text.
type typedShape struct {
	field *formgen.Field
	union int
}

// followTyping takes the shape that fits the whole text.
func (p *Page) followTyping() {
	t := p.typedShape
	if t == nil || p.fieldEditor == nil || p.fieldEditor.access == nil || p.Focused() != t.field {
		return
	}
	text, unions := p.fieldEditor.access.shown(), t.field.Unions()
	if text == "" || t.union >= len(unions) {
		return
	}
	if i := formgen.BranchFor(t.field, t.union, text); i >= 0 && i != unions[t.union].Chosen {
		p.form.Together(func() {
			t.field.ChooseBranch(t.union, i)
			t.field.Type(text)
		})
		p.Focus(t.field)
		if p.fieldEditor != nil {
			p.fieldEditor.replaces = false
		}
		p.typedShape = t
	}
}

// typedLetters are the letters that were typed one after another in the focused row.
type typedLetters struct {
	text      string
	before    int  // the choice when the first came
	isRefused bool // no choice begins so: a word was typed that was meant for another field
}

// match is the choice that begins with all that was typed, else the next one that begins with the last letter. Where there is none,
// it is the choice before the first letter, and those that follow take none either.
func (t *typedLetters) match(buttons radio.Row, letter string) int {
	if t.text == "" {
		t.before = buttons.Chosen
	}
	all := t.text + letter
	if i := radio.Match(buttons.Labels, all, buttons.Chosen); i >= 0 && !t.isRefused {
		t.text = all
		return i
	}
	if i := radio.Match(buttons.Labels, letter, buttons.Chosen+1); i >= 0 && !t.isRefused && t.text != "" {
		t.text = letter
		return i
	}
	t.text, t.isRefused = all, true
	return t.before
}

// chosen is the index of the chosen value.
func chosen(x *formgen.Field) int {
	if x.Presence() != formgen.Set {
		return unset
	}
	if x.Kind() != schema.Boolean {
		if words.IsUnlisted(x) {
			return unlisted
		}
		return x.Chosen()
	}
	switch yes, ok := x.Bool(); {
	case !ok && words.Summary(x) != "":
		return unlisted
	case !ok:
		return unset
	case !yes:
		return 1
	}
	return 0
}

// choiceList is the list of choices below the focused row: typing filters it, enter takes a choice.
type choiceList struct {
	options
	*picker.Model
	maxLines int
	isInside bool // the arrows move in it
}

// newChoiceList lists choices in a part of a page of so many lines.
func newChoiceList(o options, height int, styles picker.Styles) *choiceList {
	l := &choiceList{options: o, Model: picker.NewList(o.labels, o.notes, o.isTaken, o.several, styles), isInside: o.several}
	l.setHeight(height)
	return l
}

// setHeight says how many lines the page has.
func (l *choiceList) setHeight(height int) { l.maxLines = max(height/2, 4) }

// lines is how many lines the list needs.
func (l *choiceList) lines() int { return min(max(l.Matches(), 1), l.maxLines) }

// press handles a key. The down arrow leads into a list until a choice is taken. After that the arrows pass it, however long it is, until
// the right one, space or typing leads into it; in a list of which several are taken, the cursor is from the start. Where nothing is typed
// they lead on from its ends, and enter leads on from a choice that is taken already.
func (l *choiceList) press(msg tea.KeyPressMsg) (Event, bool) {
	key, isTyped, hovered := msg.String(), l.Filter() != "", l.Hovered()
	switch {
	case key == "tab" || key == "shift+tab":
		return l.settle()
	case key == "enter" && !l.takesOnEnter():
		return Event{}, false
	case (key == "space" || key == "right" || key == "down" && l.isUntaken()) && !isTyped && !l.isInside:
		if l.isInside = true; hovered < 0 {
			l.ToFirst()
		}
		return Event{}, true
	case key == "enter" || key == "space" && (l.several || !isTyped):
		l.isInside = true
		return l.choose(hovered), true
	case l.movesIn(key), key == "backspace" && isTyped, msg.Text != "":
		l.isInside = true
		l.Move(msg)
		return Event{}, true
	}
	return Event{}, false
}

// isUntaken reports a list in which the cursor is at no choice, as none is taken.
func (l *choiceList) isUntaken() bool { return l.Hovered() < 0 }

// takesOnEnter reports that enter takes a choice.
func (l *choiceList) takesOnEnter() bool {
	hovered := l.Hovered()
	return l.Filter() != "" || !l.several && hovered >= 0 && !l.isTaken(hovered)
}

// movesIn reports an arrow that moves the cursor in the list.
func (l *choiceList) movesIn(key string) bool {
	return (key == "up" || key == "down") && (l.Filter() != "" || l.isInside && l.CanMove(key == "down"))
}

// settle takes the choice that typing has found, before the focus leaves. It stays where nothing was found.
func (l *choiceList) settle() (event Event, stays bool) {
	found := l.Hovered()
	if l.Filter() == "" || l.several && found >= 0 {
		return Event{}, false
	}
	return l.choose(found), found < 0
}

// TakeTyped takes the choice that typing has found in the list of the focused row. It is false where nothing was found, as the
// event says.
func (p *Page) TakeTyped() (Event, bool) {
	if p.fieldEditor == nil || p.fieldEditor.list == nil {
		return Event{}, true
	}
	event, stays := p.fieldEditor.list.settle()
	if !stays {
		p.Refresh()
	}
	return event, !stays
}

// choose takes a choice, and takes the filter away.
func (l *choiceList) choose(i int) Event {
	if i < 0 {
		return say("No choice contains “%s”. Esc clears it.", safe.Text(l.Filter()).Line(0))
	}
	l.Unfilter()
	return l.take(i)
}

// filterText is what was typed, as it stands in the row.
func (l *choiceList) filterText(style lipgloss.Style) string {
	if text := l.Filter(); text != "" {
		return "  " + style.Render("/ "+safe.Text(text).Line(0).String())
	}
	return ""
}
