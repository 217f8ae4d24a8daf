// Package qa has the screens of test cases: those of an agent, a run of them, a case with its expectations, and the one that
// saves a message as a case. It also has the screens of the findings about a card and of the differences of two runs.
package qa

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/internal/tomlfile"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// List is the screen of the test cases that concern an agent.
type List struct {
	kit.Base
	open  kit.OpenCard
	about runner.ListedAgent
	found *runner.CaseList // nil until it was read
	asked int              // generation of the last read
	items []item
	kit.FilterList
	marked map[string]bool
	top    int
	agreed bool // to send cases to the agent, for the session
	Run    *Run // the run of cases that was started last; nil for none

	pens    kit.Pens
	runNext string // path of a file to run after the next read
}

// item is a line of the list: a file of cases, or a problem of one.
type item struct {
	entry   *runner.ListedCase
	problem *tomlfile.Problem
	name    string
	skill   string
	tags    string
	text    string // what the filter looks at
}

func (i *item) path() string {
	if i.entry != nil {
		return i.entry.File.Path
	}
	return i.problem.Path
}

var _ = kit.RegisterKeys("test-cases", &listKeys)

// listKeys are the keys of the list.
var listKeys = struct{ Run, Mark, RunAll, Generate, Edit, Form, Filter, Last key.Binding }{
	Run:      kit.Bind("Run", "enter"),
	Mark:     kit.Bind("Mark", "space"),
	RunAll:   kit.Bind("Run all", "R"),
	Generate: kit.Bind("Generate values", "+"),
	Edit:     kit.Bind("Edit the file", "f4", "ctrl+e"),
	Form:     kit.Bind("Open in the form", "o"),
	Filter:   kit.Bind("Filter", "/"),
	Last:     kit.Bind("Show the last run", "v"),
}

// NewList is the list of the cases of an agent that is open.
func NewList(h *kit.Host, open kit.OpenCard) *List {
	s := &List{Base: kit.Base{Host: h}, marked: map[string]bool{}, FilterList: kit.NewFilterList("name, skill, tag or file")}
	s.UseCard(open)
	s.Restyle()
	return s
}

// UseCard sets the open agent that the cases run against.
func (s *List) UseCard(open kit.OpenCard) {
	s.open = open
	s.about = runner.ListedAgent{Card: open.Card, Names: []string{open.Ref, open.Card.Source}}
	if open.Way.Saved != nil {
		s.about.Names = append(s.about.Names, open.Way.Saved.Name)
	}
	if open.Agent != nil {
		address := open.Agent.Interface().URL
		s.about.Names = append(s.about.Names, address.Exact(), kit.OriginOf(address)) //nolint:forbidigo // compared, not drawn
		if s.Host.Identity(open.Agent) != address {
			s.about.Names = append(s.about.Names, "demo")
		}
	}
}

// IsOf reports whether the list is of an agent.
func (s *List) IsOf(open kit.OpenCard) bool {
	return s.open.Ref == open.Ref && s.open.Card.Name == open.Card.Name
}

// listMsg has the list after a read.
type listMsg struct {
	asked int
	found *runner.CaseList
}

func (s *List) Init() tea.Cmd { return s.Load() }

// Load reads the cases in a command.
func (s *List) Load() tea.Cmd {
	s.asked++
	keep, dir, about, asked := s.Host.Options.Store, s.Host.Options.Dir, s.about, s.asked
	if dir == "" {
		return kit.Later(s, func() tea.Msg { return listMsg{asked, &runner.CaseList{}} })
	}
	return kit.Later(s, func() tea.Msg { return listMsg{asked, runner.ReadCases(keep, absolute(dir), about)} })
}

// absolute returns the absolute path of a directory, by which the history finds its cases.
func absolute(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		return full
	}
	return dir
}

// RunFile runs the cases of a file after the next read, and shows them.
func (s *List) RunFile(path string) { s.runNext = absolute(path) }

// IsRunning reports whether cases are running.
func (s *List) IsRunning() bool { return s.Run != nil && s.Run.batch.isRunning() }

func (s *List) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case listMsg:
		if msg.asked != s.asked {
			return kit.Action{}, nil
		}
		s.take(msg.found)
		return s.startNext(), s.watch()
	case progressMsg:
		return kit.Action{}, s.progressed(msg)
	case editorMsg:
		return msg.action(), s.Load()
	case filledMsg:
		return msg.action(s.Host), nil
	case generatedMsg:
		return s.askToSend(msg), nil
	case tea.KeyPressMsg:
		if s.Filtering && s.PressFilter(msg) {
			s.clamp()
			return kit.Action{}, nil
		}
		return s.press(msg)
	case tea.PasteMsg:
		if s.Filtering {
			s.TypeFilter(msg)
			s.clamp()
		}
	}
	return kit.Action{}, nil
}

// take shows a new list.
func (s *List) take(found *runner.CaseList) {
	at := ""
	if i, ok := s.current(); ok {
		at = i.path()
	}
	s.found, s.items = found, nil
	for i := range found.Entries {
		e := &found.Entries[i]
		it := item{entry: e, name: line(e.File.Name), skill: line(e.Case.Skill), tags: line(strings.Join(e.Case.Tags, " "))}
		if n := e.File.Count; n > 1 {
			it.name += fmt.Sprintf(" ×%d", n)
		}
		it.text = strings.ToLower(strings.Join([]string{it.name, it.skill, it.tags, line(e.Case.Why), s.shownPath(e.File.Path)}, " "))
		s.items = append(s.items, it)
	}
	for _, p := range found.Problems {
		s.items = append(s.items, item{problem: p, name: s.where(p), text: strings.ToLower(s.where(p) + " " + line(p.Text))})
	}
	s.SetRows(len(s.items), func(row int) string { return s.items[row].text })
	for i, at2 := range s.Shown {
		if at != "" && s.items[at2].path() == at {
			s.Cursor = i
			break
		}
	}
	s.clamp()
}

// shownPath returns a path for the screen.
func (s *List) shownPath(path string) string {
	return safe.Path(path, s.Host.Options.Dir).String()
}

// where is the place of a problem.
func (s *List) where(p *tomlfile.Problem) string {
	if p.Line == 0 {
		return s.shownPath(p.Path)
	}
	return fmt.Sprintf("%s:%d:%d", s.shownPath(p.Path), p.Line, p.Column)
}

// startNext runs the file of [List.RunFile].
func (s *List) startNext() kit.Action {
	path := s.runNext
	if s.runNext = ""; path == "" {
		return kit.Action{}
	}
	for i, at := range s.Shown {
		if it := &s.items[at]; it.path() == path && it.entry != nil {
			s.Cursor = i
			s.clamp()
			return s.start([]*casefile.File{it.entry.File}, it.entry.Messages())
		}
	}
	return kit.Errorf("the case is not among those of this agent")
}

func (s *List) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	act, cmd, done := kit.Press(msg, s.Keys())
	if !done {
		s.Move(msg, s.rows())
	}
	s.clamp()
	return act, cmd
}

// goBack takes the filter away, or leaves.
func (s *List) goBack() kit.Action {
	if s.ClearFilter() {
		return kit.Action{}
	}
	return s.Back()
}

func (s *List) mark(it *item) {
	if path := it.path(); s.marked[path] {
		delete(s.marked, path)
	} else {
		s.marked[path] = true
	}
	s.Cursor = min(s.Cursor+1, len(s.Shown)-1)
	s.clamp()
}

// chosen returns the marked files, or without a mark all files that the filter shows.
func (s *List) chosen() (files []*casefile.File, messages int) {
	inSight := map[int]bool{}
	for _, at := range s.Shown {
		inSight[at] = true
	}
	for at := range s.items {
		it := &s.items[at]
		if it.entry == nil || len(s.marked) > 0 && !s.marked[it.path()] || len(s.marked) == 0 && !inSight[at] {
			continue
		}
		files = append(files, it.entry.File)
		messages += it.entry.Messages()
	}
	return files, messages
}

// runAll runs the chosen files.
func (s *List) runAll() kit.Action {
	files, n := s.chosen()
	if len(files) == 0 {
		return kit.Errorf("there is no case to run")
	}
	return s.run(files, n)
}

// run runs files that send so many messages. It asks before the first ones to the agent, unless the user wants no review, and
// before many.
func (s *List) run(files []*casefile.File, messages int) kit.Action {
	if messages <= runner.ManyMessages && (s.agreed || s.Host.Options.SkipReview) {
		return s.start(files, messages)
	}
	title := fmt.Sprintf("Send %s to %s?", english.Plural(messages, "message", "messages"), kit.Line(s.open.Card.Name))
	notes := []string{"its test cases then run without asking", "nothing is sent"}
	if messages > runner.ManyMessages {
		notes[0] = "one after the other; x stops"
	}
	s.Host.Overlay = kit.NewChooser(s.Host, title, []string{"send", "back"}, notes, func(i int) tea.Cmd {
		if i != 0 {
			return nil
		}
		s.agreed = true
		return s.Host.Perform(s.start(files, messages))
	})
	return kit.Action{}
}

// why says why no case can run; "" if one can.
func (s *List) why() string {
	switch {
	case s.found == nil || len(s.found.Entries) == 0:
		return "there is no case to run"
	case s.open.Agent == nil:
		return "the agent cannot be spoken to"
	case s.IsRunning():
		return "cases are running already: v shows them"
	}
	return ""
}

// start runs files, and shows the run. The history has all of its runs, but of very many only those that did not pass.
func (s *List) start(files []*casefile.File, messages int) kit.Action {
	if why := s.why(); why != "" {
		return kit.Errorf("%s", why)
	}
	record := runner.RecordAll
	if messages > runner.ManyMessages {
		record = runner.RecordFailed
	}
	b := s.newBatch(record)
	s.Run = newRun(s.Host, s, b)
	b.start(s.Host.Context, files)
	return kit.Action{Push: s.Run}
}

func (s *List) current() (*item, bool) {
	if s.Cursor >= len(s.Shown) {
		return nil, false
	}
	return &s.items[s.Shown[s.Cursor]], true
}

func (s *List) IsTyping() bool { return s.Filtering }

func (s *List) Title() string { return "Test cases" }

func (s *List) Help() []string {
	return []string{
		"The test cases of this repository that concern the agent: files in " + safe.Text(casefile.DefaultDir).Line(80).String() + ". A case says what to send and what to expect of the answer. S on a review, a result or a run of the history saves it as a case.",
		"",
		"Generated values are at the edges of a skill's schema, valid and invalid; the run shows how the agent takes each. a2aform cases generate writes them to files.",
		"",
		"Last, Pass and Time describe the last time that a case ran, here or with a2aform test. Of several attempts, 95 % took no longer.",
	}
}

func (s *List) Keys() []kit.Key {
	k := listKeys
	if s.Filtering {
		return kit.Shown(shortcut.On(kit.Named(kit.SearchKeys.Take, "Filter"), kit.Named(kit.SearchKeys.Leave, "All cases"))...)
	}
	it, some := s.current()
	none := kit.Unless(some, "there is no case here")
	noCase := none
	if some && it.entry == nil {
		noCase = "this file has a problem; F4 opens it in your editor"
	}
	all, back := k.RunAll, kit.Keys.Back
	if len(s.marked) > 0 {
		all = kit.Named(all, "Run marked")
	}
	if s.IsFiltered() {
		back = kit.Named(back, "All cases")
	}
	return append([]kit.Key{
		kit.When(k.Run, cmp.Or(s.why(), noCase), func() kit.Action { return s.run([]*casefile.File{it.entry.File}, it.entry.Messages()) }),
		kit.When(all, s.why(), s.runAll),
		kit.When(k.Mark, noCase, func() { s.mark(it) }),
		kit.When(k.Generate, s.cannotGenerate(), s.generate),
		kit.When(k.Edit, none, func() (kit.Action, tea.Cmd) { return edit(s.Host, s, it.path()) }),
		kit.When(k.Form, cmp.Or(noCase, kit.Unless(s.open.Agent != nil, "the agent cannot be spoken to")), func() tea.Cmd { return fillIn(s.Host, s, s.open.Agent, it.entry.Case) }),
		kit.When(k.Filter, kit.Unless(len(s.items) > 0, "there are no cases"), s.StartFilter),
		kit.When(k.Last, kit.Unless(s.Run != nil, "no case was run yet"), func() kit.Action { return kit.Action{Push: s.Run} }),
		kit.On(back, s.goBack),
	}, kit.ScrollKeys...)
}
