package formgen

import "a2aform/internal/ojson"

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

var originTexts = [...]string{"typed", "default", "example", "preset", "last run", "file", "from the agent", "result"}

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

// LeftOut are the paths of the fields that are declared and not sent, in the order of the form.
func (f *Form) LeftOut() (paths []string) {
	f.root.walk(func(x *Field) {
		if x.presence == Omitted && !x.loc.IsReadOnly() {
			paths = append(paths, x.Path())
		}
	})
	return paths
}

// walk visits the field and those below it that could be sent with it.
func (f *Field) walk(visit func(*Field)) {
	visit(f)
	for _, c := range f.Children() {
		c.walk(visit)
	}
}
