package huhform

import (
	"cmp"
	"slices"
	"strconv"

	"charm.land/huh/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/internal/schema"
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
	case IsLocked(x):
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
	o.offer(unsetLabel(x), unset)
	if chosen(x) == unlisted {
		o.offer(cmp.Or(x.Summary(), "empty text"), unlisted)
	}
	for i, label := range choiceLabels(x) {
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
		o.offer(unsetLabel(x), unset)
	}
	for i, label := range union().Branches {
		o.offer(label, i)
	}
	return o.on(x)
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
	return huh.NewSelect[int]().Inline(true).Options(list...).Accessor(&choiceAccess{get: o.get, last: o.get(), set: o.set})
}

// widest is how wide choices in place are, with what surrounds them.
func widest(labels []string) (n int) {
	for _, l := range labels {
		n = max(n, ansi.StringWidth(l))
	}
	return n + len("<  >")
}

func unsetLabel(x *formgen.Field) string {
	if x.Presence() == formgen.Null {
		return "null"
	}
	if x.IsRequired() || x.IsExtra() {
		return "choose"
	}
	return "not sent"
}

var boolLabels = []string{"yes", "no"}

func choiceLabels(x *formgen.Field) []string {
	if x.Kind() == schema.Boolean {
		return boolLabels
	}
	labels := make([]string, len(x.Choices()))
	for i := range labels {
		labels[i] = x.ChoiceLabel(i)
	}
	return labels
}

// choiceNotes describe the choices, nil where the schema describes none.
func choiceNotes(x *formgen.Field) []string {
	var notes []string
	for i, c := range x.Choices() {
		if c.Note.IsEmpty() {
			continue
		}
		if notes == nil {
			notes = make([]string, len(x.Choices()))
		}
		notes[i] = c.Note.Line(noteWidth).String()
	}
	return notes
}

// noteWidth cuts the description of a choice, in bytes.
const noteWidth = 120

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

// choiceAccess joins a huh select to the model.
type choiceAccess struct {
	get  func() int
	set  func(int)
	last int
}

// Get is the chosen index.
func (a *choiceAccess) Get() int { return a.get() }

// Set takes a choice. huh sets the first option while it is built; only a
// change counts.
func (a *choiceAccess) Set(i int) {
	if i == a.last {
		return
	}
	a.last = i
	a.set(i)
}

// newMultiSelect takes several of a few choices. huh distinguishes them by their labels,
// so these are made to differ.
func newMultiSelect(x *formgen.Field) huh.Field {
	var options []huh.Option[int]
	seen := map[string]bool{}
	for i, label := range choiceLabels(x) {
		if seen[label] {
			label += " (" + strconv.Itoa(i+1) + ")"
		}
		seen[label] = true
		options = append(options, huh.NewOption(label, i))
	}
	access := &severalAccess{field: x, last: x.Toggled()}
	return huh.NewMultiSelect[int]().Filterable(false).Accessor(access).Options(options...).Height(len(options))
}

// severalAccess joins a huh multi-select to the model. huh puts what was taken
// into the order of the choices; the model keeps that of taking.
type severalAccess struct {
	field *formgen.Field
	last  []int
}

// Get are the taken choices.
func (a *severalAccess) Get() []int { return a.last }

// Set takes those choices that are new, and gives back those that are gone.
func (a *severalAccess) Set(taken []int) {
	for _, i := range a.last {
		if !slices.Contains(taken, i) {
			a.field.Toggle(i)
		}
	}
	for _, i := range taken {
		if !slices.Contains(a.last, i) {
			a.field.Toggle(i)
		}
	}
	a.last = slices.Clone(taken)
}
