package ui

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
)

func (s *formScreen) page() *huhform.Page { return s.pages[len(s.pages)-1] }

// open shows the page of a field.
func (s *formScreen) open(x *formgen.Field) {
	page := huhform.New(s.form, x, s.styles().form)
	page.SetFilter(s.filter)
	page.SetRecipient(s.origin())
	s.pages = append(s.pages, page)
	s.sizePage()
}

// follow does what the page asks for.
func (s *formScreen) follow(event huhform.Event) action {
	switch {
	case event.Go != nil:
		s.goTo(event.Go)
	case event.Open != nil:
		s.show(event.Open)
	}
	return action{status: status{event.Say, event.Bad}}
}

// show opens the page of a field, or goes to its row where it has none.
func (s *formScreen) show(x *formgen.Field) {
	opens := func() bool { return s.page().OnRow(formgen.Open) && s.page().Focused() == x }
	if !opens() {
		s.goTo(x)
	}
	if opens() {
		s.open(x)
	}
}

// goBack leaves the picker, the page, then the screen.
func (s *formScreen) goBack() action {
	s.asked = false
	switch {
	case s.form == nil:
		return s.back()
	case s.page().ClosePicker():
		return action{}
	case len(s.pages) > 1:
		s.pages = s.pages[:len(s.pages)-1]
		s.page().Refresh()
		return action{}
	}
	return s.back()
}

// goTo opens the page of a field and puts the focus there.
func (s *formScreen) goTo(x *formgen.Field) {
	var trail []*formgen.Field
	for page := x.PageOf(); page != s.form.Root(); page = page.PageOf() {
		trail = append([]*formgen.Field{page}, trail...)
	}
	s.pages = s.pages[:1]
	for _, page := range trail {
		s.page().Focus(page)
		s.open(page)
	}
	s.page().Focus(x)
}

func (s *formScreen) resetPages() {
	s.pages = nil
	s.open(s.form.Root())
}

// click focuses a field, or does what its row is for.
func (s *formScreen) click(column, line int) (action, tea.Cmd) {
	if s.form == nil {
		return action{}, nil
	}
	line -= len(s.head())
	if line < 0 {
		return action{}, nil
	}
	act := s.follow(s.page().Point(column, line))
	s.sizePage()
	return act, tea.Batch(s.changed(), s.keepDraft())
}

func (s *formScreen) wheel(lines int) {
	if s.form != nil {
		s.page().Wheel(lines)
	}
}
