package task

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// about opens what the agent said of the task beside its results.
func (s *Screen) about() kit.Action {
	d := s.snapshot.Details
	if d.IsEmpty() {
		return kit.Infof("%s", nothingMore)
	}
	return kit.Action{Push: kit.NewPager(s.Host, "About the task", func() []string { return aboutLines(d) })}
}

// nothingMore says why there is nothing to open.
const nothingMore = "the agent gives no metadata and no history of the task"

func (s *Screen) aboutKey() shortcut.Key {
	return shortcut.When(kit.Keys.About, !s.snapshot.Details.IsEmpty(), nothingMore)
}

// isAbout reports the key that opens the details, where no letters are typed.
func (s *Screen) isAbout(msg tea.KeyPressMsg) bool {
	return !s.IsTyping() && key.Matches(msg, kit.Keys.About)
}

// aboutLines are the title of a task, its use and cost, its metadata and its history.
func aboutLines(d run.Details) (lines []string) {
	if title := d.Title(); !title.IsEmpty() {
		lines = append(lines, kit.Line(title), "")
	}
	if usage := d.Usage(); !usage.IsEmpty() {
		lines = append(lines, "Used: "+kit.Line(usage), "")
	}
	if len(d.Facts) > 0 {
		lines = append(lines, "Metadata")
	}
	for _, f := range d.Facts {
		lines = append(lines, "  "+kit.Line(f.Name)+": "+f.Text.Line(safe.TextLimit()).String())
	}
	if len(d.History) > 0 {
		lines = append(lines, "", "History")
	}
	for _, m := range d.History {
		who := "Agent: "
		if m.IsUser {
			who = "You:   "
		}
		for i, l := range m.Text.Block(0).Lines() {
			if i > 0 {
				who = "       "
			}
			lines = append(lines, "  "+who+l.String())
		}
	}
	if d.Cut {
		lines = append(lines, "", "The agent said more than is shown here. The traffic has all of it.")
	}
	if len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	return lines
}

// paneTitle is the name of the agent, and what it calls the task.
func (s *Screen) paneTitle() string {
	name := kit.Line(s.snapshot.Plan.Agent.Card().Name)
	if title := s.snapshot.Details.Title(); !title.IsEmpty() {
		return name + " · " + title.Line(safe.CellLimit()).String()
	}
	return name
}

// cost is what the task used or cost and how long it took, as far as it fits.
func (s *Screen) cost() string {
	took := kit.Seconds(s.elapsed())
	if usage := s.snapshot.Details.Usage(); !usage.IsEmpty() && s.isWide() {
		return strings.Join([]string{usage.Line(safe.CellLimit()).String(), took}, " · ")
	}
	return took
}
