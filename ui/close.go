package ui

import (
	"sync"

	"a2aform/internal/run"
	"a2aform/internal/safego"
)

// Save writes what was filled in and is not on the disk yet. It may be called
// from any goroutine, also while the terminal takes nothing.
func (a *App) Save() {
	var group sync.WaitGroup
	savers, _ := a.toClose()
	for _, k := range savers {
		safego.GoGroup(&group, k.save)
	}
	group.Wait()
}

// Close saves, and ends all runs and requests. Call it after the program has
// ended.
func (a *App) Close() {
	a.cancel()
	var group sync.WaitGroup
	savers, runs := a.toClose()
	for _, k := range savers {
		safego.GoGroup(&group, func() {
			k.save()
			k.release()
		})
	}
	for _, r := range runs {
		safego.GoGroup(&group, r.Close)
	}
	group.Wait()
	a.Writes.End()
}

// toClose are the forms and the runs of the session. Update may still run, so they
// are looked at under the lock.
func (a *App) toClose() (forms []unsavedForm, runs []*run.Run) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.desk.toClose()
}
