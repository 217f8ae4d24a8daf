package agent

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

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
	l.OpenCatalog(c, way.Catalog == "" && (way.Saved == nil || !way.Saved.Local))
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
	case l.CloseCatalog():
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
	row, ok := s.agents.Chosen()
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
		kit.When(connectKeys.Save, kit.Unless(ok && row.MayBeSaved(), "it has a name already, or no address"), func() { s.Host.AskToSave(s, row.Ref, nil) }),
		kit.When(connectKeys.Forget, kit.Unless(ok && row.WasOpened(), "a saved one is removed by a2aform agents remove"), func() { s.askToForget(row) }),
		demo,
		kit.On(line, s.toLine),
		s.Host.Nav.HistoryKey(kit.PlainKeys.History),
		kit.On(kit.Keys.Back, s.leaveList),
	}, kit.ScrollKeys, s.Host.BorderKeys(s, s.border(), func() {}))
}

// inputInfoMsg is what is known of the typed line: the files and names that it could
// become, and what credentials for it would be bound to.
type inputInfoMsg struct {
	line        string
	completions []prompt.Offer
	origin      string
}

// typed asks, in a command, what is known of the line now.
func (s *ConnectScreen) typed(before string) tea.Cmd {
	line := s.input.Value()
	if line == before {
		return nil
	}
	s.err, s.picked = nil, -1
	s.about = inputInfoMsg{completions: slices.DeleteFunc(slices.Clone(s.about.completions), func(o prompt.Offer) bool { return !strings.HasPrefix(o.Text, line) })}
	var names []prompt.Offer
	for _, r := range s.agents.Rows {
		if r.Saved != nil && line != "" && strings.HasPrefix(r.Saved.Name, line) && r.Saved.Name != line {
			names = append(names, prompt.Offer{Text: r.Saved.Name, Label: r.Saved.Name + "  " + safe.Text(r.Ref).Line(0).String()})
		}
	}
	return kit.Later(s, func() tea.Msg { return lookAtLine(line, names) })
}

func lookAtLine(line string, names []prompt.Offer) inputInfoMsg {
	m := inputInfoMsg{line: line, completions: names}
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
