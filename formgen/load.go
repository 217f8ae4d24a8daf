package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// UseDefault takes the declared default exactly as it is written, the first
// example where there is none; it does nothing without either.
func (f *Field) UseDefault() {
	origin := Given
	if f.loc.Default() == nil {
		origin = Example
	}
	if v := f.Offered(); v != nil {
		f.LoadFrom(v, origin)
	}
}

// replace loads a value in place of what the field holds, which [Form.Undo]
// brings back.
func (f *Field) replace(v *ojson.Value) {
	f.restructure([]*Field{f}, func() {
		f.asJSON = false
		f.form.loader.loadWithin(f, v)
	})
}

// loader gives fields the state that they begin with, and that of a value. It bounds what comes of one edit.
type loader struct {
	steps *schema.Steps // what is left of a load for finding branches, nil for no bound
	made  int           // fields that came by themselves since the last mutation
}

// maxMade is how many fields come by themselves at a time; the fields of a
// required object beyond it wait until it is opened.
const maxMade = 5000

// start gives the field its first state where that has an end.
func (l *loader) start(x *Field) {
	if x.required && !l.isEndless(x) {
		l.begin(x)
	}
}

// begin gives the field its first state: what must be sent and can only be one
// thing is there already.
func (l *loader) begin(x *Field) {
	x.fresh = false
	x.version++
	fixed := l.fixed(x)
	switch {
	case fixed != nil && !(x.parent == nil && x.kind == schema.Object):
		l.load(x, fixed)
		l.markGiven(x)
	default:
		kinds[x.kind].begin(x)
	}
}

// fixed is the value that a field starts with: its constant, its default, or the only
// value that it can have; nil for none. A default that breaks the schema is offered,
// see [Field.UseDefault], and never there by itself.
func (*loader) fixed(x *Field) *ojson.Value {
	if v := x.loc.Const(); v != nil {
		return v
	}
	if v := x.loc.Default(); v != nil && x.Takes(v) {
		return v
	}
	return x.loc.Only()
}

// isEndless reports a location that must not start by itself: it is in itself,
// or too many fields have come already. Required objects may require each other.
func (l *loader) isEndless(x *Field) bool {
	if l.made > maxMade {
		return true
	}
	for p := x.parent; p != nil; p = p.parent {
		if p.base.RecursesInto(x.base) {
			return true
		}
	}
	return false
}

// markGiven says that the schema gave the field its state.
func (l *loader) markGiven(x *Field) {
	x.touched, x.origin = false, Given
	for _, c := range x.children {
		l.markGiven(c)
	}
}

// load gives the field and all below the state of v; nil makes it omitted. A
// value that the typed field cannot hold becomes JSON text.
func (l *loader) load(x *Field, v *ojson.Value) {
	x.touched, x.asJSON, x.flipped, x.fresh = true, false, false, false
	x.origin = Typed
	x.version++
	switch {
	case v == nil:
		x.presence = Omitted
	case v.Is(ojson.Null) && (x.nullable || x.kind != schema.JSON):
		x.presence = Null
	default:
		x.presence = Set
		l.settle(x, v)
		l.loadValue(x, v)
	}
	x.check(x)
}

// loadWithin loads within the steps that the size of the value allows.
func (l *loader) loadWithin(x *Field, v *ojson.Value) {
	l.steps = schema.StepsFor(v)
	l.load(x, v)
	l.steps = nil
}

// settle lets the schemas apply that fit the value: of unions a branch, of
// conditions the side that holds.
func (l *loader) settle(x *Field, v *ojson.Value) {
	if len(x.base.Unions()) == 0 && !x.base.IsConditional() {
		return
	}
	if l.isSpent() {
		x.picks = nil
		x.setLocation(x.base)
		return
	}
	steps := l.steps
	if steps == nil {
		steps = schema.StepsFor(v)
	}
	picks, loc := x.base.Fit(nil, v, steps)
	x.picks = picks
	x.setLocation(loc)
}

// isSpent reports that the load under way has no steps left to find branches.
func (l *loader) isSpent() bool { return l.steps != nil && l.steps.IsSpent() }

// loadValue loads a value, of a kind that cannot have it as JSON text.
func (l *loader) loadValue(x *Field, v *ojson.Value) {
	x.children, x.expanded = nil, false
	composite := v.Is(ojson.Object) || v.Is(ojson.Array)
	if composite && l.isSpent() || !kinds[x.kind].take(x, v) {
		x.asJSON = x.kind != schema.JSON
		jsonKind{}.show(x, v)
	}
}

// Origin is where what a field holds comes from.
//
// Not stable, see the package comment.
type Origin uint8

// The origins of values.
//
// Not stable, see the package comment.
const (
	Typed   Origin = iota // by the user, in whatever way
	Given                 // by the schema: its default, or the only value it allows
	Example               // of the schema or of the skill
	Saved                 // a preset that the user kept
	LastRun               // what was sent before
	Loaded                // a file
	Asked                 // what the agent knew when it asked
	Result                // of a task
)

var originTexts = [...]string{"typed", "default", "example", "preset", "earlier run", "file", "from the agent", "result"}

// String is the origin in a word or two.
func (o Origin) String() string {
	if int(o) < len(originTexts) {
		return originTexts[o]
	}
	return originTexts[Typed]
}

// Origin is where what the field holds comes from.
func (f *Field) Origin() Origin { return f.origin }

// LoadFrom is [Form.Load] of a value that another program has filled in.
func (f *Form) LoadFrom(v *ojson.Value, from Origin) {
	f.Load(v)
	f.root.setOrigin(from)
}

// FillIn loads the members of an object into the fields of these names. Other fields keep what they hold, such as their
// defaults.
func (f *Form) FillIn(v *ojson.Value, from Origin) {
	f.Together(func() {
		for _, m := range v.Members() {
			if x := f.root.child(m.Name); x != nil {
				x.LoadFrom(m.Value, from)
			}
		}
	})
}

// LoadFrom replaces what the field holds by a value that another program has filled
// in. [Form.Undo] brings back what was there.
func (f *Field) LoadFrom(v *ojson.Value, from Origin) {
	f.form.history.edit(f, nil, func() {
		f.replace(v)
		f.setOrigin(from)
	})
}

// setOrigin says where the values come from that were loaded. Defaults that came with them stay what they are.
func (f *Field) setOrigin(from Origin) {
	f.walk(func(x *Field) {
		if x.touched {
			x.origin = from
		}
	})
}

// Origins are the origins of all locations that are sent and hold no other field,
// by their pointers.
func (f *Form) Origins() map[string]Origin {
	origins := map[string]Origin{}
	f.root.walk(func(x *Field) {
		if x.presence != Omitted && len(x.Children()) == 0 {
			origins[x.Pointer()] = x.origin
		}
	})
	return origins
}

// LeftOut are the labels of the fields of the whole value that could be sent and are not, in the order of the form.
func (f *Form) LeftOut() (labels []string) {
	for _, x := range f.root.Children() {
		if x.presence == Omitted && !x.IsLocked() {
			labels = append(labels, x.Label())
		}
	}
	return labels
}

// walk visits the field and those below it that could be sent with it.
func (f *Field) walk(visit func(*Field)) {
	visit(f)
	for _, c := range f.Children() {
		c.walk(visit)
	}
}

// Preset is a whole value to fill a form with.
//
// Not stable, see the package comment.
type Preset struct {
	Label string // on one line, safe to show
	Value *ojson.Value
}

// NewPreset names a value by its leading texts and numbers.
//
// Not stable, see the package comment.
func NewPreset(v *ojson.Value) Preset { return Preset{shown(v.Leading(summaryLimit)), v} }

// Presets are the examples of a skill that are JSON objects or arrays; seed 000
// gives them as text. Other examples are texts to send, not values.
//
// Not stable, see the package comment.
func Presets(examples []safe.Raw) []Preset {
	var presets []Preset
	for _, example := range examples {
		if v := schema.ExampleOf(example.Exact()); v != nil {
			presets = append(presets, NewPreset(v))
		}
	}
	return presets
}
