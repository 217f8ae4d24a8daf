package form

import (
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/ui/kit"
)

// reviewKeys are the keys of the review besides those of all screens.
var reviewKeys = struct{ Tab, Doubt key.Binding }{
	Doubt: kit.Bind("Go to the warning", "w"),
	Tab:   key.NewBinding(key.WithKeys("1", "2", "3", "4", "tab", "shift+tab"), key.WithHelp("1-4", "View")),
}

// pressTab opens another tab.
func (s *Review) pressTab(press tea.KeyPressMsg) kit.Action {
	n, next := len(s.tabs()), 0
	switch press.String() {
	case "tab":
		next = (s.tab + 1) % n
	case "shift+tab":
		next = (s.tab + n - 1) % n
	default:
		next = int(press.Code - '1')
	}
	if next == s.tab {
		return kit.Infof("“%s” is shown already.", s.tabs()[next].name)
	}
	s.show(next)
	return kit.Action{}
}

func (s *Review) hasPanes() bool {
	const minHeight = 12
	return s.Width >= kit.MinPaneWidth && s.Height >= minHeight
}

// hasSummaryPane reports whether a border fits around the summary.
func (s *Review) hasSummaryPane() bool {
	const minHeight = 24
	return s.hasPanes() && s.Height >= minHeight
}

// viewWidth and viewHeight are the size of the tab.
func (s *Review) viewWidth() int {
	if s.hasPanes() {
		return s.Width - kit.FrameWidth
	}
	return s.Width
}

func (s *Review) viewHeight() int {
	height := s.Height - s.summaryHeight()
	if s.hasPanes() {
		return max(height-kit.FrameHeight-buttonLines, 1)
	}
	return max(height-1, 1) // below the names of the tabs
}

// summaryHeight are the lines of the summary, with its border.
func (s *Review) summaryHeight() int {
	lines := len(s.summary(s.viewWidth()))
	if s.hasSummaryPane() {
		return lines + kit.FrameHeight
	}
	return min(lines, max(s.Height/2, 1))
}

func (s *Review) View() string {
	st := s.Styles()
	lines, height := s.summary(s.viewWidth()), s.summaryHeight()
	switch {
	case !s.hasPanes():
		lines = append(lines[:height], s.tabNames())
		return strings.Join(append(lines, s.lines.View()), "\n")
	case s.hasSummaryPane():
		lines = st.Pane.Draw(kit.Pane{Title: s.heading(), Lines: lines, Width: s.Width, Height: height})
	default:
		for i, l := range lines[:height] {
			lines[i] = strings.Repeat(" ", kit.FrameWidth/2) + l
		}
		lines = lines[:height]
	}
	view := kit.Pane{
		Title: s.tabs()[s.tab].name, Note: s.tabNames(), IsNoteStyled: true, Lines: strings.Split(s.lines.View(), "\n"),
		Width: s.Width, Height: s.viewHeight() + kit.FrameHeight, HasFocus: true,
	}
	lines = append(lines, st.Pane.Draw(view)...)
	return strings.Join(append(lines, st.Button.Line(s.buttons(), 0, s.Width)), "\n")
}

func (s *Review) heading() string {
	if s.failed != nil {
		return "This cannot be sent"
	}
	return "Ready to send"
}

// tabNames are the tabs and their keys, with the one that is shown.
func (s *Review) tabNames() string {
	st := s.Styles()
	var names []string
	for i, t := range s.tabs() {
		style := st.Dim
		if i == s.tab {
			style = st.Title
		}
		names = append(names, st.Key.Render(string(rune('1'+i)))+" "+style.Render(t.name))
	}
	return strings.Join(names, "  ")
}

func (s *Review) buttons() []kit.Button {
	return []kit.Button{{Label: "Send", Key: "enter"}, {Label: "Back", Key: "esc"}}
}

// doubleClick is how many times as long as [kit.Options.PasteGuard] two clicks may be apart.
const doubleClick = 5

// Click does what the button at a position is for.
func (s *Review) Click(column, line int) (kit.Action, tea.Cmd) {
	if line == s.summaryHeight() {
		return s.clickTab(column)
	}
	if !s.hasPanes() || line != s.Height-1 {
		return kit.Action{}, nil
	}
	switch kit.ButtonAt(s.buttons(), column) {
	case 0:
		if time.Since(s.opened) < doubleClick*s.Host.Options.PasteGuard { // the second click of two on the button of the form
			return kit.Infof("The click came as the review opened and was ignored. Click again."), nil
		}
		return s.send(), nil
	case 1:
		return s.Back(), nil
	}
	return kit.Action{}, nil
}

// clickTab shows the view whose name is at a column of the line of the tabs.
func (s *Review) clickTab(column int) (kit.Action, tea.Cmd) {
	if s.hasPanes() {
		column -= s.Width - lipgloss.Width(s.tabNames()) - kit.NoteEnd
	}
	for i, t := range s.tabs() {
		width := lipgloss.Width(t.name) + len("1 ")
		if column >= 0 && column < width {
			return s.Update(kit.KeyPress(string(rune('1' + i))))
		}
		column -= width + len("  ")
	}
	return kit.Action{}, nil
}
