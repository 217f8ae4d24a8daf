package form

import (
	"a2aform/formgen"
	"a2aform/internal/schema"
	"a2aform/ui/kit"
)

// doubtful are the fields whose values can be sent, though the agent may refuse them, in the
// order of the form: those with warnings, and those that differ from a schema that is a guess.
func doubtful(f *formgen.Form) (list []*formgen.Field) {
	showing := f.Showing()
	var walk func(*formgen.Field)
	walk = func(x *formgen.Field) {
		if len(x.Warnings())+len(showing[x]) > 0 {
			list = append(list, x)
		}
		for _, c := range x.Children() {
			walk(c)
		}
	}
	walk(f.Root())
	return list
}

// doubt says what is doubtful of a field with a warning.
func doubt(x *formgen.Field) string {
	if isRounded(x) {
		return x.Path() + ": " + x.Warnings()[0].Message
	}
	return x.Path() + " " + x.Warnings()[0].Message + "; the agent may refuse it"
}

// isRounded reports a field whose number does not arrive as it is.
func isRounded(x *formgen.Field) bool {
	return len(x.Warnings()) > 0 && x.Warnings()[0].Keyword == schema.Rounding
}

// goToDoubt goes back to the form, to the first field with a warning.
func (s *Review) goToDoubt() kit.Action {
	s.from.screen.goToProblem(s.doubtful[0])
	x := s.doubtful[0]
	status := kit.Infof("%s is not as in the examples", x.Path()).Status
	if len(x.Warnings()) > 0 {
		status = kit.Infof("%s", doubt(x)).Status
	}
	if n := len(s.doubtful); n > 1 {
		status = kit.Infof("warning 1 of %d; f6 goes to the next", n).Status
	}
	return kit.Action{Pop: 1, Status: status}
}
