package run

import (
	"sync"
	"time"
)

// LongestWait bounds how long a player waits for the next line: a user may have thought
// about an answer for an hour.
const LongestWait = 3 * time.Second

// Player plays a recording with time: what took a second takes 1/Speed of one.
// It starts no clock of its own; whoever shows it waits for [Player.Next] and
// then calls [Player.Advance]. Its methods may be called from several goroutines.
type Player struct {
	mu     sync.Mutex
	now    func() time.Time
	replay *Replay
	speed  float64
	paused bool
	since  time.Time // when the clock was last set
	passed time.Duration
	over   bool
}

// NewPlayer plays from the beginning, by the clock now, at a speed above 0; 0 is a line
// at a time, by [Player.Step].
func NewPlayer(now func() time.Time, rec *Recording, speed float64) *Player {
	p := &Player{now: now, replay: rec.Replay(), speed: speed, paused: speed <= 0, since: now()}
	if p.speed <= 0 {
		p.speed = 1
	}
	p.setClock()
	return p
}

// Run is what is played to.
func (p *Player) Run() *Run { return p.replay.Run() }

// Progress is the position of a player.
type Progress struct {
	Speed          float64 // how much faster than it was
	IsPaused       bool    // the clock is stopped
	IsOver         bool    // all was played
	Played, InFile int     // lines
}

// Progress returns the position of the player.
func (p *Player) Progress() Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := len(p.replay.rec.lines)
	return Progress{p.speed, p.paused, p.over, all - p.replay.Left(), all}
}

// SetSpeed goes on at another speed.
func (p *Player) SetSpeed(speed float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	p.speed = speed
	p.setClock()
}

// Pause stops the time, or lets it go on.
func (p *Player) Pause(paused bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	p.paused = paused
	p.setClock()
}

// wait is how long the next line is to be waited for at speed 1.
func (p *Player) wait() time.Duration {
	d, _ := p.replay.Wait()
	return min(d, time.Duration(float64(LongestWait)*p.speed))
}

// elapsed is how much time of the recording has passed since its last line.
func (p *Player) elapsed() time.Duration {
	if p.paused {
		return p.passed
	}
	return p.passed + time.Duration(float64(p.now().Sub(p.since))*p.speed)
}

// settle keeps what has passed before the pace changes.
func (p *Player) settle() { p.passed, p.since = p.elapsed(), p.now() }

// Next returns the time until the next line is due; false while the player is paused, and
// after the end.
func (p *Player) Next() (time.Duration, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.paused || p.over {
		return 0, false
	}
	return max(time.Duration(float64(p.wait()-p.elapsed())/p.speed), 0), true
}

// maxAtOnce bounds how many lines are played before somebody looks at them.
const maxAtOnce = 10_000

// Advance plays what is due.
func (p *Player) Advance() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := 0; n < maxAtOnce && !p.paused && !p.over && p.elapsed() >= p.wait(); n++ {
		p.step()
	}
}

// Step plays the next line that shows, due or not.
func (p *Player) Step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for shows := false; !shows && !p.over; {
		shows = p.replay.shows()
		p.step()
	}
}

func (p *Player) step() {
	due := p.wait()
	p.passed, p.since = max(p.elapsed()-due, 0), p.now()
	p.replay.Step()
	if p.over = p.replay.Left() == 0; p.over {
		p.replay.Step() // ends a run whose file has no end
	}
	p.setClock()
}

// setClock lets the run's clock go on from its last line, as far as the next.
func (p *Player) setClock() {
	now, began, last, maxElapsed, passed, speed, paused := p.now, p.now(), p.replay.last, p.wait(), p.passed, p.speed, p.paused
	p.replay.Run().setClock(func() time.Time {
		if !paused {
			return last.Add(min(passed+time.Duration(float64(now().Sub(began))*speed), maxElapsed))
		}
		return last.Add(min(passed, maxElapsed))
	})
}
