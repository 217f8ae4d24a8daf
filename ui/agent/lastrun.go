package agent

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// lastRunsMsg are the newest runs of the agent's skills, by the ids of these.
type lastRunsMsg map[safe.Raw]runfile.Info

// Load implements [kit.Loader]: it reads what was last run of each skill.
func (s *CardScreen) Load() tea.Cmd {
	keep := s.Host.Options.Store
	if keep == nil {
		return nil
	}
	source, agent := safe.Text(s.card.Source), s.card.Name
	return kit.Later(s, func() tea.Msg {
		last, err := keep.LastRuns(source, agent)
		if err != nil {
			return lastRunsMsg(nil) // the history says why
		}
		return lastRunsMsg(last)
	})
}

// takeLastRuns shows the last runs; as long as no skill was chosen, the one that was run last
// is.
func (s *CardScreen) takeLastRuns(last lastRunsMsg) {
	s.lastRuns = last
	if s.hasMoved {
		return
	}
	var newest time.Time
	for i, row := range s.list.shown {
		if r, ok := last[runfile.Truncated(s.list.skills[row].id())]; ok && r.Time.After(newest) {
			newest, s.list.cursor = r.Time, i
		}
	}
}

// lastRun is the newest run of the chosen skill.
func (s *CardScreen) lastRun() (r runfile.Info, ok bool) {
	u, ok := s.list.chosen()
	if !ok || len(s.lastRuns) == 0 {
		return r, false
	}
	r, ok = s.lastRuns[runfile.Truncated(u.id())]
	return r, ok
}

// The height from which on the last run fits below the panes: as a line,
// and as a pane.
const (
	minLastLine = 17
	minLastPane = 20
)

// lastRunHeight is how many rows the last run takes at the bottom, 0 for none.
func (s *CardScreen) lastRunHeight(height int) int {
	if _, ok := s.lastRun(); !ok || !s.hasPanes() {
		return 0
	}
	switch {
	case height >= minLastPane && s.isWide():
		return 1 + kit.FrameHeight
	case height >= minLastLine:
		return 1
	}
	return 0
}

// lastRunLines draw the last run in so many rows.
func (s *CardScreen) lastRunLines(rows int) []string {
	r, ok := s.lastRun()
	if !ok || rows == 0 {
		return nil
	}
	st := s.Styles()
	if rows == 1 {
		const label = " Last run  "
		return []string{st.Dim.Render(label) + s.lastRunLine(r, s.Width-len(label)-1)}
	}
	return st.Pane.Draw(kit.Pane{Title: "Last run", Lines: []string{s.lastRunLine(r, s.Width-kit.FrameWidth)}, Width: s.Width, Height: rows})
}

// lastRunLine is what came of a run and what was asked, with the key to run it again.
func (s *CardScreen) lastRunLine(r runfile.Info, width int) string {
	st := s.Styles()
	ended := r.Outcome.Line(40).String()
	mark, tone := kit.OutcomeMark(ended)
	look := [...]lipgloss.Style{kit.ToneRunning: st.Accent, kit.ToneGood: st.Good, kit.ToneBad: st.Bad, kit.ToneWarning: st.Warn, kit.ToneUnknown: st.Dim}[tone]
	facts := []string{kit.OutcomeText(ended, r.Code, r.Problems, r.Rows)}
	if !r.Ended.IsZero() {
		facts = append(facts, strings.TrimSpace(kit.Seconds(max(r.Ended.Sub(r.Time), 0))))
	}
	came := " · " + strings.Join(append(facts, kit.Age(r.Time, time.Now())), " · ")
	asked := kit.Line(r.Asked)
	if asked == "" {
		asked, came = "", strings.TrimPrefix(came, " · ")
	}
	again := ""
	if s.canRunAgain() == "" {
		again = st.Key.Render("r") + st.Dim.Render(" Run again")
	}
	asked = ansi.Truncate(asked, max(width-2-lipgloss.Width(came)-lipgloss.Width(again)-2, 8), "…")
	return ansi.Truncate(kit.Between(look.Render(mark)+" "+st.Text.Render(asked)+st.Dim.Render(came), again, width), width, "…")
}

// canRunAgain is why the last run of the chosen skill cannot be sent once more, "" if it can.
func (s *CardScreen) canRunAgain() string {
	r, ok := s.lastRun()
	switch {
	case !ok:
		return "this skill has no run yet"
	case s.dialed != nil:
		return "the agent cannot be reached"
	case r.Private:
		return "it held a secret, so what was filled in was not kept"
	}
	return ""
}

// againMsg is what was sent in the last run.
type againMsg struct {
	run   runfile.Info
	input runfile.Line
	kept  bool
}

// runAgain reads what was sent in the last run, to review it and send it once more.
func (s *CardScreen) runAgain() (kit.Action, tea.Cmd) {
	if why := s.canRunAgain(); why != "" {
		return kit.Errorf("%s", why), nil
	}
	r, _ := s.lastRun()
	return kit.Action{}, kit.Later(s, func() tea.Msg {
		input, kept := runfile.ReadInput(r.Path)
		return againMsg{r, input, kept}
	})
}

// fillAgain opens the review of what was sent, or its form where the schema has changed.
func (s *CardScreen) fillAgain(m againMsg) kit.Action {
	switch {
	case !m.kept:
		return kit.Errorf("the run's file does not say what was filled in")
	case s.dialed != nil:
		return kit.Errorf("%s", s.dialed.Error())
	}
	return s.Host.Nav.FillAgain(kit.Resend{Agent: s.agent, Run: m.run, Input: m.input, Rerun: true})
}

// againKey is the key for it.
func (s *CardScreen) againKey() shortcut.Key {
	why := s.canRunAgain()
	return shortcut.When(cardKeys.Again, why == "", why)
}
