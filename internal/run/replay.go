package run

import (
	"errors"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// Replay feeds a recording to a run, line by line, as it was fed when it was
// live. It belongs to one goroutine at a time.
type Replay struct {
	rec  *Recording
	run  *Run
	next int // in the recording's lines
	last time.Time
}

// Replay is the recording from its beginning.
func (rec *Recording) Replay() *Replay {
	return &Replay{rec: rec, run: rec.newReplayRun(), last: rec.head.Time}
}

// Run is what the recording is fed to.
func (p *Replay) Run() *Run { return p.run }

// Left is how many lines are still to come.
func (p *Replay) Left() int { return len(p.rec.lines) - p.next }

// Wait is how long it took until the next line came; false after the last one.
func (p *Replay) Wait() (time.Duration, bool) {
	if p.Left() == 0 {
		return 0, false
	}
	return max(p.rec.lines[p.next].Time.Sub(p.last), 0), true
}

// shows reports whether the next line changes what is seen of the run.
func (p *Replay) shows() bool {
	if p.Left() == 0 {
		return true
	}
	line := p.rec.lines[p.next]
	return line.Kind != runfile.Request && line.Kind != runfile.Response && (line.Kind != runfile.Notice || !line.Text.IsEmpty())
}

// Step takes the next line; false after the last one, where a run without an end
// is closed as what it is.
func (p *Replay) Step() bool {
	if p.Left() == 0 {
		p.run.finishRecording(p.last)
		return false
	}
	line := p.rec.lines[p.next]
	p.next++
	if line.Time.After(p.last) {
		p.last = line.Time
	}
	p.run.play(line, p.last)
	return true
}

// play applies a line of the recording.
func (r *Run) play(line runfile.Line, now time.Time) {
	r.showRecorded(line)
	r.setClock(func() time.Time { return now })
	switch line.Kind {
	case runfile.Event:
		if e, ok := r.plan.Agent.ReadEvent(line.Raw); ok {
			e.At = line.Time
			r.apply(e)
			r.resume(e)
		}
	case runfile.Notice:
		r.apply(a2a.Event{At: line.Time, Notice: noticeOf(line)})
	default:
		r.mu.Lock()
		defer r.mu.Unlock()
		defer r.signal()
		r.state.play(line, now)
	}
}

// resume notes that a pause is over, as an event shows: an answer is not the only
// thing that ends it.
func (r *Run) resume(e a2a.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state.Phase == Paused && (e.Task != nil || e.Status != nil) && !r.state.State.Paused() {
		r.state.leavePause()
	}
}

// play applies what was done here, not by the agent.
func (s *state) play(line runfile.Line, now time.Time) {
	switch line.Kind {
	case runfile.Answer:
		s.answer(line.Time, line.Text)
	case runfile.Canceled:
		s.applyStatus(line.Time, s.canceledStatus(line), true)
	case runfile.Pause:
		s.addRepeats(line)
		s.setIDs(line.TaskID, line.ContextID)
		s.State, s.Phase = recordedState(line), Paused
	case runfile.End:
		s.addRepeats(line)
		s.setIDs(line.TaskID, line.ContextID)
		s.playEnd(line, now)
	}
}

// addRepeats counts the events that are not in the file because they said nothing
// new.
func (s *state) addRepeats(line runfile.Line) {
	if n := line.Repeats - s.repeats; n > 0 {
		s.repeats = line.Repeats
		s.Events += n
	}
}

// recordedState is the state that a line names, unknown for any other word: files
// come from others too.
func recordedState(line runfile.Line) a2a.State {
	switch state := a2a.State(line.Outcome.Exact()); {
	case state.Settled(), state.Paused(), state == a2a.StateSubmitted, state == a2a.StateWorking:
		return state
	}
	return a2a.StateUnknown
}

func (s *state) playEnd(line runfile.Line, now time.Time) {
	s.Code, s.Problems, s.Rows = line.Code, line.Problems, line.Rows
	switch state := recordedState(line); {
	case state.Settled():
		s.failure = line.Error
		s.settle(state, now)
	case line.Outcome.Exact() == string(Answered):
		s.end(Answered, now)
	default:
		text := line.Error
		if text.IsEmpty() {
			text = safe.Text("what went wrong was not kept")
		}
		s.interrupt(&recorded{text, line.Unsettled}, now)
		s.ending = recordedEnding(line.Outcome)
	}
}

// recordedEnding is the outcome of a broken run in its file. Files of older versions
// say broken.
func recordedEnding(outcome safe.Raw) string {
	switch word := outcome.Exact(); word {
	case Refused, Crashed, Lost:
		return word
	}
	return Interrupted
}

// canceledStatus is the state that came in answer to a cancel.
func (s *state) canceledStatus(line runfile.Line) *a2a.Status {
	e, ok := s.Plan.Agent.ReadEvent(line.Raw)
	if ok && e.Task != nil {
		return &e.Task.Status
	}
	return &a2a.Status{State: recordedState(line), Said: line.Text}
}

func noticeOf(line runfile.Line) *a2a.Notice {
	n := &a2a.Notice{Text: line.Text.Line(safe.TextLimit()).String()}
	if n.Extensions = line.Extensions; len(n.Extensions) > 0 {
		n.Kind = a2a.NoticeExtensions
	}
	return n
}

// errCutShort is the end of a recording that has none.
var errCutShort = errors.New("the file ends here: a2aform ended before the run did, or the run is still going on; the agent has the task's state")

// finishRecording ends a run whose file has no end.
func (r *Run) finishRecording(at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state.Phase.IsOver() || r.state.Phase == Paused {
		return
	}
	r.setClock(func() time.Time { return at })
	r.state.interrupt(&recorded{safe.Text(errCutShort.Error()), true}, at)
	r.signal()
}

// responseFrame returns a recorded response as a frame of the traffic.
func responseFrame(line runfile.Line) a2aclient.Frame {
	f := a2aclient.Frame{At: line.Time, Head: line.Text, Header: line.Header, Body: line.Raw}
	if !line.Method.IsEmpty() {
		f.Head = safe.Text("answer to " + line.Method.Exact())
	}
	if f.Body == nil && !line.Body.IsEmpty() {
		f.Body = []byte(line.Body.Exact())
	}
	return f
}

// showRecorded adds the recorded requests and events to the traffic, without the heads of
// answers.
func (r *Run) showRecorded(line runfile.Line) {
	switch line.Kind {
	case runfile.Request:
		r.traffic.See(a2aclient.Frame{At: line.Time, Sent: true, Head: safe.Text(line.Method.Exact() + " " + line.URL.Exact()), Header: line.Header, Body: line.Raw})
	case runfile.Event:
		r.traffic.See(a2aclient.Frame{At: line.Time, Head: safe.Text("event"), Body: line.Raw})
	case runfile.Response:
		r.traffic.See(responseFrame(line))
	}
}

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
