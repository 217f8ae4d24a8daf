package form

import (
	"cmp"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/formgen/words"
	"a2aform/ui/kit"
)

// maxFound is how many fields the search lists.
const maxFound = 5000

// openSearch lists the fields of the form, to go to one. What is inside of an
// object that is not sent has no fields yet.
func (e *valueEditor) openSearch() {
	fields, labels, notes := e.fields()
	title := "Go to a field"
	if len(fields) == maxFound {
		title = "Go to a field; only the first 5,000 are listed"
	}
	e.host.Overlay = kit.NewChooser(e.host, title, labels, notes, func(i int) tea.Cmd {
		e.goTo(fields[i])
		return nil
	})
}

// fields are the fields of the form with their paths and what they contain.
func (e *valueEditor) fields() (fields []*formgen.Field, labels, notes []string) {
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
	walk(e.form.Root(), "")
	return fields, labels, notes
}

// holds is the value of a field without fields of its own.
func holds(x *formgen.Field) string {
	if len(x.Children()) > 0 {
		return ""
	}
	return words.Summary(x)
}

// nextProblem goes to the next problem or warning.
func (e *valueEditor) nextProblem() kit.Action {
	if event, ok := e.page().TakeTyped(); !ok {
		return e.follow(event)
	}
	next, ok := e.form.NextProblem(e.page().Focused())
	if !ok {
		return kit.Infof("no problems to show")
	}
	e.goToProblem(next.Field)
	if next.IsWarning {
		return kit.Infof("warning %d of %d", next.N, next.Of)
	}
	return kit.Infof("problem %d of %d", next.N, next.Of)
}

// hasProblems reports problems that are shown, or warnings.
func (s *Screen) hasProblems() bool {
	n := s.Form.Counts()
	return n.Problems+n.Warnings > 0
}

// goToProblem puts the focus where a problem can be corrected: of members that are missing
// from an object, on the first.
func (e *valueEditor) goToProblem(x *formgen.Field) { e.goTo(cmp.Or(x.Demands().Missing(), x)) }

// isAt reports that the focus is where a problem of a field can be corrected.
func (e *valueEditor) isAt(x *formgen.Field) bool {
	return e.page().Focused() == cmp.Or(x.Demands().Missing(), x)
}

// cannotFilter says why the page lists all its fields, "" where it may list some.
func (e *valueEditor) cannotFilter() string {
	switch page := e.page(); {
	case e.filter != huhform.All:
		return ""
	case page.Fits():
		return "all fields are in sight"
	case !page.HasOptional():
		return "all fields are required"
	}
	return ""
}

// filterKey says which fields the key would list.
func (e *valueEditor) filterKey() key.Binding {
	b := kit.Keys.Filter
	b.SetHelp(b.Help().Key, kit.Sentence(e.filter.Next().String()))
	return b
}
