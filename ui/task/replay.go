package task

import (
	"fmt"
	"math"
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// replay is what a task screen shows in place of a live run: a recording at its
// end, or one that is played.
type replay struct {
	rec     *run.Recording
	player  *run.Player         // nil for one at its end
	due     int                 // counts waits, to recognize one whose speed has changed
	still   bool                // the spinner and the time stand still
	filmed  bool                // nobody presses a key
	working bool                // a command is playing
	todo    []func(*run.Player) // what was requested while a command was running
	opening *opening            // what comes before the task; nil once that is played
	taking  bool                // the agent is being opened, to go on live
}

// The speeds that + and - choose from are powers of two up to these.
const (
	slowest = 0.25
	fastest = 64
)

var _ = kit.RegisterKeys("replay", &replayKeys)

// replayKeys are the keys while a recording is played.
var replayKeys = struct{ Pause, Step, Faster, Slower, Restart, TakeOver key.Binding }{
	Pause:   kit.Bind("Pause", "space"),
	Step:    kit.Bind("Next event", "n", "right"),
	Faster:  kit.Bind("Faster", "+", "="),
	Slower:  kit.Bind("Slower", "-"),
	Restart: kit.Bind("From the beginning", "0"),

	TakeOver: kit.Bind("Take over live", "l"),
}

// NewRecorded shows the end of a recording.
func NewRecorded(h *kit.Host, m kit.RecordedRun) *Screen {
	s := New(h, m.Run)
	s.replay, s.progress.isRecorded = &replay{rec: m.Recording}, true
	s.document = m.Document
	return s
}

// NewReplay plays a recording.
func NewReplay(h *kit.Host, t *kit.Playback) *Screen {
	now := t.Now
	if now == nil {
		now = time.Now
	}
	player := run.NewPlayer(now, t.Recording, t.Speed)
	s := New(h, player.Run())
	s.replay, s.progress.isRecorded = &replay{rec: t.Recording, player: player, filmed: t.Now != nil}, true
	if s.replay.filmed {
		return s
	}
	if s.replay.opening = newOpening(t.Recording, t.Speed); s.replay.opening != nil {
		player.Pause(true)
	}
	return s
}

// playbackTickMsg says that the next line of a recording is due.
type playbackTickMsg struct{ due int }

// startReplay begins to play; a recording at its end is there already.
func (s *Screen) startReplay() tea.Cmd {
	s.redraw()
	switch {
	case s.replay.player == nil:
		return nil
	case s.replay.isOpening():
		return s.openOn()
	}
	return tea.Batch(s.Play(nil), kit.After(s, spinnerInterval, tickMsg{}))
}

// Play changes the player in a command, plays what is due, and returns a snapshot of the
// run. One command plays at a time, so that a snapshot is never older than the screen.
func (s *Screen) Play(do func(*run.Player)) tea.Cmd {
	t, r := s.replay, s.run
	if do != nil {
		t.todo = append(t.todo, do)
	}
	if t.working {
		return nil
	}
	todo, player := t.todo, t.player
	t.working, t.todo = true, nil
	t.due++
	return kit.Later(s, func() tea.Msg {
		for _, do := range todo {
			do(player)
		}
		player.Advance()
		return WakeMsg{snapshot: r.Snapshot(), document: r.Document()}
	})
}

// playOn waits for the next line.
func (s *Screen) playOn() tea.Cmd {
	t := s.replay
	t.working = false
	if len(t.todo) > 0 {
		return s.Play(nil)
	}
	wait, ok := t.player.Next()
	if !ok {
		return nil
	}
	t.due++
	next := kit.After(s, max(wait, kit.FrameTime), playbackTickMsg{t.due})
	if !t.still {
		return next
	}
	t.still = false
	return tea.Batch(next, kit.After(s, spinnerInterval, tickMsg{}))
}

// isPaused reports, once, that a replay is paused or over: the spinner stops until it goes on.
func (r *replay) isPaused() bool {
	if r == nil || r.player == nil {
		return false
	}
	if p := r.player.Progress(); !p.IsPaused && !p.IsOver {
		return false
	}
	r.still = true
	return true
}

func (s *Screen) playDue(m playbackTickMsg) tea.Cmd {
	if m.due != s.replay.due {
		return nil
	}
	return s.Play(nil)
}

// isPlayed reports a recording that is played from its beginning.
func (s *Screen) isPlayed() bool { return s.replay != nil && s.replay.player != nil }

// rewind plays from the beginning, at the pace that was chosen.
func (s *Screen) rewind() tea.Cmd {
	now := s.replay.player.Progress()
	fresh := NewReplay(s.Host, &kit.Playback{Recording: s.replay.rec, Speed: now.Speed})
	isPaused := now.IsPaused && !now.IsOver
	if o := s.replay.opening; o != nil {
		isPaused = o.isPaused
	}
	if o := fresh.replay.opening; o != nil {
		o.isPaused = isPaused
	} else if isPaused {
		fresh.replay.player.Pause(true)
	}
	s.Left()
	return s.Host.Nav.ReplaceTop(fresh)
}

// Title says of which time a recording is, "" for a live run.
func (r *replay) Title() string {
	switch {
	case r == nil:
		return ""
	case r.filmed:
		return " from " + kit.DateTime(r.rec.Began())
	case r.player != nil:
		return " from " + kit.DateTime(r.rec.Began()) + ", replayed"
	}
	return " from " + kit.DateTime(r.rec.Began()) + ", offline"
}

// atEnd reports a recording at its end: nothing more comes.
func (r *replay) atEnd() bool { return r != nil && r.player == nil }

// replayLines are below a recording: how it ended where that was badly, and what
// the file has not.
func (s *Screen) replayLines() []string {
	st, t := s.Styles(), s.replay
	var lines []string
	if s.snapshot.Phase == run.Errored {
		lines = append(append(lines, ""), kit.ErrorLines(st, s.snapshot.Err, s.Width)...)
	}
	if s.snapshot.Violation != "" {
		lines = append(lines, kit.Bullet("! ", s.snapshot.Violation, s.Width, st.Warn)...)
	}
	switch {
	case s.snapshot.Plan.Private:
		lines = append(lines, kit.Bullet("! ", "the form held a secret, so only the outcome of this run was saved", s.Width, st.Warn)...)
	case t.rec.Cardless:
		lines = append(lines, kit.Bullet("! ", "the card is not in the file and not stored here, so results are shown without their schemas", s.Width, st.Warn)...)
	}
	if t.rec.Damaged != nil {
		lines = append(lines, kit.Bullet("! ", safe.Text(t.rec.Damaged.Error()).Line(0).String(), s.Width, st.Warn)...)
	}
	if t.player != nil && !t.filmed {
		lines = append(lines, st.Dim.Render(t.standing()))
	}
	return lines
}

// standing is the position of the player in words.
func (r *replay) standing() string {
	p := r.player.Progress()
	how := fmt.Sprintf("%g× speed", p.Speed)
	switch {
	case r.opening != nil && r.opening.isPaused:
		how = "paused at " + how + ", n goes on"
	case r.opening != nil:
	case p.IsOver:
		how = "the end"
	case p.IsPaused:
		how = "paused at " + how + ", n shows the next event"
	}
	return fmt.Sprintf("replay, nothing is sent · %d of %d · %s", p.Played, p.InFile, how)
}

// replayKeys are those of a recording: nothing of them reaches an agent.
func (s *Screen) replayKeys() []kit.Key {
	noResult := kit.Unless(s.hasResult(), "there is no result")
	result := slices.Concat([]kit.Key{kit.When(s.resultKey(), s.cannotOpen(), s.openResult), kit.JSONKey(s.Host, s.document)}, s.paneKeys(noResult))
	leave := append([]kit.Key{kit.On(kit.Keys.Back, s.leaveReplay), kit.On(kit.Keys.Wire, s.openTraffic)}, s.resultKeys(noResult)...)
	if s.replay.player == nil {
		return slices.Concat(result, leave, kit.ScrollKeys)
	}
	k, now := replayKeys, s.replay.player.Progress()
	over := kit.Unless(!now.IsOver, "all was played; 0 begins again")
	pause, isPaused := k.Pause, now.IsPaused
	if o := s.replay.opening; o != nil {
		isPaused = o.isPaused
	}
	if isPaused {
		pause = kit.Named(pause, "Go on")
	}
	return slices.Concat([]kit.Key{
		kit.When(pause, over, s.pause),
		kit.When(k.Step, over, s.step),
		s.takeOverKey(),
		kit.When(k.Faster, over, func() tea.Cmd { return s.setSpeed(math.Min(now.Speed*2, fastest)) }),
		kit.When(k.Slower, over, func() tea.Cmd { return s.setSpeed(math.Max(now.Speed/2, slowest)) }),
	}, result, []kit.Key{kit.On(k.Restart, s.rewind)}, leave, kit.ScrollKeys)
}

func (s *Screen) takeOverKey() kit.Key {
	return kit.When(replayKeys.TakeOver, s.replay.cannotTakeOver(), s.takeOver)
}

func (s *Screen) leaveReplay() kit.Action {
	if s.Host.Nav.Depth() == 1 {
		return kit.Infof("ctrl+c quits")
	}
	return s.Back()
}

// pause stops the replay, or goes on.
func (s *Screen) pause() tea.Cmd {
	if o := s.replay.opening; o != nil {
		o.isPaused = !o.isPaused
		return s.openOn()
	}
	isPaused := s.replay.player.Progress().IsPaused
	return s.Play(func(p *run.Player) { p.Pause(!isPaused) })
}

// step shows the next event, or the next step of the opening.
func (s *Screen) step() tea.Cmd {
	if s.replay.isOpening() {
		return s.stepOpening()
	}
	return s.Play(func(p *run.Player) { p.Pause(true); p.Step() })
}

func (s *Screen) setSpeed(speed float64) tea.Cmd {
	return s.Play(func(p *run.Player) { p.SetSpeed(speed) })
}
