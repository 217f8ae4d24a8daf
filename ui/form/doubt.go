package form

import (
	"a2aform/formgen"
	"a2aform/ui/kit"
)

// doubtful are the fields whose values can be sent, though the agent may refuse them, in the
// order of the form.
func doubtful(x *formgen.Field) (list []*formgen.Field) {
	if len(x.Warnings()) > 0 {
		list = append(list, x)
	}
	for _, c := range x.Children() {
		list = append(list, doubtful(c)...)
	}
	return list
}

// doubt says what is doubtful of a field.
func doubt(x *formgen.Field) string {
	return x.Path() + " " + x.Warnings()[0].Message + "; the agent may refuse it"
}

// goToDoubt goes back to the form, to the first field with a warning.
func (s *Review) goToDoubt() kit.Action {
	s.from.screen.goToProblem(s.doubtful[0])
	status := kit.Infof("%s", doubt(s.doubtful[0])).Status
	if n := len(s.doubtful); n > 1 {
		status = kit.Infof("warning 1 of %d; f6 goes to the next", n).Status
	}
	return kit.Action{Pop: 1, Status: status}
}
