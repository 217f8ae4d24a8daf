package ui

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/render/export"
	"a2aform/ui/agent"
	"a2aform/ui/chat"
	"a2aform/ui/form"
	"a2aform/ui/history"
	"a2aform/ui/kit"
	"a2aform/ui/qa"
	"a2aform/ui/share"
	tablescreen "a2aform/ui/table"
	"a2aform/ui/task"
)

// subject is what the screens on top are about: a message or a run, which can be saved as a test case, shared and compared.
type subject struct {
	host    *kit.Host
	screens *screens
	desk    *desk
}

// caseSource finds what the screen on top shows, to save it as a test case. It is nil where it shows no message.
func (s *subject) caseSource() (source qa.CaseSource, err error) {
	switch top := s.screens.Top().(type) {
	case *form.Review:
		return func() (*runner.DraftSource, error) { return &runner.DraftSource{Plan: top.Plan()}, nil }, nil
	case *history.Screen:
		path, why := top.Selected()
		if why != "" {
			return nil, errors.New(why)
		}
		return func() (*runner.DraftSource, error) { return runner.OpenSource(path) }, nil
	case *chat.Screen, *form.Screen, *agent.CardScreen, *qa.List, *qa.Run, *qa.SaveScreen:
		return nil, errNothingToSave
	}
	for _, o := range slices.Backward(s.screens.open) {
		switch t := o.(type) {
		case *task.Screen:
			return sourceOf(t)
		case *form.Screen, *chat.Screen, *history.Screen, *agent.CardScreen, *qa.List:
			return nil, errNothingToSave
		}
	}
	return nil, errNothingToSave
}

// errNothingToSave is the error of a screen without a message.
var errNothingToSave = errors.New("nothing here can be saved as a test case: open a review, a task, its result or a run of the history")

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
func (s *subject) SaveCaseKey(o kit.Screen) kit.Key {
	why := ""
	if _, err := s.caseSource(); err != nil && o == s.screens.Top() {
		why = err.Error()
	}
	return kit.When(kit.Keys.SaveCase, why, s.saveAsCase)
}

// hasSaveCase reports a screen that has a message to save, or will have.
func (s *subject) hasSaveCase() bool {
	_, err := s.caseSource()
	return !errors.Is(err, errNothingToSave)
}

// saveAsCase saves what the screen on top shows as a test case.
func (s *subject) saveAsCase() tea.Cmd {
	source, err := s.caseSource()
	if err != nil {
		s.host.Status = kit.Status{Text: err.Error()}
		return nil
	}
	return s.host.Perform(kit.Action{Push: qa.NewSave(s.host, source, s.agentInCase())})
}

// agentInCase is how a test case names the open agent, so that `a2aform test` finds it: by the name it is saved under, else by its
// address. It is "" for an agent that is in a file, and for an address that may hold a secret.
func (s *subject) agentInCase() string {
	open, ok := s.screens.card()
	switch {
	case !ok:
		return ""
	case open.Way.Saved != nil:
		return open.Way.Saved.Name
	case s.host.EphemeralURLs[open.Ref]:
		return store.BuiltIn
	}
	if address, err := url.Parse(open.Ref); err == nil && strings.HasPrefix(address.Scheme, "http") && address.User == nil && address.RawQuery == "" {
		return open.Ref
	}
	return ""
}

// reportedRun returns the id, or the path of the file, of the run that the screen on top is about.
func (s *subject) reportedRun() (name string, r share.Run, err error) {
	if o, ok := s.screens.Top().(interface {
		ToShare() (info runfile.Info, why string)
	}); ok { // the history, the result of a test case
		info, why := o.ToShare()
		if why != "" {
			return "", r, errors.New(why)
		}
		return cmp.Or(info.Path, info.ID.Exact()), share.Run{Skill: info.SkillName, Asked: info.Asked, Private: info.Private}, nil //nolint:forbidigo // looked up, not drawn
	}
	if _, err := s.caseSource(); errors.Is(err, errNothingToSave) || !s.screens.has(isTask) {
		return "", r, errNoReport
	}
	for _, o := range slices.Backward(s.screens.open) {
		t, ok := o.(*task.Screen)
		switch {
		case !ok:
		case s.host.Options.NoRecord || s.host.Options.Store == nil:
			return "", r, errNotKept
		case !t.Snapshot().Phase.IsOver():
			return "", r, errGoesOn
		default:
			plan := t.Snapshot().Plan
			r = share.Run{Asked: plan.Asked(), Private: plan.Private}
			if plan.Skill != nil {
				r.Skill = plan.Skill.Name
			}
			return t.Run().ID().Exact(), r, nil //nolint:forbidigo // looked up, not drawn
		}
	}
	return "", r, errNoReport
}

// errNoReport is the error of a screen that is not about a run.
var errNoReport = errors.New("there is no run to export here: open a task, its result or the history")

var errNotKept = errors.New("the run is not kept, so there is nothing to export")

func isTask(s kit.Screen) bool {
	_, ok := s.(*task.Screen)
	return ok
}

// hasReport reports a screen that is about a run.
func (s *subject) hasReport() bool {
	_, _, err := s.reportedRun()
	return !errors.Is(err, errNoReport)
}

// RunExports are what the run on the screen is exported as, with the rows of its tables in an order. Why says why there is none.
func (s *subject) RunExports() (choices func(order export.Order) []kit.ExportChoice, why string) {
	name, r, err := s.reportedRun()
	if err != nil {
		return nil, err.Error()
	}
	return func(order export.Order) []kit.ExportChoice {
		keep := s.host.Options.Store
		r.Order = order
		return share.Choices(s.screens.Top(), s.host, r, func() (string, error) {
			info, err := keep.FindRun(name)
			return info.Path, err
		}, Film)
	}, ""
}

// pastAgent is the agent of the stored run whose result is on top; false for another result.
func (s *subject) pastAgent() (kit.PastAgent, bool) {
	if t, ok := s.taskShown().(*task.Screen); ok {
		return t.PastAgent()
	}
	return kit.PastAgent{}, false
}

// runShown is the run whose result is on top, empty for none that is kept.
func (s *subject) runShown() safe.Raw {
	if t := s.taskShown(); t != nil {
		return t.Snapshot().ID
	}
	return safe.Raw{}
}

// taskShown is the task whose result is on top, nil for none.
func (s *subject) taskShown() kit.Task {
	for _, o := range slices.Backward(s.screens.open) {
		switch o := o.(type) {
		case *task.Screen:
			return o
		case *chat.Screen:
			return o.ShownTask()
		case *form.Screen, *history.Screen, *agent.CardScreen:
			return nil
		case *tablescreen.Screen:
			if o.IsOurs() {
				return nil
			}
		}
	}
	return nil
}
