package form

import (
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/ui/kit"
)

var _ = kit.RegisterKeys("review", &reviewKeys)

// reviewKeys are the keys of the review besides those of all screens.
var reviewKeys = struct{ Tab, TabBefore, Number, Doubt, AtOnce, Edit key.Binding }{
	Edit:      kit.Bind("Edit", "o"),
	Doubt:     kit.Bind("Fix", "f6", "]"),
	AtOnce:    kit.Bind("Send, and skip the review from now on", "A"),
	Tab:       kit.Bind("View", "tab"),
	TabBefore: kit.Bind("View before", "shift+tab"),
	Number:    key.NewBinding(key.WithKeys("1", "2", "3"), key.WithHelp("1–3", "View by number")),
}

// pressTab opens another tab.
func (s *Review) pressTab(press tea.KeyPressMsg) kit.Action {
	tabs := s.tabs()
	n, at, next := len(tabs), slices.Index(tabs, s.tab), 0
	switch {
	case key.Matches(press, reviewKeys.Tab):
		next = (at + 1) % n
	case key.Matches(press, reviewKeys.TabBefore):
		next = (at + n - 1) % n
	default:
		next = min(int(press.Code-'1'), n-1)
	}
	if next == at {
		return kit.Infof("“%s” is shown already.", s.views()[s.tab].name)
	}
	s.show(tabs[next])
	return kit.Action{}
}

func (s *Review) place() reviewLayout { return reviewLayoutOf(s.Width, s.Height, len(s.views())) }

func (s *Review) View() string {
	st, l := s.Styles(), s.place()
	if !l.hasPanes {
		return strings.Join([]string{st.Title.Render(s.heading()), s.tabNames(), s.lines.View()}, "\n")
	}
	lines := st.Pane.Draw(kit.Pane{
		Title: s.heading(), Note: s.tabNames(), IsNoteStyled: true, Lines: strings.Split(s.lines.View(), "\n"),
		Width: l.view.Width, Height: l.view.Height, HasFocus: true,
	})
	if l.beside.IsShown() {
		lines = kit.Beside(lines, st.Pane.Draw(kit.Pane{Title: s.views()[besideView].name, Lines: s.beside, Width: l.beside.Width, Height: l.beside.Height}))
	}
	return strings.Join(append(lines, st.Button.Line(s.buttons(), 0, s.Width)), "\n")
}

// tabNames are the tabs and their keys, with the one that is shown.
func (s *Review) tabNames() string {
	st := s.Styles()
	var names []string
	for i, at := range s.tabs() {
		style := st.Dim
		if at == s.tab {
			style = st.Current
		}
		names = append(names, st.Key.Render(string(rune('1'+i)))+" "+style.Render(s.views()[at].name))
	}
	return strings.Join(names, "  ")
}

func (s *Review) buttons() []kit.Button {
	buttons := []kit.Button{{Label: "Send", Key: "enter", IsOff: s.quiet.IsWaiting()}}
	if s.edit != nil {
		buttons = append(buttons, kit.Button{Label: "Edit", Key: reviewKeys.Edit.Help().Key})
	}
	return append(buttons, kit.Button{Label: "Back", Key: "esc"})
}

// doubleClick is how many times as long as [kit.Options.PasteGuard] two clicks may be apart.
const doubleClick = 5

// Click does what the button at a position is for.
func (s *Review) Click(column, line int) (kit.Action, tea.Cmd) {
	l := s.place()
	if line == 0 && l.hasPanes || line == 1 && !l.hasPanes {
		return s.clickTab(column)
	}
	if !l.hasPanes || line != l.buttons {
		return kit.Action{}, nil
	}
	switch at := kit.ButtonAt(s.buttons(), column); {
	case at == 0:
		if time.Since(s.opened) < doubleClick*s.Host.Options.PasteGuard { // the second click of two on the button of the form
			return kit.Infof("The click came as the review opened and was ignored. Click again."), nil
		}
		return s.send(), nil
	case at == 1 && s.edit != nil:
		return s.edit(), nil
	case at > 0:
		return s.Back(), nil
	}
	return kit.Action{}, nil
}

// clickTab shows the view whose name is at a column of the line of the tabs.
func (s *Review) clickTab(column int) (kit.Action, tea.Cmd) {
	if l := s.place(); l.hasPanes {
		column -= l.view.Width - lipgloss.Width(s.tabNames()) - kit.NoteEnd
	}
	for i, at := range s.tabs() {
		width := lipgloss.Width(s.views()[at].name) + len("1 ")
		if column >= 0 && column < width {
			return s.Update(kit.KeyPress(string(rune('1' + i))))
		}
		column -= width + len("  ")
	}
	return kit.Action{}, nil
}
