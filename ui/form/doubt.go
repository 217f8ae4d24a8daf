package form

import (
	"a2aform/ui/kit"
)

// goToDoubt goes back to the form, to the first field with a warning.
func (s *Review) goToDoubt() kit.Action {
	s.from.screen.editor.goToProblem(s.doubtful[0])
	x := s.doubtful[0]
	status := kit.Infof("%s is not as in the examples", x.Path()).Status
	if len(x.Warnings()) > 0 {
		status = kit.Infof("%s", doubtText(x)).Status
	}
	if n := len(s.doubtful); n > 1 {
		status = kit.Infof("warning 1 of %d; f6 goes to the next", n).Status
	}
	return kit.Action{Pop: 1, Status: status}
}
