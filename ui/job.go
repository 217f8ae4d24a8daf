package ui

import (
	"context"
	"time"
)

// job is work outside Update of which only the last one counts.
type job struct {
	generation int
	cancel     context.CancelFunc
}

// restart ends the work before and begins another.
func (j *job) restart(parent context.Context) (context.Context, int) {
	j.stop()
	ctx, cancel := context.WithCancel(parent)
	j.cancel = cancel
	j.generation++
	return ctx, j.generation
}

func (j *job) stop() {
	if j.cancel != nil {
		j.cancel()
		j.cancel = nil
	}
}

// loadTime is how often that is looked at.
const loadTime = 80 * time.Millisecond
