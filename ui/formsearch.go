package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
)

// maxFound is how many fields the search lists.
const maxFound = 5000

// openSearch lists the fields of the form, to go to one. What is inside of an
// object that is not sent has no fields yet.
func (s *formScreen) openSearch() {
	fields, labels, notes := s.fields()
	title := "Go to a field"
	if len(fields) == maxFound {
		title = "Go to a field; only the first 5,000 are listed"
	}
	s.host.overlay = newChooser(s.host, title, labels, notes, func(i int) tea.Cmd {
		s.goTo(fields[i])
		return nil
	})
}

// fields are the fields of the form with their paths and what they hold.
func (s *formScreen) fields() (fields []*formgen.Field, labels, notes []string) {
	var walk func(x *formgen.Field, path string)
	walk = func(x *formgen.Field, path string) {
		for _, c := range x.Children() {
			if len(fields) == maxFound {
				return
			}
			label := path + c.Label()
			fields, labels, notes = append(fields, c), append(labels, label), append(notes, holds(c))
			walk(c, label+" › ")
		}
	}
	walk(s.form.Root(), "")
	return fields, labels, notes
}

// holds is what a field without fields of its own holds.
func holds(x *formgen.Field) string {
	if len(x.Children()) > 0 {
		return ""
	}
	return x.Summary()
}

// A stop is a problem that was gone to, and the field that has the focus for it:
// another one where it is about an object that has no row.
type stop struct{ problem, focus *formgen.Field }

// nextProblem goes to the next problem or warning.
func (s *formScreen) nextProblem() action {
	after := s.page().Focused()
	if s.stop.focus == after {
		after = s.stop.problem
	}
	next, ok := s.page().NextProblem(after)
	if !ok {
		return infof("no problems to show")
	}
	s.goToProblem(next.Field)
	if next.IsWarning {
		return infof("warning %d of %d", next.N, next.Of)
	}
	return infof("problem %d of %d", next.N, next.Of)
}

// goToProblem puts the focus where a problem can be corrected.
func (s *formScreen) goToProblem(x *formgen.Field) {
	s.goTo(x)
	s.stop = stop{x, s.page().Focused()}
}

// filterKey says which fields the key would list.
func (s *formScreen) filterKey() key.Binding {
	b := keys.Filter
	b.SetHelp(b.Help().Key, s.filter.Next().String())
	return b
}
