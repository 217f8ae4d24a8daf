package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/limit"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// prune deletes, in the background, what killed programs left behind, and the runs that
// are older than the user wants to keep.
func (a *App) prune() tea.Cmd {
	keep, age := a.Options.Store, a.Options.KeepRuns
	if keep == nil {
		return nil
	}
	return a.Writes.TrackWrites(func() tea.Msg {
		keep.Sweep()
		if age > 0 {
			_, _ = keep.PruneRuns(store.Prune{Before: time.Now().Add(-age)}) // what could not be deleted now goes the next time
		}
		deleted, _ := keep.LimitRuns()
		cut, _ := keep.CutOff(time.Now().Add(-recently)) // the history says what cannot be read
		return keptRunsMsg{deleted: len(deleted), cutOff: len(cut)}
	})
}

// recently is for how long after its beginning a run that was cut off is announced when
// the program starts.
const recently = 24 * time.Hour

// keptRunsMsg is what the program found in the history when it started.
type keptRunsMsg struct {
	deleted int // old runs, to keep the history within its limit
	cutOff  int // runs that a2aform did not see to their end
}

func (a *App) showKeptRuns(m keptRunsMsg) {
	switch {
	case m.cutOff > 0:
		a.Status = kit.Status{Text: fmt.Sprintf("%s cut off when a2aform ended: %s opens the history, where Follow live goes on with the task", kit.Plural(m.cutOff, "run was", "runs were"), shortcut.InProse(kit.Keys.History))}
	case m.deleted > 0:
		a.Status = kit.Status{Text: fmt.Sprintf("%s deleted: the history is kept within %s; %s", kit.Plural(m.deleted, "old run was", "old runs were"), limit.History, limit.History.Hint())}
	}
}
