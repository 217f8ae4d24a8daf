package huhform

import (
	"errors"
	"fmt"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
)

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
