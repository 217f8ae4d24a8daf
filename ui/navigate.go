package ui

import (
	"bytes"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/formgen"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/value"
	"a2aform/ui/agent"
	"a2aform/ui/chat"
	"a2aform/ui/form"
	"a2aform/ui/history"
	"a2aform/ui/kit"
	"a2aform/ui/qa"
	"a2aform/ui/result"
	tablescreen "a2aform/ui/table"
	"a2aform/ui/task"
)

// navigator opens the screens of one family for another: it is the navigation of [kit.Host].
type navigator struct {
	host *kit.Host
	*screens
	*desk
	*resultUse
	*subject
}

// newNavigator is the navigation between the open screens and those of the session.
func newNavigator(h *kit.Host, s *screens, d *desk) *navigator {
	about := &subject{host: h, screens: s, desk: d}
	return &navigator{host: h, screens: s, desk: d, subject: about, resultUse: &resultUse{host: h, screens: s, desk: d, subject: about}}
}

// OpenForm opens a form. One that was opened before comes back as it was left.
func (n *navigator) OpenForm(id kit.FormID, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) kit.Action {
	kept := n.form(id)
	if kept != nil && !bytes.Equal(kept.Input.Schema, input.Schema) { // the user attached another one
		kept.Release()
		delete(n.forms, id)
		kept = nil
	}
	if kept != nil {
		kept.Follow(agent, skill, input)
	}
	act := kit.Action{Push: n.kept(id, func() kit.Screen {
		s := form.New(n.host, agent, skill, input)
		s.Chat = kit.FormID{Ref: id.Ref, Skill: id.Skill, Input: kit.PlainText}
		return s
	})}
	if kept != nil && kept.WasEdited() {
		act.Status = kit.Infof("The form is as you left it. %s offers a blank one.", shortcut.InProse(kit.Keys.Presets)).Status
	}
	return act
}

// OpenFrom opens a form filled in with an example or a preset.
func (n *navigator) OpenFrom(id kit.FormID, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input, number int) kit.Action {
	act := n.OpenForm(id, agent, skill, input)
	if s, ok := act.Push.(*form.Screen); ok {
		act.Status = kit.Status{}
		s.StartFrom(number)
	}
	return act
}

// OpenChat opens a chat; one that was opened before comes back as it was left.
func (n *navigator) OpenChat(id kit.FormID, agent *a2aclient.Agent, skill *a2aclient.Skill) kit.Action {
	if kept, ok := n.forms[id].(*chat.Screen); ok {
		kept.Follow(agent, skill)
	}
	return kit.Action{Push: n.kept(id, func() kit.Screen { return chat.New(n.host, agent, skill) })}
}

// WriteBack implements the navigation of [kit.Host].
func (n *navigator) WriteBack(t kit.Task) kit.Action {
	if c := n.chat(func(c *chat.Screen) bool { return c.Shows(t) }); c != nil {
		return kit.Action{Push: c}
	}
	now := t.Snapshot()
	id := kit.FormID{Ref: now.ContextID.Line(0).String(), Skill: skillID(now.Plan.Skill), Input: kit.PlainText}
	return kit.Action{Push: n.kept(id, func() kit.Screen { return chat.GoOn(n.host, t) })}
}

// AnswerForm implements the navigation of [kit.Host].
func (n *navigator) AnswerForm(agent *a2aclient.Agent, question func() safe.Raw, asked a2a.Form, submit func(data []byte, secret bool) kit.Action) kit.Screen {
	input := &a2aclient.Input{Name: safe.Text("The agent's question"), Schema: asked.Schema}
	use := &form.Use{Button: "Answer", Do: submit, Origin: formgen.Asked, Question: question}
	return form.NewFor(n.host, agent, nil, input, asked.Prefill, use)
}

// StartTask implements the navigation of [kit.Host].
func (n *navigator) StartTask(r *run.Run, from kit.Sender) kit.Task {
	t := task.NewSent(n.host, r, from)
	if f := form.Of(from); f != nil {
		t.SentFrom = f
	}
	n.AddTask(t)
	return t
}

// Reopen brings a task's screen to the top; that of a released run is read from its file.
func (n *navigator) Reopen(t kit.Task) tea.Cmd {
	if t, ok := t.(*task.Screen); ok && t.File != "" {
		return n.readTask(t)
	}
	if n.IsOpen(t) {
		return n.host.Perform(kit.Action{Pop: n.above(t)})
	}
	return n.host.Perform(kit.Action{Push: t})
}

// AboveCard implements the navigation of [kit.Host].
func (n *navigator) AboveCard(o kit.Reopened, skill safe.Raw, act kit.Action) kit.Action {
	if act.Push == nil {
		return act
	}
	for _, s := range n.open {
		if c, ok := s.(*agent.CardScreen); ok && c.Opened().Agent != nil && store.IsSameAddress(c.Opened().Card.Source, o.Card.Source) {
			c.Choose(skill)
			return act
		}
	}
	card := agent.ReopenCard(n.host, o)
	card.Choose(skill)
	act.Pop, act.Below = len(n.open)-1, card
	if slices.ContainsFunc(n.open[1:], func(s kit.Screen) bool { return s.IsDirty() && !n.keeps(s) }) || n.sendsEach() {
		act.Pop = 0
	}
	return act
}

// Recorded implements the navigation of [kit.Host].
func (n *navigator) Recorded(m kit.RecordedRun) kit.Task { return task.NewRecorded(n.host, m) }

// OpenEarlierChat implements the navigation of [kit.Host].
func (n *navigator) OpenEarlierChat(to *a2aclient.Agent, skill safe.Raw, runs []kit.RecordedRun) kit.Action {
	used, _, ok := skillOf(to.Card(), skill)
	if !ok {
		return kit.Errorf("the agent has no skill %s any more", skill.Line(60))
	}
	c := chat.New(n.host, to, used)
	c.UseRuns(runs)
	if open := n.chat(func(o *chat.Screen) bool { return o.IsSameChat(c) }); open != nil {
		return kit.Action{Push: open}
	}
	id := kit.FormID{Ref: runs[len(runs)-1].Run.Snapshot().ContextID.Line(0).String(), Skill: skill, Input: kit.PlainText}
	return kit.Action{Push: n.kept(id, func() kit.Screen { return c })}
}

// Play implements the navigation of [kit.Host].
func (n *navigator) Play(p *kit.Playback) kit.Action {
	return kit.Action{Push: task.NewReplay(n.host, p)}
}

// OpenTraffic implements the navigation of [kit.Host].
func (n *navigator) OpenTraffic(w *run.Traffic) kit.Action {
	return kit.Action{Push: task.NewTraffic(n.host, w)}
}

// OpenDiff implements the navigation of [kit.Host].
func (n *navigator) OpenDiff(from, to string) kit.Action {
	return kit.Action{Push: qa.NewDiff(n.host, from, to, nil)}
}

// OpenDocument implements the navigation of [kit.Host].
func (n *navigator) OpenDocument(doc *kit.NamedDocument) kit.Action {
	return kit.Action{Push: newDocumentScreen(n.host, doc)}
}

// OpenFile implements the navigation of [kit.Host].
func (n *navigator) OpenFile(name string, file render.File) kit.Action {
	return kit.Action{Push: result.NewFile(n.host, name, file)}
}

// OpenList implements the navigation of [kit.Host].
func (n *navigator) OpenList(name string, list kit.List) kit.Action {
	return kit.Action{Push: tablescreen.New(n.host, name, list)}
}

// NewTablePart implements the navigation of [kit.Host].
func (n *navigator) NewTablePart(owner kit.Screen, name, about string, list kit.List) kit.TablePart {
	return tablescreen.NewPart(n.host, owner, name, about, list)
}

// OpenQuery implements the navigation of [kit.Host].
func (n *navigator) OpenQuery(about string, write kit.Exporter) kit.Action {
	return kit.Action{Push: result.NewQuery(n.host, about, write)}
}

// OpenJSON implements the navigation of [kit.Host].
func (n *navigator) OpenJSON(name string, root *value.Node, path []int) kit.Action {
	return kit.Action{Push: result.NewJSON(n.host, name, root, path)}
}

// HistoryKey is a key that opens the history.
func (n *navigator) HistoryKey(b key.Binding) kit.Key {
	why := n.noHistory()
	if _, there := n.Top().(*history.Screen); there {
		why = "this is the history"
	}
	return kit.When(b, why, n.OpenHistory)
}

// noHistory is why there is no run to show, "" where one may be.
func (n *navigator) noHistory() string {
	return kit.Unless(n.host.Options.Store != nil || len(n.tasks) > 0, "without a home directory nothing is kept")
}

// OpenHistory shows the history; one that is open already comes back.
func (n *navigator) OpenHistory() tea.Cmd {
	if why := n.noHistory(); why != "" {
		n.host.Status = kit.Status{Text: why, Bad: true}
		return nil
	}
	for _, s := range n.open {
		if h, ok := s.(*history.Screen); ok {
			return tea.Batch(n.host.Perform(kit.Action{Pop: n.above(h)}), h.Load())
		}
	}
	return n.host.Perform(kit.Action{Push: history.New(n.host)})
}

// goTo goes back to a screen of the stack; of two side by side it gets the keys.
func (n *navigator) goTo(s kit.Screen) tea.Cmd {
	if b, ok := n.beside(); ok && (s == kit.Screen(b.form) || s == kit.Screen(b.run)) {
		if s != n.Top() {
			n.otherSide()
		}
		return nil
	}
	return n.host.Perform(kit.Action{Pop: n.above(s)})
}

// OpenDoctor implements the navigation of [kit.Host].
func (n *navigator) OpenDoctor() tea.Cmd {
	c := n.cardScreen()
	if c == nil {
		return nil
	}
	return n.host.Perform(kit.Action{Push: qa.NewDoctor(n.host, c.Opened(), c.Noticed(), c.Found(), c.TakeFound)})
}

// OpenCases shows the test cases of the agent that is open.
func (n *navigator) OpenCases() tea.Cmd {
	open, ok := n.card()
	if !ok {
		n.host.Status = kit.Status{Text: "open an agent first: its test cases are listed there"}
		return nil
	}
	return n.showCases(n.casesOf(n.host, open))
}

// casesKey is the key that shows the test cases.
func (n *navigator) casesKey() kit.Key {
	why := ""
	if _, there := n.Top().(*qa.List); there {
		why = "these are the test cases"
	} else if _, isOpen := n.card(); !isOpen {
		why = "open an agent first: its test cases are listed there"
	}
	return kit.When(kit.Keys.Cases, why, n.OpenCases)
}

// showCases shows a list of test cases; one that is open already comes back.
func (n *navigator) showCases(l *qa.List) tea.Cmd {
	if n.IsOpen(l) {
		return tea.Batch(n.host.Perform(kit.Action{Pop: n.above(l)}), l.Load())
	}
	return n.host.Perform(kit.Action{Push: l})
}

// CanRunCase implements the navigation of [kit.Host].
func (n *navigator) CanRunCase(plan *run.Plan) bool {
	open, ok := n.card()
	return ok && open.Agent != nil && open.Card.Name == plan.Agent.Card().Name
}

// RunCase implements the navigation of [kit.Host].
func (n *navigator) RunCase(path string) tea.Cmd {
	open, ok := n.card()
	if !ok {
		return nil
	}
	l := n.casesOf(n.host, open)
	l.RunFile(path)
	return n.showCases(l)
}

// FillIn implements the navigation of [kit.Host].
func (n *navigator) FillIn(plan *run.Plan, key, about string) kit.Action {
	id := kit.FormID{Ref: key, Skill: skillID(plan.Skill)}
	if plan.Data == nil {
		id.Input = kit.PlainText
		c := chat.New(n.host, plan.Agent, plan.Skill)
		c.SetText(plan.Text)
		n.forms[id] = c
		return kit.Action{Push: c}
	}
	if plan.Input == nil {
		return kit.Errorf("the data has no form")
	}
	id.Name = plan.Input.Name
	f := n.form(id)
	if f != nil && bytes.Equal(f.Input.Schema, plan.Input.Schema) && f.WasEdited() {
		f.UseAgent(plan.Agent, plan.Skill, plan.Input)
		return kit.Action{Push: f, Status: kit.Infof("as you left it; %s offers a blank form", shortcut.InProse(kit.Keys.Presets)).Status}
	}
	f = form.NewFilled(n.host, plan.Agent, plan.Skill, plan.Input, plan.Data, formgen.LastRun, safe.Text(key)).UseFedBy(plan.FedBy)
	n.forms[id] = f
	return kit.Action{Push: f, Status: kit.Infof("%s", about).Status}
}

func skillID(skill *a2aclient.Skill) safe.Raw {
	if skill == nil {
		return safe.Raw{}
	}
	return skill.ID
}

// newDocumentScreen returns the screen of a document that is no result of a task here: a
// table for a table, JSON for what cannot be read to its end, blocks for anything else.
func newDocumentScreen(h *kit.Host, doc *kit.NamedDocument) kit.Screen {
	name := doc.Name.Line(0).String()
	blocks := doc.Document.Blocks()
	list, isList := kit.ListIn(doc.Document)
	switch {
	case isList && doc.Document.Err() == nil:
		return tablescreen.New(h, name, list)
	case len(blocks) == 1 && len(doc.Document.Trees()) == 0:
		return kit.OpenBlocks(h, name, blocks).Push
	}
	if roots := doc.Document.Trees(); doc.Document.Err() != nil && len(roots) == 1 && roots[0].Len() > 0 {
		t := result.NewJSON(h, name, roots[0], nil) // too large, or broken somewhere: as far as it goes
		t.Trouble = "not read whole: " + safe.Text(doc.Document.Err().Error()).Line(0).String()
		return t
	}
	var p *kit.BlockView
	p = kit.NewBlockView(h, name, func(width int, style draw.Style) *draw.Drawing {
		return draw.Document(p.Whole, width, style)
	})
	p.Whole = doc.Document
	return p
}
