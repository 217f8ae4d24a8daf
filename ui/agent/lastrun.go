package agent

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
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
	s.list.lastRuns = last
	if s.hasMoved {
		return
	}
	var newest time.Time
	for i, row := range s.list.Shown {
		if r, ok := last[runfile.Truncated(s.list.skills[row].id())]; ok && r.Time.After(newest) {
			newest, s.list.Cursor = r.Time, i
		}
	}
}

// lastRun is the newest run of the chosen skill.
func (s *CardScreen) lastRun() (r runfile.Info, ok bool) {
	u, ok := s.list.chosen()
	if !ok {
		return r, false
	}
	return s.list.lastRunOf(u)
}

func (l *skillList) lastRunOf(u skillRow) (r runfile.Info, ok bool) {
	if len(l.lastRuns) == 0 {
		return r, false
	}
	r, ok = l.lastRuns[runfile.Truncated(u.id())]
	return r, ok
}

// settle waits for the cursor to rest on a skill whose last run is shown.
func (s *CardScreen) settle() tea.Cmd {
	r, ok := s.lastRun()
	if !ok || !s.hasPanes() || !s.isWide() {
		return nil
	}
	return s.preview.Settle(s, kit.PreviewedRun{ID: r.ID, Path: r.Path, Private: r.Private})
}

// lastResult is the beginning of what the skill at the cursor gave last.
func (s *CardScreen) lastResult(width int) []string {
	if _, ok := s.lastRun(); !ok {
		return nil
	}
	return s.preview.Lines(width, s.Styles())
}

// lastRunLine is what came of a run and what was asked, after the key to run it again.
func (l *skillList) lastRunLine(r runfile.Info, width int) string {
	st := l.host.Styles
	ended := r.Outcome.Line(40).String()
	mark, tone := kit.OutcomeMark(ended)
	look := [...]lipgloss.Style{kit.ToneRunning: st.Accent, kit.ToneGood: st.Good, kit.ToneBad: st.Bad, kit.ToneWarning: st.Warn, kit.ToneUnknown: st.Dim}[tone]
	facts := []string{kit.OutcomeText(ended, r.Code, r.Problems, r.Rows)}
	if !r.Ended.IsZero() {
		facts = append(facts, strings.TrimSpace(kit.Seconds(max(r.Ended.Sub(r.Time), 0))))
	}
	came := strings.Join(append(facts, kit.Age(r.Time, time.Now())), " · ")
	key := "   "
	if l.whyNotAgain(r) == "" {
		key = st.Key.Render("r") + "  "
	}
	asked := kit.Line(r.Asked)
	if asked != "" {
		asked = ansi.Truncate(asked, max(width-lipgloss.Width(key+mark+" "+" · "+came), 8), "…")
		came = " · " + came
	}
	return key + look.Render(mark) + " " + st.Text.Render(asked) + st.Dim.Render(came)
}

// canRunAgain is why the last run of the chosen skill cannot be sent once more, "" if it can.
func (s *CardScreen) canRunAgain() string {
	r, ok := s.lastRun()
	if !ok {
		return "this skill has no run yet"
	}
	return s.list.whyNotAgain(r)
}

// whyNotAgain is why a run cannot be sent once more, "" if it can.
func (l *skillList) whyNotAgain(r runfile.Info) string {
	switch {
	case l.dialed != nil:
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
