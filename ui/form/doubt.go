package form

import (
	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/formgen/words"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// doubtfulFields are the fields whose values can be sent, though the agent may refuse them, in the
// order of the form: fields with warnings, and fields that differ from a schema that is a guess.
func doubtfulFields(f *formgen.Form) (list []*formgen.Field) {
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

// goToDoubt goes back to the form, to the first field with a warning.
func (s *Review) goToDoubt() kit.Action {
	s.from.screen.editor.goToProblem(s.doubtful[0])
	x := s.doubtful[0]
	status := kit.Infof("%s is not as in the examples", x.Path()).Status
	if len(x.Warnings()) > 0 {
		status = kit.Infof("%s", words.Doubt(x, x.Warnings()[0])).Status
	}
	if n := len(s.doubtful); n > 1 {
		status = kit.Infof("warning 1 of %d; %s goes to the next", n, shortcut.InProse(huhform.Keys.NextProblem)).Status
	}
	return kit.Action{Pop: 1, Status: status}
}
