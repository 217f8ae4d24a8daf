package ui

import (
	"bytes"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/chat"
	"a2aform/ui/form"
	"a2aform/ui/kit"
	"a2aform/ui/qa"
)

// OpenDoctor implements the navigation of [kit.Host].
func (n *navigator) OpenDoctor() tea.Cmd {
	c := n.cardScreen()
	if c == nil {
		return nil
	}
	return n.host.Perform(kit.Action{Push: qa.NewDoctor(n.host, c.Opened(), c.Noticed(), c.Result(), c.TakeResult)})
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

// CasesKey is a key that shows the test cases.
func (n *navigator) CasesKey(b key.Binding) kit.Key {
	why := ""
	if _, there := n.Top().(*qa.List); there {
		why = "these are the test cases"
	} else if _, isOpen := n.card(); !isOpen {
		why = "open an agent first: its test cases are listed there"
	}
	return kit.When(b, why, n.OpenCases)
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
