package huhform

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
)

// modelKeys are the keys around the page.
var modelKeys = struct{ Submit, Press, Cancel, Quit, Help key.Binding }{
	Submit: key.NewBinding(key.WithKeys("ctrl+s"), key.WithHelp("ctrl+s", "Submit")),
	Press:  key.NewBinding(key.WithKeys("enter", "space"), key.WithHelp("enter", "Submit")),
	Cancel: key.NewBinding(key.WithKeys("esc"), key.WithHelp("esc", "Cancel")),
	Quit:   key.NewBinding(key.WithKeys("ctrl+c"), key.WithHelp("ctrl+c", "Cancel at once")),
	Help:   key.NewBinding(key.WithKeys("f1"), key.WithHelp("f1", "Help")),
}

// ShortHelp are the keys of the moment, the most useful ones first. With [Model.FullHelp] it implements [help.KeyMap].
func (m *Model) ShortHelp() []key.Binding {
	if m.explains {
		return nil
	}
	cancel := modelKeys.Cancel
	if len(m.pages) > 1 {
		cancel.SetHelp(cancel.Help().Key, "Back")
	}
	if m.onButton {
		return []key.Binding{modelKeys.Press, Keys.Prev, cancel, modelKeys.Help}
	}
	own, others := m.pageKeys()
	keys := append([]key.Binding{Keys.Next, modelKeys.Submit, cancel, modelKeys.Help}, own...)
	if n := m.form.Counts().Problems; n > 0 {
		keys = append(keys, Keys.NextProblem)
	}
	return append(keys, others...)
}

// FullHelp are all keys that do something now, in columns.
func (m *Model) FullHelp() [][]key.Binding {
	own, others := m.pageKeys()
	keys := append(own, others...)
	keys = append(keys, modelKeys.Submit, modelKeys.Cancel, modelKeys.Quit, Keys.NextProblem)
	const rows = 9
	var columns [][]key.Binding
	for ; len(keys) > rows; keys = keys[rows:] {
		columns = append(columns, keys[:rows])
	}
	return append(columns, keys)
}

// pageKeys are the keys that do something at the focused row: what it is for, and others.
func (m *Model) pageKeys() (own, others []key.Binding) {
	for _, k := range m.page().Keys() {
		switch name := k.Help().Key; {
		case !k.Enabled():
		case name == Keys.Undo.Help().Key && !m.form.CanUndo(), name == Keys.Redo.Help().Key && !m.form.CanRedo():
		case name == Keys.Open.Help().Key, name == chooseKey.Help().Key:
			own = append(own, k.Binding)
		default:
			others = append(others, k.Binding)
		}
	}
	return own, others
}

// View implements [tea.Model]. A program that embeds the form draws its Content, which has as many lines as the form.
func (m *Model) View() tea.View {
	lines := m.above()
	lines = append(lines, m.page().Lines()...)
	if m.explains {
		lines = m.explanation()
	}
	foot := m.foot()
	foot = foot[:min(len(foot), m.height-1)]
	lines = lines[:min(len(lines), m.height-len(foot))]
	for len(lines) < m.height-len(foot) {
		lines = append(lines, "")
	}
	lines = append(lines, foot...)
	for i, l := range lines {
		lines[i] = m.fit(l)
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen = true
	return v
}

// sizePage gives the page in sight what the lines around it leave.
func (m *Model) sizePage() {
	m.page().SetSize(m.width, max(m.height-len(m.above())-len(m.foot()), 1))
}

// roomy is from how many lines on a form has space for more than its fields.
const roomy = 16

// above are the lines above the fields: what the form is for, how far it is, and where one is.
func (m *Model) above() []string {
	root, at := m.form.Root(), m.page().At()
	title := cmp.Or(m.title, root.Label())
	if at != root {
		title = at.Path()
	}
	progress := m.progress()
	title = ansi.Truncate(m.styles.Section.Render(title), max(m.width-lipgloss.Width(progress)-2, 1), "…")
	gap := max(m.width-lipgloss.Width(title)-lipgloss.Width(progress), 1)
	lines := []string{title + strings.Repeat(" ", gap) + progress}
	if m.height >= roomy && at == root {
		lines = append(lines, m.about()...)
	}
	for _, need := range words.Needs(at) {
		if !need.Met && !need.Bad {
			lines = append(lines, m.styles.Dim.Render("· "+formgen.Capital(need.Text)))
		}
	}
	lines = append(lines, m.page().Above()...)
	if m.height >= roomy {
		lines = append(lines, "")
	}
	return lines
}

// about are the first lines of what the schema says of the whole value.
func (m *Model) about() (lines []string) {
	for _, l := range words.Help(m.form.Root()).Lines() {
		if text := l.String(); text != "" {
			lines = append(lines, wrapWords(text, m.width)...)
		}
	}
	const maximum = 2
	if len(lines) > maximum {
		lines = lines[:maximum]
		lines[maximum-1] = ansi.Truncate(lines[maximum-1], m.width-2, "") + " …" // f1 has the rest
	}
	for i, l := range lines {
		lines[i] = m.styles.Dim.Render(l)
	}
	return lines
}

// progress says what is wrong and how much of what is required is filled in.
func (m *Model) progress() string {
	var parts []string
	n := m.form.Counts()
	if n.Problems > 0 {
		parts = append(parts, m.styles.Problem.Render(words.CountProblems(n.Problems)))
	}
	if n.Warnings > 0 {
		parts = append(parts, m.styles.Warning.Render(words.CountWarnings(n.Warnings)))
	}
	if n.Required > 0 {
		parts = append(parts, m.styles.Dim.Render(fmt.Sprintf("%d of %d required", n.Filled, n.Required)))
	}
	return strings.Join(parts, "  ")
}

// foot are the lines below the fields: the button, what was just done, and keys.
func (m *Model) foot() (lines []string) {
	if m.height >= roomy {
		lines = append(lines, m.below())
	}
	button := "  " + m.styles.Label.Render("[ Submit ]")
	if m.onButton && !m.isBlurred {
		button = m.styles.Bar.Render("▌ ") + m.styles.FocusedLabel.Render("[ Submit ]")
	}
	if len(m.pages) > 1 || m.explains {
		button = ""
	}
	status := m.styles.Dim.Render(m.status)
	switch {
	case m.isSubmitting:
		status = m.styles.Dim.Render("Checking…")
	case m.statusIsBad:
		status = m.styles.Problem.Render(m.status)
	}
	lines = append(lines, button+"  "+status)
	if m.hidesHelp {
		return lines
	}
	return append(lines, m.help().ShortHelpView(m.ShortHelp()))
}

// below says that there are fields below the ones in sight.
func (m *Model) below() string {
	n := m.page().Below()
	switch {
	case n == 0 || m.explains:
		return ""
	case n == 1:
		return m.styles.Dim.Render("  ↓ 1 more line")
	}
	return m.styles.Dim.Render(fmt.Sprintf("  ↓ %d more lines", n))
}

// explanation says what the focused field is, and what keys do.
func (m *Model) explanation() []string {
	x := m.page().Focused()
	lines := []string{m.styles.Section.Render(x.Path())}
	for _, l := range words.Help(x).Lines() {
		lines = append(lines, wrapWords(l.String(), m.width)...)
	}
	hint := formgen.Capital(words.Hint(x))
	for _, text := range []string{hint, "In the data: " + safe.Text(x.Pointer()).Line(0).String(), words.PresenceHelp(x, shortcut.InProse(Keys.Presence)), words.Reason(x)} {
		for _, l := range wrapWords(text, m.width) {
			if l != "" {
				lines = append(lines, m.styles.Dim.Render(l))
			}
		}
	}
	lines = append(lines, "")
	lines = append(lines, strings.Split(m.help().FullHelpView(m.FullHelp()), "\n")...)
	for _, n := range m.form.Notices() {
		lines = append(lines, "", m.styles.Warning.Render("! "+n.Text))
	}
	return append(lines, "", m.styles.Dim.Render("Any key goes back to the form."))
}

// help draws keys in the colors of the form.
func (m *Model) help() help.Model {
	h := help.New()
	h.SetWidth(m.width)
	h.Styles = help.Styles{
		Ellipsis: m.styles.Dim, ShortKey: m.styles.Bar, ShortDesc: m.styles.Dim, ShortSeparator: m.styles.Dim,
		FullKey: m.styles.Bar, FullDesc: m.styles.Dim, FullSeparator: m.styles.Dim,
	}
	return h
}

func (m *Model) fit(line string) string { return ansi.Truncate(line, m.width, "…") }
