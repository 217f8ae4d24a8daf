package present

import (
	"context"
	"fmt"
	"sync"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// Act is a scene on stage: a live run, or the recorded one from where the live one failed.
type Act struct {
	scene    *Scene
	patience time.Duration
	poke     chan struct{} // an answer was given

	mu     sync.Mutex // of what follows; Next itself has one caller at a time
	run    *run.Run
	replay *run.Replay // nil while it is live
	why    string
	wanted int // answers that the presenter gave
	given  int // answers that reached the run
	events int
	heard  time.Time // of the last event
}

// Begin sends the message of a scene, or plays its recorded run where the agent is away.
func (show *Show) Begin(ctx context.Context, scene *Scene, o run.Options) *Act {
	a := &Act{scene: scene, patience: show.Patience, poke: make(chan struct{}, 1), heard: time.Now()}
	if scene.Away != nil {
		a.fallBack("the agent is away: " + safe.Text(scene.Away.Error()).Line(0).String())
		return a
	}
	a.run = run.Start(ctx, scene.Plan, o)
	return a
}

// Run is the run that is shown: the live one, or what the recorded one is played to.
func (a *Act) Run() *run.Run {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.run
}

// Why says why the recorded run is shown, "" while the run is live.
func (a *Act) Why() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.why
}

// Trouble says why a live run that no recorded one can replace does not go on, "" while it does.
func (a *Act) Trouble() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.scene.Recording != nil {
		return ""
	}
	return a.failure(a.run.Snapshot())
}

// Answer gives the next answer of the scene, as soon as the agent asks.
func (a *Act) Answer() {
	a.mu.Lock()
	a.wanted = min(a.wanted+1, len(a.scene.Answers))
	a.mu.Unlock()
	select {
	case a.poke <- struct{}{}:
	default:
	}
}

// IsOver reports that nothing more will happen.
func (a *Act) IsOver() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.run.Snapshot()
	return now.Phase.IsOver() && (a.replay == nil || a.replay.Left() == 0) && (a.scene.Recording == nil || a.failure(now) == "")
}

// Close ends the connection; the task at the agent is left alone.
func (a *Act) Close() { a.Run().Close() }

// pollTime is how long Next waits where nothing happens.
const pollTime = 200 * time.Millisecond

// Next waits for what happens next, and sees to it that something does. It belongs in a command.
func (a *Act) Next(ctx context.Context) {
	a.mu.Lock()
	wait := a.wait()
	wake := a.run.Wake()
	a.mu.Unlock()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return
	case <-a.poke:
	case <-wake:
	case <-timer.C:
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.replay != nil {
		a.step()
		return
	}
	a.follow()
}

// The recorded waits are kept between these, so that everybody can follow and nobody waits long.
const (
	minStep = 350 * time.Millisecond
	maxStep = 2 * time.Second
)

// wait is how long it takes until something is due.
func (a *Act) wait() time.Duration {
	if a.replay == nil || a.replay.Left() == 0 || a.isAsking() {
		return pollTime
	}
	recorded, _ := a.replay.Wait()
	return min(max(recorded, minStep), maxStep)
}

// isAsking reports a recorded run that waits for the presenter's answer.
func (a *Act) isAsking() bool { return a.run.Snapshot().Phase == run.Paused && a.given >= a.wanted }

// step plays the recorded run until something is seen of it.
func (a *Act) step() {
	if a.isAsking() {
		return
	}
	before := a.run.Snapshot()
	if before.Phase == run.Paused {
		a.given++
	}
	for a.replay.Step() {
		now := a.run.Snapshot()
		if now.Phase == run.Paused && before.Phase == run.Paused {
			continue // up to the answer
		}
		if now.Phase != before.Phase || now.Events != before.Events || now.Timeline.Len() != before.Timeline.Len() {
			return
		}
	}
}

// follow answers a live run that asks, and replaces one that fails.
func (a *Act) follow() {
	now := a.run.Snapshot()
	if now.Events != a.events || now.Answers != a.given {
		a.events, a.heard = now.Events, time.Now()
	}
	if now.Phase == run.Paused && a.given < a.wanted {
		answer := a.scene.Answers[a.given]
		if a.run.Answer(answer.Text, answer.Value) == nil {
			a.given++
			a.heard = time.Now()
		}
		return
	}
	if why := a.failure(now); why != "" && a.scene.Recording != nil {
		a.run.Close()
		a.fallBack(why)
	}
}

// maxReconnects is how often a lost stream is opened again before the agent counts as away.
const maxReconnects = 1

// failure says why a live run does not go on; "" where it does, and for a recorded one.
func (a *Act) failure(now run.Snapshot) string {
	goesOn := now.Phase == run.Sending || now.Phase == run.Working
	switch {
	case a.replay != nil:
		return ""
	case now.Phase == run.Errored:
		return safe.Text(now.Err.Error()).Line(0).String()
	case now.Phase == run.Settled && now.State != a2a.StateCompleted:
		return "the task ended as " + string(now.State)
	case now.Phase == run.Paused && a.given >= len(a.scene.Answers):
		return "the agent asks, and the script has no answer"
	case now.Reconnects > maxReconnects:
		return "the connection to the agent was lost"
	case goesOn && time.Since(a.heard) > a.patience:
		return fmt.Sprintf("the agent was silent for %s", a.patience)
	}
	return ""
}

// fallBack goes on with the recorded run, from as far as the live one came.
func (a *Act) fallBack(why string) {
	a.why, a.replay = why, a.scene.Recording.Replay()
	a.run = a.replay.Run()
	given := 0
	for now := a.run.Snapshot(); now.Events < a.events || given < a.given; now = a.run.Snapshot() {
		paused := now.Phase == run.Paused
		if paused && given >= a.given || !a.replay.Step() {
			return
		}
		if paused && a.run.Snapshot().Phase != run.Paused {
			given++
		}
	}
}
