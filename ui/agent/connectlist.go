package agent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/catalog"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/prompt"
	"a2aform/ui/kit"
)

// Load reads which agents are known.
func (s *ConnectScreen) Load() tea.Cmd {
	keep, dir := s.Host.Options.Store, s.Host.Options.Dir
	return kit.Later(s, func() tea.Msg { return loadAgents(keep, dir) })
}

// showCatalog puts the agents of a catalog above the known ones, and the focus on them. Their hosts are named by the catalog, but
// for its own, which the user named if that is the way.
func (s *ConnectScreen) showCatalog(c *catalog.Catalog, way kit.DialOptions) kit.Action {
	l := &s.agents
	l.openCatalog(c, way.Catalog == "" && (way.Saved == nil || !way.Saved.Local))
	s.onList = len(l.Rows) > 0
	return kit.Infof("%s. / filters them, esc closes the catalog.", c.Summary())
}

// How much the list of agents keeps of a card: characters, skills, characters of a name.
const rememberedAbout, rememberedSkills, rememberedName = 400, 12, 60

// remember puts an agent on the list of those opened before. The list is a
// convenience; a card opens without it.
func remember(keep *store.Store, m CardMsg) {
	if keep == nil {
		return
	}
	a := store.Agent{Ref: m.Ref, Name: m.Card.Name, Used: time.Now(), About: safe.Text(m.Card.Description.Line(rememberedAbout).String())}
	for _, skill := range m.Card.Skills[:min(len(m.Card.Skills), rememberedSkills)] {
		a.Skills = append(a.Skills, safe.Text(cmp.Or(skill.Name, skill.ID).Line(rememberedName).String()))
	}
	if m.saved != nil && m.saved.Local {
		a.Repository = m.saved.File
	}
	a.Catalog = m.way.Catalog
	_ = keep.Remember(a)
}

// leaveList takes the filter away, closes the catalog, or goes to the line.
func (s *ConnectScreen) leaveList() {
	switch l := &s.agents; {
	case l.ClearFilter():
	case l.closeCatalog():
		s.onList = len(l.Rows) > 0
	default:
		s.giveUp()
		s.onList = false
	}
}

func (s *ConnectScreen) toLine() { s.onList = false }

// listPage is how many rows a page of the list is.
const listPage = 11

// forgottenMsg says what became of forgetting an agent.
type forgottenMsg struct{ err error }

// askToForget asks whether an agent goes off the list of those opened before.
func (s *ConnectScreen) askToForget(row agentRow) {
	keep := s.Host.Options.Store
	s.Host.Overlay = kit.NewChooser(s.Host, "Forget "+safe.Text(row.Ref).Line(0).String()+"?",
		[]string{"no ", "yes"}, []string{"", "it goes off this list; credentials that are kept for it stay"},
		func(i int) tea.Cmd {
			if i == 0 {
				return nil
			}
			return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg { return forgottenMsg{keep.Forget(row.Ref)} }))
		})
}

var _ = kit.RegisterKeys("connect", &connectKeys)

// connectKeys are the keys of the list of agents. They are letters, as nothing is
// typed there.
var connectKeys = struct{ Filter, Save, Forget key.Binding }{
	Filter: kit.Bind("Filter", "/"),
	Save:   kit.Bind("Save as…", "ctrl+s"),
	Forget: kit.Bind("Forget", "x", "delete"),
}

func (s *ConnectScreen) listKeys(demo, again kit.Key) []kit.Key {
	row, ok := s.agents.chosen()
	none := kit.Unless(ok, "no agent is in sight")
	again.SetKeys("r", "ctrl+r")
	again.SetHelp("r", again.Help().Desc)
	line := kit.Bind("Type an address", "shift+tab", "tab")
	if s.agents.Cursor == 0 {
		line.SetKeys("shift+tab", "tab", "up", "k")
	}
	return slices.Concat([]kit.Key{
		kit.When(kit.Keys.Connect, none, func() tea.Cmd { return s.openRow(row, false) }),
		again,
		kit.On(connectKeys.Filter, s.agents.StartFilter),
		kit.When(kit.Keys.Credentials, none, func() tea.Cmd { return s.openRow(row, true) }),
		kit.When(connectKeys.Save, kit.Unless(ok && row.mayBeSaved(), "it has a name already, or no address"), func() { s.Host.AskToSave(s, row.Ref, nil) }),
		kit.When(connectKeys.Forget, kit.Unless(ok && row.wasOpened(), "a saved one is removed by a2aform agents remove"), func() { s.askToForget(row) }),
		demo,
		kit.On(line, s.toLine),
		s.Host.Nav.HistoryKey(kit.PlainKeys.History),
		kit.On(kit.Keys.Back, s.leaveList),
	}, kit.ScrollKeys, s.Host.BorderKeys(s, s.border(), func() {}))
}

// inputInfoMsg is what is known of the typed line: the files that it could become, and what credentials for it would be bound to.
type inputInfoMsg struct {
	line        string
	completions []prompt.Offer
	origin      string
}

// typed leaves the agents that the line names. Where it names none, it asks, in a command, what is known of it now.
func (s *ConnectScreen) typed(before string) tea.Cmd {
	line := s.input.Value()
	if line == before {
		return nil
	}
	s.err, s.picked = nil, -1
	s.about = inputInfoMsg{completions: slices.DeleteFunc(slices.Clone(s.about.completions), func(o prompt.Offer) bool { return !strings.HasPrefix(o.Text, line) })}
	if s.agents.narrow(line); s.agents.isNarrow {
		s.about = inputInfoMsg{}
		return nil
	}
	return kit.Later(s, func() tea.Msg { return lookAtLine(line) })
}

func lookAtLine(line string) inputInfoMsg {
	m := inputInfoMsg{line: line}
	if line == "" {
		return m
	}
	if address, _, err := a2aclient.Locate(line); err == nil {
		m.origin = kit.OriginOf(safe.Text(address))
	}
	if strings.Contains(line, "://") {
		return m
	}
	for _, o := range kit.Completions(line) {
		if strings.ContainsAny(line, `/\`) || strings.HasSuffix(strings.ToLower(o.Text), ".json") {
			if o.Text != line {
				m.completions = append(m.completions, o)
			}
		}
	}
	return m
}

func (s *ConnectScreen) know(m inputInfoMsg) {
	if m.line != s.input.Value() || s.opening.name != "" {
		return
	}
	picked := ""
	if s.picked >= 0 {
		picked = s.about.completions[s.picked].Text
	}
	s.about = m
	s.picked = slices.IndexFunc(m.completions, func(o prompt.Offer) bool { return o.Text == picked })
}

// twoPanes is from how many columns on the chosen agent has a pane next to the list, stacked
// from how many rows below it.
const twoPanes, stacked = 98, 14

// hasPanes reports whether the list has a border in so many rows.
func (s *ConnectScreen) hasPanes(rows int) bool { return s.hasPane() && rows > kit.FrameHeight+2 }

// isBeside reports whether the chosen agent has a pane next to the list.
func (s *ConnectScreen) isBeside() bool { return s.Width >= twoPanes }

// border is that between the list and the chosen agent.
func (s *ConnectScreen) border() kit.Border {
	if _, ok := s.agents.chosen(); !ok || !s.isBeside() {
		return kit.Border{}
	}
	return kit.Border{Of: "agents", Usual: s.Width / 2, Room: s.Width}
}

// panes are the list and what is known of the chosen agent. The first line is line first of
// the screen.
func (s *ConnectScreen) panes(first, height int) []string {
	problems := s.problemLines()
	first, height = first+len(problems), max(height-len(problems), kit.FrameHeight+1)
	var sb strings.Builder
	for _, line := range problems {
		sb.WriteString(line + "\n")
	}
	row, ok := s.agents.chosen()
	st, below := s.Styles(), 0
	switch {
	case ok && s.isBeside():
		left := s.Host.Borders.Left(s.border())
		right := s.previewPane(row, s.Width-left, height)
		st.Pane.Write(&sb, s.listPane(first, left, height, right))
		return []string{sb.String()}
	case ok && height >= stacked:
		below = height - min(s.agents.Lines()+kit.FrameHeight+2, height/2)
	}
	st.Pane.Write(&sb, s.listPane(first, s.Width, height-below, nil))
	if below > 0 {
		return append([]string{sb.String()}, s.previewPane(row, s.Width, below)...)
	}
	return []string{sb.String()}
}

func (s *ConnectScreen) listPane(first, width, height int, right []string) kit.Pane {
	lines := s.rows(first+1, width-kit.FrameWidth, height-kit.FrameHeight)
	if s.agents.isNew() {
		hint := kit.Wrap("Type an address above to open another agent.", width-kit.FrameWidth, 0, s.Styles().Dim)
		lines = append(append(lines, ""), hint...)
	}
	return kit.Pane{Title: "Agents", Note: s.listNote(), Lines: lines, Width: width, Height: height, Right: right, HasFocus: s.onList}
}

func (s *ConnectScreen) listNote() string {
	if s.agents.isNew() {
		return ""
	}
	if s.agents.isNarrow {
		return fmt.Sprintf("%d of %d", len(s.agents.Rows), len(s.agents.all))
	}
	return fmt.Sprint(len(s.agents.all))
}

func (s *ConnectScreen) previewPane(r agentRow, width, height int) []string {
	lines := s.previewRow(r, width-kit.FrameWidth, height-kit.FrameHeight)
	return s.Styles().Pane.Draw(kit.Pane{Title: kit.Line(r.Name), Lines: lines, Width: width, Height: height})
}

// previewRow is what is known of an agent without asking it, in at most so many lines.
func (s *ConnectScreen) previewRow(r agentRow, width, height int) (lines []string) {
	st, facts := s.Styles(), s.factsOf(r, width)
	if !r.Description.IsEmpty() {
		const skills = 3 + 1 // lines kept for them, with an empty one
		most := min(max(height-len(facts)-1-skills, 1), 6)
		lines = append(kit.Wrap(kit.Line(r.Description.Summary()), width, most, st.Text), "")
	}
	lines = append(lines, s.skillLines(r, width, max(height-len(lines)-len(facts)-1, 0))...)
	return append(lines, facts...)
}

// skillLines are the names of an agent's skills in at most so many lines, and an empty line.
func (s *ConnectScreen) skillLines(r agentRow, width, most int) (lines []string) {
	st := s.Styles()
	for i, skill := range r.Skills[:min(len(r.Skills), most)] {
		more := ""
		if left := len(r.Skills) - most; i == most-1 && left > 0 {
			more = fmt.Sprintf("  +%d more", left)
		}
		name := ansi.Truncate(kit.Line(skill), max(width-len("• ")-len(more), 1), "…")
		lines = append(lines, st.Dim.Render("• ")+st.Text.Render(name)+st.Dim.Render(more))
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// factsOf says where an agent is, when it was opened, and what credentials are kept for it.
func (s *ConnectScreen) factsOf(r agentRow, width int) (lines []string) {
	st := s.Styles()
	add := func(label, text string) {
		for _, line := range kit.Wrap(text, width-previewLabel, 0, st.Text) {
			lines = append(lines, s.previewLine(label, line))
			label = ""
		}
	}
	switch {
	case r.IsDemo:
		add("Address", "this program; no network is needed")
		return lines
	case r.Card != nil:
		add("Address", "its card is in the catalog")
		return lines
	}
	add("Address", safe.Text(r.Ref).Line(0).String())
	if !r.Called.IsEmpty() && r.Called != r.Name {
		add("Card", kit.Line(r.Called))
	}
	if !r.Used.IsZero() {
		add("Opened", kit.Age(r.Used, time.Now()))
	}
	if what := s.credentialsOf(r); len(what) > 0 || r.InCatalog { // the host is named by another
		add("Sign-in", cmp.Or(strings.Join(what, " · "), "no credentials are kept for it"))
	}
	return lines
}

// previewLine is a line of a preview with its label.
func (s *ConnectScreen) previewLine(label, text string) string {
	return s.Styles().Dim.Render(kit.Pad(label, previewLabel)) + text
}
