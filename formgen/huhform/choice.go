package huhform

import (
	"cmp"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/radio"
)

// inlineChoices is how many choices are walked through in place; more open the
// picker.
const inlineChoices = 8

func isInline(choices int) bool { return choices <= inlineChoices }

func isInlineChoice(x *formgen.Field) bool {
	return x.Kind() == schema.Boolean || x.Kind() == schema.Enum && isInline(len(x.Choices()))
}

// opensPicker reports a row whose choices are in the picker.
func opensPicker(r formgen.Row) bool {
	x := r.Field
	switch {
	case x.IsLocked():
		return false
	case r.Kind == formgen.Variant:
		return !isInline(len(x.Unions()[r.Union].Branches))
	case r.Kind == formgen.AddKey:
		return x.CanAddKey() && len(x.KeyChoices()) > 0
	}
	return r.Kind == formgen.Edit && (x.Kind() == schema.Enum || x.Kind() == schema.MultiEnum) && !isInline(len(x.Choices()))
}

// unset is the choice that takes the value away.
const unset = -1

// options are the choices that are walked through in place by ← and →.
type options struct {
	labels []string
	values []int // the choice of each label: an index, unset or unlisted
	get    func() int
	set    func(int)
}

// unlisted is a value that is sent although it is none of the choices.
const unlisted = -2

// selectOptions are the choices of an enumeration or a boolean.
func selectOptions(x *formgen.Field) options {
	o := options{set: x.Choose, get: func() int { return chosen(x) }}
	if x.Kind() == schema.Boolean {
		o.set = func(i int) { x.SetBool(i == 0) }
	}
	o.offer(formgen.UnsetText(x), unset)
	if chosen(x) == unlisted {
		o.offer(cmp.Or(x.Summary(), "empty text"), unlisted)
	}
	for i, label := range formgen.ChoiceLabels(x) {
		o.offer(label, i)
	}
	return o.on(x)
}

// variantOptions are the shapes of a field. That inside of another cannot be taken
// away by itself.
func variantOptions(r formgen.Row) options {
	x := r.Field
	union := func() formgen.Union {
		if i := r.Union; i < len(x.Unions()) {
			return x.Unions()[i]
		}
		return formgen.Union{Chosen: unset}
	}
	o := options{set: func(i int) { x.ChooseBranch(r.Union, i) }, get: func() int {
		if x.Presence() != formgen.Set {
			return unset
		}
		return union().Chosen
	}}
	if r.Union == 0 || o.get() == unset {
		o.offer(formgen.UnsetText(x), unset)
	}
	for i, label := range union().Branches {
		o.offer(label, i)
	}
	return o.on(x)
}

// choices are the choices of a row that shows all of them at once.
func (p *Page) choices(i int) (o options, row radio.Row, ok bool) {
	r := p.rows[i]
	switch x := r.Field; {
	case x.IsLocked() || opensPicker(r):
		return o, row, false
	case r.Kind == formgen.Variant:
		o = variantOptions(r)
	case r.Kind == formgen.Edit && isInlineChoice(x):
		o = selectOptions(x)
	default:
		return o, row, false
	}
	if o.values[0] == unset { // which is a note after the others
		o.labels, o.values = o.labels[1:], o.values[1:]
	}
	row = radio.Row{Labels: o.labels, Chosen: slices.Index(o.values, o.get())}
	return o, row, row.Width() <= p.valueWidth()
}

const choiceGap = "  "

// unchosenNote is what a row of choices says while none is chosen.
func (p *Page) unchosenNote(i int, row radio.Row) string {
	switch r := p.rows[i]; {
	case row.Chosen >= 0:
		return ""
	case r.Field.Presence() != formgen.Omitted:
		return formgen.UnsetText(r.Field)
	default:
		return formgen.OmittedText(r)
	}
}

// ShowsChoices reports that the focused row shows all of its choices.
func (p *Page) ShowsChoices() bool {
	_, _, ok := p.choices(p.focus)
	return ok
}

// drawChoices draws all choices of a row; false where they do not fit.
func (p *Page) drawChoices(i int) (string, bool) {
	_, row, ok := p.choices(i)
	if !ok {
		return "", false
	}
	chosen, other := p.styles.Value, p.styles.Dim
	if p.hasFocus(i) {
		chosen, other = p.styles.FocusedLabel, p.styles.Value
	}
	text := row.View(chosen, other)
	if note := p.unchosenNote(i, row); note != "" && row.Width()+len(choiceGap)+ansi.StringWidth(note) <= p.valueWidth() {
		text += choiceGap + p.styles.Dim.Render(note)
	}
	return text, true
}

// typeChoice takes the choice that begins with what is typed; space takes the next one.
func (p *Page) typeChoice(msg tea.KeyPressMsg) (Event, bool) {
	r := p.row()
	if p.IsTyping() || msg.Text == "" {
		return Event{}, false
	}
	if p.typeIntoBranch(r, msg) {
		return Event{}, true
	}
	if opensPicker(r) && r.Kind != formgen.AddKey && msg.Text != " " {
		p.openPicker(r)
		p.picker.Update(msg)
		return Event{}, true
	}
	if !isChosen(p.fieldEditor) {
		return Event{}, false
	}
	o, row, _ := p.choices(p.focus)
	next := (row.Chosen + 1) % len(o.values)
	if msg.Text != " " {
		next = p.matchTyped(row, msg.Text)
	}
	if next < 0 {
		return say("No choice begins with “%s”.", safe.Text(msg.Text).Line(0)), true
	}
	if next != row.Chosen {
		o.set(o.values[next])
	}
	return Event{}, true
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
	p.edit(msg)
	return true
}

// matchTyped is the choice that begins with all that was typed in this row, else the next
// one that begins with the last letter; -1 for none.
func (p *Page) matchTyped(row radio.Row, text string) int {
	if i := radio.Match(row.Labels, p.typed+text, row.Chosen); i >= 0 {
		p.typed += text
		return i
	}
	p.typed = text
	return radio.Match(row.Labels, text, row.Chosen+1)
}

func (o *options) offer(label string, value int) {
	o.labels, o.values = append(o.labels, label), append(o.values, value)
}

// on lets the choice of no value take the value of x away.
func (o options) on(x *formgen.Field) options {
	set := o.set
	o.set = func(i int) {
		if i == unset {
			x.SetPresence(formgen.Omitted)
			return
		}
		set(i)
	}
	return o
}

// isSame reports the same labels for the same values.
func (o options) isSame(other options) bool {
	return slices.Equal(o.labels, other.labels) && slices.Equal(o.values, other.values)
}

func newSelect(o options) *huh.Select[int] {
	list := make([]huh.Option[int], len(o.labels))
	for i, label := range o.labels {
		list[i] = huh.NewOption(label, o.values[i])
	}
	return huh.NewSelect[int]().Inline(true).Options(list...).Accessor(formgen.NewChoiceInput(o.get, o.set))
}

// widest is how wide choices in place are, with what surrounds them.
func widest(labels []string) (n int) {
	for _, l := range labels {
		n = max(n, ansi.StringWidth(l))
	}
	return n + len("<  >")
}

// chosen is the index of the chosen value.
func chosen(x *formgen.Field) int {
	if x.Presence() != formgen.Set {
		return unset
	}
	if x.Kind() != schema.Boolean {
		if x.IsUnlisted() {
			return unlisted
		}
		return x.Chosen()
	}
	switch yes, ok := x.Bool(); {
	case !ok && x.Summary() != "":
		return unlisted
	case !ok:
		return unset
	case !yes:
		return 1
	}
	return 0
}

// newMultiSelect takes several of a few choices. huh distinguishes them by their labels,
// so these are made to differ.
func newMultiSelect(x *formgen.Field) huh.Field {
	var options []huh.Option[int]
	seen := map[string]bool{}
	for i, label := range formgen.ChoiceLabels(x) {
		if seen[label] {
			label += " (" + strconv.Itoa(i+1) + ")"
		}
		seen[label] = true
		options = append(options, huh.NewOption(label, i))
	}
	return huh.NewMultiSelect[int]().Filterable(false).Accessor(formgen.NewMultiInput(x)).Options(options...).Height(len(options))
}
