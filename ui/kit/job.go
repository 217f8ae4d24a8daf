package kit

import (
	"context"
	"time"
)

// Job is work outside Update of which only the last one counts.
type Job struct {
	Generation int
	cancel     context.CancelFunc
}

// Restart ends the work before and begins another.
func (j *Job) Restart(parent context.Context) (context.Context, int) {
	j.Stop()
	ctx, cancel := context.WithCancel(parent)
	j.cancel = cancel
	j.Generation++
	return ctx, j.Generation
}

// Stop ends the work, if there is any.
func (j *Job) Stop() {
	if j.cancel != nil {
		j.cancel()
		j.cancel = nil
	}
}

// LoadTime is how often that is looked at.
const LoadTime = 80 * time.Millisecond
