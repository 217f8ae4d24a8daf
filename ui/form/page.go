package form

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

func (s *Screen) page() *huhform.Page { return s.pages[len(s.pages)-1] }

// open shows the page of a field.
func (s *Screen) open(x *formgen.Field) {
	page := huhform.New(s.Form, x, s.Styles().Form)
	page.SetFilter(s.filter)
	page.SetRecipient(s.origin())
	page.SetClock(s.Host.Options.Clock)
	s.pages = append(s.pages, page)
	s.focusButton(0)
	s.sizePage()
}

// follow does what the page asks for.
func (s *Screen) follow(event huhform.Event) kit.Action {
	switch {
	case event.Go != nil:
		s.GoTo(event.Go)
	case event.Open != nil:
		s.show(event.Open)
	case event.End && s.hasPanes():
		s.focusButton(1)
	}
	return kit.Action{Status: kit.Status{Text: event.Say, Bad: event.Bad}}
}

// show opens the page of a field, or goes to its row where it has none.
func (s *Screen) show(x *formgen.Field) {
	opens := func() bool { return s.page().OnRow(formgen.Open) && s.page().Focused() == x }
	if !opens() {
		s.GoTo(x)
	}
	if opens() {
		s.open(x)
	}
}

// goBack takes a filter of choices away, leaves the page, then the screen.
func (s *Screen) goBack() kit.Action {
	s.asked = false
	switch {
	case s.Form == nil:
		return s.Back()
	case s.page().Close():
		return kit.Action{}
	case len(s.pages) > 1:
		s.pages = s.pages[:len(s.pages)-1]
		s.focusButton(0)
		s.page().Refresh()
		return kit.Action{}
	}
	if s.isSlots() {
		return s.openPlainText()
	}
	return s.Back()
}

// isSlots reports a form whose values go into a text.
func (s *Screen) isSlots() bool { return s.Input.Template != nil && s.use == nil && s.Form != nil }

// openPlainText goes on in the chat of the skill, with the text as far as it is filled in.
func (s *Screen) openPlainText() kit.Action {
	act := s.Host.Nav.OpenChat(s.Chat, s.agent, s.skill)
	if s.WasEdited() {
		act = kit.StartWith(act, safe.Text(s.Input.Text([]byte(s.Form.Root().JSON()))))
	}
	act.Pop = 1
	return act
}

// GoTo opens the page of a field and puts the focus there.
func (s *Screen) GoTo(x *formgen.Field) {
	var trail []*formgen.Field
	for page := x.PageOf(); page != s.Form.Root(); page = page.PageOf() {
		trail = append([]*formgen.Field{page}, trail...)
	}
	s.pages = s.pages[:1]
	for _, page := range trail {
		s.page().Focus(page)
		s.open(page)
	}
	s.focusButton(0)
	s.page().Focus(x)
}

func (s *Screen) resetPages() {
	s.pages = nil
	s.open(s.Form.Root())
}

// Click focuses a field, or does what its row is for.
func (s *Screen) Click(column, line int) (kit.Action, tea.Cmd) {
	if s.Form == nil {
		return kit.Action{}, nil
	}
	if s.hasPanes() {
		if line == s.paneHeight(len(s.head())+len(s.page().Lines())) {
			return s.clickButton(column)
		}
		column, line = column-kit.FrameWidth/2, line-1
	}
	line -= len(s.head())
	if line < 0 || column < 0 {
		return kit.Action{}, nil
	}
	if width, height := s.textSize(); column >= width || line >= height-len(s.head()) {
		return kit.Action{}, nil
	}
	s.focusButton(0)
	act := s.follow(s.page().Point(column, line))
	s.sizePage()
	return act, tea.Batch(s.changed(), s.keepDraft())
}

func (s *Screen) Wheel(lines int) {
	if s.Form != nil {
		s.page().Wheel(lines)
	}
}
