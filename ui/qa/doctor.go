package qa

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/qa/doctor"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// DoctorScreen lists the findings about a card.
type DoctorScreen struct {
	kit.Base
	open       kit.OpenCard
	noticed    []string               // by the client, about the card and the connection
	checked    func(r *doctor.Report) // tells the screen of the card what was found
	report     *doctor.Report         // nil until the card is checked
	all        []doctor.Finding       // of the report, and what the client noticed
	shown      []doctor.Finding       // those of the level that is chosen
	onlyErrors bool
	pens       kit.Pens

	cursor, top int
	working     string // what goes on, "" for nothing
	frame       int    // of the spinner
}

var _ = kit.RegisterKeys("doctor", &doctorKeys)

var doctorKeys = struct{ Open, Level, Live, Command, Copy key.Binding }{
	Open:    kit.Bind("Open card", "enter"),
	Level:   kit.Bind("Errors only", "f"),
	Live:    kit.Bind("Try the agent live", "l"),
	Command: kit.Bind("Copy command"),
	Copy:    kit.Bind("Copy", "y"),
}

// NewDoctor is the screen for an open card. The report is what was found when the card was opened, nil
// for nothing yet; checked is called with each later one.
func NewDoctor(h *kit.Host, open kit.OpenCard, noticed []string, report *doctor.Report, checked func(r *doctor.Report)) *DoctorScreen {
	s := &DoctorScreen{Base: kit.Base{Host: h}, open: open, noticed: noticed, checked: checked}
	s.Restyle()
	if report != nil {
		s.take(report)
	}
	return s
}

// take shows a report, with the cursor at the finding where it was.
func (s *DoctorScreen) take(r *doctor.Report) {
	s.report, s.all = r, doctor.OpenedFindings(r, s.noticed)
	if s.cursor == 0 {
		s.shown = nil // the first finding stays at the cursor, whichever that is
	}
	s.filter()
}

// filter shows the findings of the levels that are chosen.
func (s *DoctorScreen) filter() {
	before, had := s.current()
	s.shown = slices.DeleteFunc(slices.Clone(s.all), func(f doctor.Finding) bool { return s.onlyErrors && f.Level != doctor.Error })
	if had {
		s.cursor = max(slices.IndexFunc(s.shown, func(f doctor.Finding) bool {
			return f.Rule == before.Rule && f.Pointer == before.Pointer && f.What == before.What
		}), 0)
	}
	s.clamp()
}

// current is the finding at the cursor.
func (s *DoctorScreen) current() (f doctor.Finding, ok bool) {
	if s.cursor >= len(s.shown) {
		return f, false
	}
	return s.shown[s.cursor], true
}

func (s *DoctorScreen) Init() tea.Cmd {
	if s.report == nil {
		return s.check()
	}
	return nil
}

func (s *DoctorScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case doctorTurnMsg:
		s.frame++
		return kit.Action{}, s.turn()
	case doctorReportMsg:
		s.working = ""
		s.take(msg.report)
		s.checked(msg.report)
	case doctorLiveMsg:
		return s.tookLive(msg), nil
	case kit.SavedMsg:
		return s.Host.Saved(msg), nil
	case tea.KeyPressMsg:
		return s.press(msg)
	}
	return kit.Action{}, nil
}

func (s *DoctorScreen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	act, cmd, done := kit.Press(msg, s.Keys())
	if !done {
		s.cursor, _ = kit.MoveCursor(msg, s.cursor, len(s.shown), s.rows())
		s.clamp()
	}
	return act, cmd
}

func (s *DoctorScreen) copyCommand() (kit.Action, tea.Cmd) {
	return kit.Infof("Copied: %s. Run it in a shell to check how the agent answers.", s.liveCommand()), tea.SetClipboard(s.liveCommand())
}

// openRaw shows the card at the location of a finding.
func (s *DoctorScreen) openRaw(f doctor.Finding) kit.Action {
	raw := kit.NewRawCard(s.Host, s.open.Card.Raw, func(text []byte) int {
		return doctor.LocatePointers(text, []string{f.Pointer})[f.Pointer].Line - 1
	})
	if f.Pointer == "" {
		return kit.Action{Push: raw, Status: kit.Infof("This note is about the card as a whole.").Status}
	}
	return kit.Action{Push: raw, Status: kit.Infof("%s: %s", findingName(f), f.What).Status}
}

// nextLevel shows only errors, then all findings again.
func (s *DoctorScreen) nextLevel() kit.Action {
	words := "all notes"
	if s.onlyErrors = !s.onlyErrors; s.onlyErrors {
		words = "errors only"
	}
	s.filter()
	return kit.Infof("%s: %d of %s", words, len(s.shown), english.Plural(len(s.all), "note", "notes"))
}

// Point moves the cursor to a finding that was clicked. It reports whether it was there before.
func (s *DoctorScreen) Point(_, line int) bool {
	at := s.FrameLine(line)
	if at < 0 || at >= s.rows() || s.top+at >= len(s.shown) {
		return false
	}
	wasThere := s.cursor == s.top+at
	s.cursor = s.top + at
	return wasThere
}

func (s *DoctorScreen) Title() string { return "Notes for its maker" }

func (s *DoctorScreen) Help() []string {
	var lines []string
	for i, text := range []string{
		"What the rules of doctor find in this card, the worst first: ✗ an error, which breaks clients, ! a warning. A note without the name of a rule is what a2aform noticed when it read the card or prepared the connection. None of this is sent to the agent.",
		"a2aform doctor --explain RULE prints a card that breaks the rule and one that does not.",
		"Trying the agent live sends GET requests and calls that the agent must refuse.",
	} {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, kit.Wrap(text, s.HelpWidth(), 0, s.Styles().Text)...)
	}
	return lines
}

func (s *DoctorScreen) Keys() []kit.Key {
	k := doctorKeys
	f, ok := s.current()
	none := kit.Unless(ok, "no note is in the list")
	return append([]kit.Key{
		kit.When(k.Open, none, func() kit.Action { return s.openRaw(f) }),
		kit.When(k.Level, kit.Unless(len(s.all) > 0, "there are no notes"), s.nextLevel),
		kit.When(k.Live, s.cannotCheckLive(), s.checkLive),
		kit.On(k.Command, s.copyCommand),
		kit.When(kit.Keys.Export, s.cannotExport(), s.export),
		kit.When(k.Copy, none, func() (kit.Action, tea.Cmd) {
			return s.Host.Copy("the note", s.text(f))
		}),
		s.BackKey(),
	}, kit.ScrollKeys...)
}

// doctorReportMsg is what the rules find in the card.
type doctorReportMsg struct{ report *doctor.Report }

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
	card, dir := s.open.Card, ""
	if keep := s.Host.Options.Store; keep != nil {
		dir = keep.ConfigDir()
	}
	return tea.Batch(s.turn(), kit.Later(s, func() tea.Msg { return doctorReportMsg{doctor.CheckOpened(card, dir, true)} }))
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
	r := s.report.WithLive(s.open.Card, m.found)
	s.take(r)
	s.checked(r)
	n := len(m.found.Findings)
	if n == 0 {
		return kit.Infof("The agent itself: %s held.", english.Plural(len(m.found.Checked), "rule", "rules"))
	}
	return kit.Infof("The agent itself: %s, with the rules L01 and L03.", english.Plural(n, "note", "notes"))
}

// cannotExport says why there is nothing to export, "" where there is.
func (s *DoctorScreen) cannotExport() string {
	if s.report == nil || s.working != "" {
		return "wait for the check to end"
	}
	return ""
}

// export asks where to write the findings of the rules.
func (s *DoctorScreen) export() tea.Cmd {
	doc := s.report.Document()
	return s.Host.AskForPath(s, "Export the notes: JSON", safe.FileName(s.open.Card.Name, "doctor", ".json"), func(w io.Writer) error {
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
