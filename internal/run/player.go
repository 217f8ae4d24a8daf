package run

import "time"

// LongestWait bounds how long a player waits for the next line: nobody sits
// through the hour in which somebody else thought about an answer.
const LongestWait = 3 * time.Second

// Player plays a recording with time: what took a second takes 1/Speed of one.
// It starts no clock of its own; whoever shows it waits for [Player.Next] and
// then calls [Player.Advance].
type Player struct {
	replay *Replay
	speed  float64
	paused bool
	since  time.Time // when the clock was last set
	passed time.Duration
	over   bool
}

// NewPlayer plays from the beginning, at a speed above 0; 0 is a line at a time,
// by [Player.Step].
func NewPlayer(rec *Recording, speed float64) *Player {
	p := &Player{replay: rec.Replay(), speed: speed, paused: speed <= 0, since: time.Now()}
	if p.speed <= 0 {
		p.speed = 1
	}
	p.setClock()
	return p
}

// Run is what is played to.
func (p *Player) Run() *Run { return p.replay.Run() }

// Speed is how much faster than it was.
func (p *Player) Speed() float64 { return p.speed }

// SetSpeed goes on at another speed.
func (p *Player) SetSpeed(speed float64) {
	p.settle()
	p.speed = speed
	p.setClock()
}

// IsPaused reports whether time stands still.
func (p *Player) IsPaused() bool { return p.paused }

// IsOver reports whether all was played.
func (p *Player) IsOver() bool { return p.over }

// Left is how many lines are still to come.
func (p *Player) Left() int { return p.replay.Left() }

// Pause stops the time, or lets it go on.
func (p *Player) Pause(paused bool) {
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
	return p.passed + time.Duration(float64(time.Since(p.since))*p.speed)
}

// settle keeps what has passed before the pace changes.
func (p *Player) settle() { p.passed, p.since = p.elapsed(), time.Now() }

// Next is how long it takes until the next line is due; false while time stands
// still and after the end.
func (p *Player) Next() (time.Duration, bool) {
	if p.paused || p.over {
		return 0, false
	}
	return max(time.Duration(float64(p.wait()-p.elapsed())/p.speed), 0), true
}

// Advance plays all that is due.
func (p *Player) Advance() {
	for !p.paused && !p.over && p.elapsed() >= p.wait() {
		p.Step()
	}
}

// Step plays the next line, due or not.
func (p *Player) Step() {
	if p.over {
		return
	}
	due := p.wait()
	p.passed, p.since = max(p.elapsed()-due, 0), time.Now()
	p.replay.Step()
	if p.over = p.replay.Left() == 0; p.over {
		p.replay.Step() // ends a run whose file has no end
	}
	p.setClock()
}

// setClock lets the run's clock go on from its last line, as far as the next.
func (p *Player) setClock() {
	began, last, most, passed, speed, paused := time.Now(), p.replay.last, p.wait(), p.passed, p.speed, p.paused
	r := p.replay.Run()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.clock = func() time.Time {
		if !paused {
			return last.Add(min(passed+time.Duration(float64(time.Since(began))*speed), most))
		}
		return last.Add(min(passed, most))
	}
}
