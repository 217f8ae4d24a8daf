package ui

import (
	"errors"
	"io"
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/qa/page"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/history"
	"a2aform/ui/kit"
	"a2aform/ui/task"
)

// errNoReport is the error of a screen that is not about a run.
var errNoReport = errors.New("there is no run to report here: open a task, its result or the history")

// reportedRun returns the id, or the path of the file, of the run that the screen on top is about.
func (a *App) reportedRun() (name string, err error) {
	if s, ok := a.Top().(*history.Screen); ok {
		path, why := s.Selected()
		if why != "" {
			return "", errors.New(why)
		}
		return path, nil
	}
	if _, err := a.caseSource(); errors.Is(err, errNothingToSave) || !slices.ContainsFunc(a.stack, isTask) {
		return "", errNoReport
	}
	for _, s := range slices.Backward(a.stack) {
		t, ok := s.(*task.Screen)
		switch {
		case !ok:
		case a.Options.NoRecord || a.Options.Store == nil:
			return "", errNotKept
		case !t.Snapshot().Phase.IsOver():
			return "", errGoesOn
		default:
			return t.Run().ID().Exact(), nil //nolint:forbidigo // looked up, not drawn
		}
	}
	return "", errNoReport
}

var errNotKept = errors.New("the run is not kept, so there is nothing to report")

func isTask(s kit.Screen) bool {
	_, ok := s.(*task.Screen)
	return ok
}

// hasReport reports a screen that is about a run.
func (a *App) hasReport() bool {
	_, err := a.reportedRun()
	return !errors.Is(err, errNoReport)
}

// reportKey is the key that writes a page about the run on the screen.
func (a *App) reportKey() shortcut.Key {
	why := ""
	_, err := a.reportedRun()
	if err != nil {
		why = err.Error()
	}
	return shortcut.When(kit.Keys.Report, err == nil, why)
}

// askForReport asks where to write the page.
func (a *App) askForReport() tea.Cmd {
	name, err := a.reportedRun()
	if err != nil {
		a.Status = kit.Status{Text: err.Error()}
		return nil
	}
	keep := a.Options.Store
	return a.AskForPath(a.Top(), "Report of this run, for a developer", safe.FileName(safe.Text("run"), "run", ".html"), func(w io.Writer) error {
		info, err := keep.FindRun(name)
		if err != nil {
			return err
		}
		return page.Runs(w, []string{info.Path})
	})
}
