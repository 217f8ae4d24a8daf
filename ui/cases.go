package ui

import (
	"bytes"
	"errors"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/agent"
	"a2aform/ui/chat"
	"a2aform/ui/form"
	"a2aform/ui/history"
	"a2aform/ui/kit"
	"a2aform/ui/qa"
	"a2aform/ui/task"
)

// OpenDoctor implements the navigation of [kit.Host].
func (a *App) OpenDoctor() tea.Cmd {
	c := a.screens.cardScreen()
	if c == nil {
		return nil
	}
	return a.Perform(kit.Action{Push: qa.NewDoctor(a.Host, c.Opened(), c.Noticed(), c.Result(), c.TakeResult)})
}

// OpenCases shows the test cases of the agent that is open.
func (a *App) OpenCases() tea.Cmd {
	open, ok := a.screens.card()
	if !ok {
		a.Status = kit.Status{Text: "open an agent first: its test cases are listed there"}
		return nil
	}
	return a.showCases(a.desk.casesOf(a.Host, open))
}

// CasesKey is a key that shows the test cases.
func (a *App) CasesKey(b key.Binding) kit.Key {
	why := ""
	if _, there := a.Top().(*qa.List); there {
		why = "these are the test cases"
	} else if _, isOpen := a.screens.card(); !isOpen {
		why = "open an agent first: its test cases are listed there"
	}
	return kit.When(b, why, a.OpenCases)
}

// showCases shows a list of test cases; one that is open already comes back.
func (a *App) showCases(l *qa.List) tea.Cmd {
	if a.screens.IsOpen(l) {
		return tea.Batch(a.Perform(kit.Action{Pop: a.screens.above(l)}), l.Load())
	}
	return a.Perform(kit.Action{Push: l})
}

// CanRunCase implements the navigation of [kit.Host].
func (a *App) CanRunCase(plan *run.Plan) bool {
	open, ok := a.screens.card()
	return ok && open.Agent != nil && open.Card.Name == plan.Agent.Card().Name
}

// RunCase implements the navigation of [kit.Host].
func (a *App) RunCase(path string) tea.Cmd {
	open, ok := a.screens.card()
	if !ok {
		return nil
	}
	l := a.desk.casesOf(a.Host, open)
	l.RunFile(path)
	return a.showCases(l)
}

// errNothingToSave is the error of a screen without a message.
var errNothingToSave = errors.New("nothing here can be saved as a test case: open a review, a task, its result or a run of the history")

// caseSource finds what the screen on top shows, to save it as a test case. It is nil where it shows no message.
func (a *App) caseSource() (source qa.CaseSource, err error) {
	switch s := a.Top().(type) {
	case *form.Review:
		return func() (*runner.DraftSource, error) { return &runner.DraftSource{Plan: s.Plan()}, nil }, nil
	case *history.Screen:
		path, why := s.Selected()
		if why != "" {
			return nil, errors.New(why)
		}
		return func() (*runner.DraftSource, error) { return runner.OpenSource(path) }, nil
	case *chat.Screen, *form.Screen, *agent.CardScreen, *qa.List, *qa.Run, *qa.SaveScreen:
		return nil, errNothingToSave
	}
	for _, s := range slices.Backward(a.screens.open) {
		switch t := s.(type) {
		case *task.Screen:
			return sourceOf(t)
		case *form.Screen, *chat.Screen, *history.Screen, *agent.CardScreen, *qa.List:
			return nil, errNothingToSave
		}
	}
	return nil, errNothingToSave
}

// sourceOf is the run of a task that has ended or waits.
func sourceOf(t *task.Screen) (qa.CaseSource, error) {
	switch now := t.Snapshot(); {
	case !now.Plan.CanRepeat():
		return nil, errNothingSent
	case !now.Phase.IsOver() && now.Phase != run.Paused:
		return nil, errGoesOn
	}
	r := t.Run()
	return func() (*runner.DraftSource, error) {
		now := r.Snapshot()
		return &runner.DraftSource{Plan: now.Plan, Now: &now}, nil
	}, nil
}

// Why a task is not saved. They are asked for with each frame, so they are made once.
var (
	errNothingSent = errors.New("what was sent is not known, so there is nothing to send again")
	errGoesOn      = errors.New("the task goes on: save it once it has ended")
)

// SaveCaseKey is the key that saves what a screen shows as a test case.
func (a *App) SaveCaseKey(s kit.Screen) kit.Key {
	why := ""
	if _, err := a.caseSource(); err != nil && s == a.Top() {
		why = err.Error()
	}
	return kit.When(kit.Keys.SaveCase, why, a.saveAsCase)
}

// hasSaveCase reports a screen that has a message to save, or will have.
func (a *App) hasSaveCase() bool {
	_, err := a.caseSource()
	return !errors.Is(err, errNothingToSave)
}

// saveAsCase saves what the screen on top shows as a test case.
func (a *App) saveAsCase() tea.Cmd {
	source, err := a.caseSource()
	if err != nil {
		a.Status = kit.Status{Text: err.Error()}
		return nil
	}
	name := ""
	if open, ok := a.screens.card(); ok && open.Way.Saved != nil {
		name = open.Way.Saved.Name
	}
	return a.Perform(kit.Action{Push: qa.NewSave(a.Host, source, name)})
}

// FillIn implements the navigation of [kit.Host].
func (a *App) FillIn(plan *run.Plan, key, about string) kit.Action {
	id := kit.FormID{Ref: key, Skill: skillID(plan.Skill)}
	if plan.Data == nil {
		id.Input = kit.PlainText
		c := chat.New(a.Host, plan.Agent, plan.Skill)
		c.Area.SetValue(plan.Text)
		a.desk.forms[id] = c
		return kit.Action{Push: c}
	}
	if plan.Input == nil {
		return kit.Errorf("the data has no form")
	}
	id.Name = plan.Input.Name
	f := a.desk.form(id)
	if f != nil && bytes.Equal(f.Input.Schema, plan.Input.Schema) && f.WasEdited() {
		f.UseAgent(plan.Agent, plan.Skill, plan.Input)
		return kit.Action{Push: f, Status: kit.Infof("as you left it; %s offers a blank form", kit.Keys.Presets.Help().Key).Status}
	}
	f = form.NewFilled(a.Host, plan.Agent, plan.Skill, plan.Input, plan.Data, formgen.LastRun, safe.Text(key)).UseFedBy(plan.FedBy)
	a.desk.forms[id] = f
	return kit.Action{Push: f, Status: kit.Infof("%s", about).Status}
}

func skillID(skill *a2aclient.Skill) safe.Raw {
	if skill == nil {
		return safe.Raw{}
	}
	return skill.ID
}
