package agent

import (
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/prompt"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
	"a2aform/ui/kit"
)

// agentRow is an agent of the list.
type agentRow struct {
	group  string // heading
	name   safe.Raw
	called safe.Raw // by its card, for a saved one; empty where that was never read
	ref    string
	saved  *store.Saved // nil for one that was opened before
	used   time.Time    // zero for never
	origin string       // what credentials for it are bound to; "" where that is not known yet

	inCatalog bool
	about     string // by the catalog
	card      []byte // if the catalog holds it

	searched  string // what the filter looks at, in lower case
	nameWidth int
}

// typed is what one would type to open the row.
func (r agentRow) typed() string {
	if r.saved != nil {
		return r.saved.Name
	}
	return r.ref
}

func (r agentRow) mayBeSaved() bool { return r.saved == nil && r.card == nil }

// wasOpened reports an agent that is listed because it was opened.
func (r agentRow) wasOpened() bool { return r.saved == nil && !r.inCatalog }

// The groups of the list, in its order.
const (
	ofRepository = "This repository"
	ofUser       = "Saved"
	openedBefore = "Opened before"
)

// agentList are the agents that are known, and which of them are shown.
type agentList struct {
	known    []agentRow
	catalog  []agentRow         // of the catalog that is open
	rows     []agentRow         // both
	problems []error            // of files of saved agents
	kept     []store.Credential // without their secrets

	shown     []int       // rows that the filter lets through
	drawn     map[int]int // where a click is: by the line of the screen, in shown
	nameWidth int         // of the widest name shown
	cursor    int         // in shown
	filter    textline.Model
	filtering bool // the filter is being typed
}

func newAgentList() agentList {
	filter := kit.NewInput("name or address")
	filter.Prompt = "/ "
	return agentList{filter: filter, drawn: map[int]int{}}
}

// agentsMsg are the agents that are known, from the disk.
type agentsMsg struct {
	rows     []agentRow
	problems []error
	kept     []store.Credential
}

// Load reads which agents are known.
func (s *ConnectScreen) Load() tea.Cmd {
	keep, dir := s.Host.Options.Store, s.Host.Options.Dir
	return kit.Later(s, func() tea.Msg { return knownAgents(keep, dir) })
}

// knownAgents reads which agents are known. It reports what cannot be read and shows
// the rest.
func knownAgents(keep *store.Store, dir string) (m agentsMsg) {
	var recent []store.Agent
	if keep != nil {
		var err error
		if recent, err = keep.Agents(); err != nil {
			m.problems = append(m.problems, err)
		}
		m.kept, _ = keep.Credentials() // opening the agent reports what is wrong with them
	}
	saved, problems := savedAgents(keep, dir)
	m.problems = append(m.problems, problems...)
	for i, a := range saved {
		r := agentRow{group: ofUser, name: safe.Text(a.Name), ref: a.Ref(), saved: &saved[i], origin: kit.OriginOf(safe.Text(a.URL))}
		if a.Local {
			r.group = ofRepository
		}
		if at := slices.IndexFunc(recent, func(o store.Agent) bool { return located(o.Ref) == located(r.ref) }); at >= 0 {
			r.used, r.called = recent[at].Used, recent[at].Name
		}
		m.rows = append(m.rows, r)
	}
	slices.SortStableFunc(m.rows, func(a, b agentRow) int { return strings.Compare(b.group, a.group) })
	for _, a := range recent {
		if a.Repository != "" || slices.ContainsFunc(saved, func(o store.Saved) bool { return located(o.Ref()) == located(a.Ref) }) {
			continue
		}
		address, _, _ := a2aclient.Locate(a.Ref)
		m.rows = append(m.rows, agentRow{group: openedBefore, name: a.Name, ref: a.Ref, used: a.Used, origin: kit.OriginOf(safe.Text(address))})
	}
	return m
}

// located is where an agent is, however it was typed: localhost:9999 and
// http://localhost:9999 are one.
func located(ref string) string {
	address, file, err := a2aclient.Locate(ref)
	if err != nil {
		return ref
	}
	return address + file // one of them is empty
}

// savedAgents are those of the user and of the repository around dir, where dir
// is known.
func savedAgents(keep *store.Store, dir string) ([]store.Saved, []error) {
	if keep == nil && dir == "" {
		return nil, nil
	}
	return keep.Saved(dir)
}

func (l *agentList) take(m agentsMsg) {
	l.known, l.problems, l.kept = m.rows, m.problems, m.kept
	l.join()
}

// match finds the rows that hold every word of the filter.
func (l *agentList) match() {
	words := strings.Fields(strings.ToLower(l.filter.Value()))
	l.shown, l.nameWidth = l.shown[:0], 0
	for i, r := range l.rows {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(r.searched, w) }) {
			l.shown = append(l.shown, i)
			l.nameWidth = max(l.nameWidth, r.nameWidth)
		}
	}
	l.cursor = max(min(l.cursor, len(l.shown)-1), 0)
}

// eachLine visits the lines of the list: n counts them, row is in shown. A heading comes
// before the row i of shown as -i-1.
func (l *agentList) eachLine(visit func(n, row int)) {
	n, group := 0, ""
	for i, index := range l.shown {
		if g := l.rows[index].group; g != group {
			group = g
			visit(n, -i-1)
			n++
		}
		visit(n, i)
		n++
	}
}

// chosen is the row under the cursor.
func (l *agentList) chosen() (r agentRow, ok bool) {
	if l.cursor >= len(l.shown) {
		return r, false
	}
	return l.rows[l.shown[l.cursor]], true
}

// pressList is a key while the list has the focus.
func (s *ConnectScreen) pressList(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	l := &s.agents
	if l.filtering && s.pressFilter(msg) {
		return kit.Action{}, nil
	}
	switch {
	case key.Matches(msg, kit.Keys.Back):
		if l.filter.Value() != "" {
			l.filter.SetValue("")
			l.match()
			return kit.Action{}, nil
		}
		if l.closeCatalog() {
			s.onList = len(l.rows) > 0
			return kit.Action{}, nil
		}
		s.giveUp()
		s.onList = false
	case key.Matches(msg, kit.Keys.Up) && l.cursor == 0, msg.String() == "shift+tab", msg.String() == "tab":
		s.onList = false
	case key.Matches(msg, kit.HistoryKey):
		return kit.Action{}, s.Host.Nav.OpenHistory()
	case key.Matches(msg, connectKeys.Filter):
		l.filtering = true
		l.filter.Focus()
	case key.Matches(msg, connectKeys.Retry):
		return kit.Action{}, s.again()
	case key.Matches(msg, connectKeys.Demo):
		return kit.Action{}, s.openDemo()
	case !l.move(msg):
		return kit.Action{}, s.pressRow(msg)
	}
	return kit.Action{}, nil
}

// pressRow is a key for the row under the cursor.
func (s *ConnectScreen) pressRow(msg tea.KeyPressMsg) tea.Cmd {
	row, ok := s.agents.chosen()
	switch {
	case !ok:
	case key.Matches(msg, kit.Keys.Connect):
		return s.openRow(row, false)
	case key.Matches(msg, kit.Keys.Credentials):
		return s.openRow(row, true)
	case key.Matches(msg, connectKeys.Save) && row.mayBeSaved():
		s.Host.AskToSave(s, row.ref)
	case key.Matches(msg, connectKeys.Forget) && row.wasOpened():
		s.askToForget(row)
	}
	return nil
}

// pressFilter is a key while the filter is typed; false leaves it to the list.
func (s *ConnectScreen) pressFilter(msg tea.KeyPressMsg) bool {
	l := &s.agents
	switch msg.String() {
	case "enter":
		l.filtering = false
		return true
	case "esc":
		l.filtering = false
		return false
	case "up", "down", "tab", "shift+tab", "pgup", "pgdown":
		l.filtering = false
		return false
	}
	l.typed(msg)
	return true
}

// typed gives the filter what was typed or pasted.
func (l *agentList) typed(msg tea.Msg) {
	l.filter, _ = l.filter.Update(msg) // its commands only make the cursor blink
	l.match()
}

// move moves the cursor; false means that the key is none of its own.
func (l *agentList) move(msg tea.KeyPressMsg) (moved bool) {
	const page = 11
	l.cursor, moved = kit.MoveCursor(msg, l.cursor, len(l.shown), page)
	return moved
}

// forgottenMsg says what became of forgetting an agent.
type forgottenMsg struct{ err error }

// askToForget asks whether an agent goes off the list of those opened before.
func (s *ConnectScreen) askToForget(row agentRow) {
	keep := s.Host.Options.Store
	s.Host.Overlay = kit.NewChooser(s.Host, "Forget "+safe.Text(row.ref).Line(0).String()+"?",
		[]string{"no ", "yes"}, []string{"", "it goes off this list; credentials that are kept for it stay"},
		func(i int) tea.Cmd {
			if i == 0 {
				return nil
			}
			return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg { return forgottenMsg{keep.Forget(row.ref)} }))
		})
}

// connectKeys are the keys of the list of agents. They are letters, as nothing is
// typed there.
var connectKeys = struct{ Filter, Retry, Demo, Save, Forget key.Binding }{
	Filter: kit.Bind("Filter", "/"),
	Retry:  kit.Bind("Try again", "r"),
	Demo:   kit.Bind("Demo agent", "d"),
	Save:   kit.Bind("Save as…", "s"),
	Forget: kit.Bind("Forget", "x", "delete"),
}

func (s *ConnectScreen) listKeys(demo, again shortcut.Key) []shortcut.Key {
	row, ok := s.agents.chosen()
	again.Binding = kit.Bind("Try again", "r", "ctrl+r")
	again.SetEnabled(s.err != nil)
	return append([]shortcut.Key{
		shortcut.When(kit.Keys.Connect, ok, "no agent is in sight"), again,
		{Binding: connectKeys.Filter},
		shortcut.When(kit.Bind("Credentials", "a"), ok, "no agent is in sight"),
		shortcut.When(connectKeys.Save, ok && row.mayBeSaved(), "it has a name already, or no address"),
		shortcut.When(connectKeys.Forget, ok && row.wasOpened(), "a saved one is removed by a2aform agents remove"),
		demo,
		{Binding: kit.Bind("Type an address", "shift+tab")},
		s.Host.Nav.HistoryKey(kit.HistoryKey),
	}, kit.ScrollKeys...)
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
	for _, r := range s.agents.rows {
		if r.saved != nil && line != "" && strings.HasPrefix(r.saved.Name, line) && r.saved.Name != line {
			names = append(names, prompt.Offer{Text: r.saved.Name, Label: r.saved.Name + "  " + safe.Text(r.ref).Line(0).String()})
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
		if strings.Contains(line, "/") || strings.HasSuffix(strings.ToLower(o.Text), ".json") {
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
