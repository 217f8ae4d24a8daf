package qa

import (
	"fmt"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/qa/doctor"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// doctorResultMsg is what the rules find in the whole card.
type doctorResultMsg struct{ result *doctor.OpenedResult }

// doctorLiveMsg is what the agent itself was found to do.
type doctorLiveMsg struct{ found doctor.LiveResult }

// doctorTurnMsg turns the spinner.
type doctorTurnMsg struct{}

// doctorTurnTime is how long one picture of the spinner is shown.
const doctorTurnTime = 100 * time.Millisecond

// turn starts the next turn of the spinner while something goes on.
func (s *DoctorScreen) turn() tea.Cmd {
	if s.working == "" {
		return nil
	}
	return kit.After(s, doctorTurnTime, doctorTurnMsg{})
}

// check applies all rules that need no request, in a command.
func (s *DoctorScreen) check() tea.Cmd {
	if s.working != "" {
		return nil
	}
	s.working = "Checking the card"
	if s.result != nil {
		s.working = "Checking the schemas"
	}
	card, dir := s.open.Card, ""
	if keep := s.Host.Options.Store; keep != nil {
		dir = keep.ConfigDir()
	}
	return tea.Batch(s.turn(), kit.Later(s, func() tea.Msg { return doctorResultMsg{doctor.CheckOpened(card, dir, true)} }))
}

// cannotCheckLive says why the agent itself cannot be checked, "" where it can.
func (s *DoctorScreen) cannotCheckLive() string {
	switch {
	case s.open.Agent == nil:
		return "the agent cannot be spoken to"
	case s.working != "":
		return "wait for the check to end"
	}
	return ""
}

// checkLive applies the rules about the agent itself, in a command.
func (s *DoctorScreen) checkLive() (kit.Action, tea.Cmd) {
	s.working = "Checking the agent"
	ctx, agent := s.Host.Context, doctor.LiveAgent{Card: s.open.Card, Dialed: s.open.Agent}
	return kit.Action{}, tea.Batch(s.turn(), kit.Later(s, func() tea.Msg { return doctorLiveMsg{doctor.CheckLive(ctx, agent)} }))
}

// tookLive shows what was found, and where it is in the list.
func (s *DoctorScreen) tookLive(m doctorLiveMsg) kit.Action {
	s.working = ""
	r := s.result.AddLive(s.open.Card, m.found)
	s.take(r)
	s.checked(r)
	n := len(m.found.Findings)
	if n == 0 {
		return kit.Infof("The agent itself: %s held.", kit.Plural(len(m.found.Checked), "rule", "rules"))
	}
	return kit.Infof("The agent itself: %s, with the rules L01 and L03.", kit.Plural(n, "finding", "findings"))
}

// cannotExport says why there is nothing to export, "" where there is.
func (s *DoctorScreen) cannotExport() string {
	if s.result == nil || s.working != "" {
		return "wait for the check to end"
	}
	return ""
}

// export asks where to write the findings of the rules.
func (s *DoctorScreen) export() tea.Cmd {
	doc := s.result.Document()
	return s.Host.AskForPath(s, "Findings as JSON", safe.FileName(s.open.Card.Name, "doctor", ".json"), func(w io.Writer) error {
		return doc.Write(w, "json")
	})
}

// liveCommand is the command that checks how the agent answers.
func (s *DoctorScreen) liveCommand() string {
	return "a2aform doctor --live " + run.ShellWord(s.open.Ref)
}

// text is a finding to paste into an issue.
func (s *DoctorScreen) text(f doctor.Finding) string {
	var sb strings.Builder
	at := safe.Text(f.Pointer).Line(0).String()
	if at == "" {
		at = "the card"
	}
	fmt.Fprintf(&sb, "%s %s: %s\nat %s", f.Level, findingName(f), f.What, at)
	if f.Line > 0 {
		fmt.Fprintf(&sb, " (line %d, column %d)", f.Line, f.Column)
	}
	fmt.Fprintf(&sb, "\nwhy: %s\n", f.Why)
	if f.Fix != "" {
		fmt.Fprintf(&sb, "fix: %s\n", f.Fix)
	}
	fmt.Fprintf(&sb, "card: %s\n", safe.Text(s.open.Card.Source).Line(0))
	if f.Rule != "" {
		fmt.Fprintf(&sb, "%s\n", explainFinding(f))
	}
	return sb.String()
}

// explainFinding is the command that explains the rule of a finding.
func explainFinding(f doctor.Finding) string { return "a2aform doctor --explain " + f.Rule }

// findingName is the rule of a finding, or who noticed it.
func findingName(f doctor.Finding) string {
	if f.Rule == "" {
		return "–"
	}
	return f.Rule
}
