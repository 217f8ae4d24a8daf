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
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// replay is what a task screen shows in place of a live run: a recording at its
// end, or one that is played.
type replay struct {
	host    *kit.Host
	to      kit.Screen // of the run, for the messages of commands
	now     *run.Snapshot
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
	s.replay, s.progress.isRecorded = &replay{host: h, to: s, now: &s.snapshot, rec: m.Recording}, true
	s.result.document = m.Document
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
	s.replay, s.progress.isRecorded = &replay{host: h, to: s, now: &s.snapshot, rec: t.Recording, player: player, filmed: t.Now != nil}, true
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

// Update plays on when it is time to.
func (r *replay) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case playbackTickMsg:
		if msg.due == r.due {
			return kit.Action{}, r.play(nil)
		}
	case openingMsg:
		return kit.Action{}, r.openDue(msg)
	case takenMsg:
		return r.taken(msg), nil
	}
	return kit.Action{}, nil
}

// start begins to play; a recording at its end is there already.
func (r *replay) start() tea.Cmd {
	switch {
	case r.player == nil:
		return nil
	case r.isOpening():
		return r.openOn()
	}
	return tea.Batch(r.play(nil), kit.After(r.to, spinnerInterval, tickMsg{}))
}

// play changes the player in a command, plays what is due, and returns a snapshot of the
// run. One command plays at a time, so that a snapshot is never older than the screen.
func (r *replay) play(do func(*run.Player)) tea.Cmd {
	if do != nil {
		r.todo = append(r.todo, do)
	}
	if r.working {
		return nil
	}
	todo, player := r.todo, r.player
	r.working, r.todo = true, nil
	r.due++
	return kit.Later(r.to, func() tea.Msg {
		for _, do := range todo {
			do(player)
		}
		player.Advance()
		played := player.Run()
		return WakeMsg{snapshot: played.Snapshot(), document: played.Document()}
	})
}

// playOn waits for the next line.
func (r *replay) playOn() tea.Cmd {
	r.working = false
	if len(r.todo) > 0 {
		return r.play(nil)
	}
	wait, ok := r.player.Next()
	if !ok {
		return nil
	}
	r.due++
	next := kit.After(r.to, max(wait, kit.FrameTime), playbackTickMsg{r.due})
	if !r.still {
		return next
	}
	r.still = false
	return tea.Batch(next, kit.After(r.to, spinnerInterval, tickMsg{}))
}

// isPaused reports, once, that a replay is paused or over: the spinner stops until it goes on.
func (r *replay) isPaused() bool {
	if !r.isPlayed() {
		return false
	}
	if p := r.player.Progress(); !p.IsPaused && !p.IsOver {
		return false
	}
	r.still = true
	return true
}

// isPlayed reports a recording that is played from its beginning.
func (r *replay) isPlayed() bool { return r != nil && r.player != nil }

// rewind plays from the beginning, at the pace that was chosen.
func (r *replay) rewind() tea.Cmd {
	now := r.player.Progress()
	fresh := NewReplay(r.host, &kit.Playback{Recording: r.rec, Speed: now.Speed})
	isPaused := now.IsPaused && !now.IsOver
	if o := r.opening; o != nil {
		isPaused = o.isPaused
	}
	if o := fresh.replay.opening; o != nil {
		o.isPaused = isPaused
	} else if isPaused {
		fresh.replay.player.Pause(true)
	}
	return r.host.Nav.ReplaceTop(fresh)
}

// Title says of which time a recording is, "" for a live run.
func (r *replay) Title() string {
	switch {
	case r == nil:
		return ""
	case r.filmed:
		return " from " + kit.Ago(r.rec.Began(), time.Now())
	case r.player != nil:
		return " from " + kit.Ago(r.rec.Began(), time.Now()) + ", replayed"
	}
	return " from " + kit.Ago(r.rec.Began(), time.Now()) + ", recorded"
}

// atEnd reports a recording at its end: nothing more comes.
func (r *replay) atEnd() bool { return r != nil && r.player == nil }

// lines are below a recording: how it ended where that was badly, and what the file has not.
func (r *replay) lines(width int) []string {
	st, now := r.host.Styles, r.now
	warn := func(text string) []string { return kit.Bullet("! ", text, width, st.Warn) }
	var lines []string
	if now.Phase == run.Errored {
		lines = append(append(lines, ""), kit.ErrorLines(st, now.Err, width)...)
	}
	if now.Violation != "" {
		lines = append(lines, warn(now.Violation)...)
	}
	switch {
	case now.Plan.Private:
		lines = append(lines, warn("the form held a secret, so only the outcome of this run was saved")...)
	case r.rec.Cardless:
		lines = append(lines, warn("the card is not in the file and not stored here, so results are shown without their schemas")...)
	}
	if r.rec.Damaged != nil {
		lines = append(lines, warn(safe.Text(r.rec.Damaged.Error()).Line(0).String())...)
	}
	if r.player != nil && !r.filmed {
		lines = append(lines, st.Dim.Render(r.standing()))
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
	noResult := kit.Unless(s.result.isThere(), "there is no result")
	exports := s.exports(noResult)
	result := []kit.Key{kit.When(s.result.key(), s.result.cannotOpen(), s.openResult), exports.ExportKey(), s.copyKey(exports)}
	leave := append([]kit.Key{kit.On(kit.Keys.Back, s.replay.leave), kit.TrafficKey(s.Host, s.run.Traffic)}, slices.Concat(s.resultKeys(exports), s.thread.keys())...)
	json, panes := kit.JSONKey(s.Host, s.result.document), s.paneKeys(noResult)
	if s.replay.player == nil {
		again := []kit.Key{s.replay.editKey(), s.replay.rerunKey(), json, s.Host.Nav.SaveCaseKey(s)}
		return slices.Concat(result, again, panes, leave, kit.ScrollKeys, s.borderKeys())
	}
	restart := func() tea.Cmd {
		s.Left() // ends the work on the table
		return s.replay.rewind()
	}
	return slices.Concat(s.replay.keys(), result, []kit.Key{json}, panes, []kit.Key{kit.On(replayKeys.Restart, restart)}, leave, kit.ScrollKeys, s.borderKeys())
}

// IsPlayed reports a recording that is played from its beginning.
func (s *Screen) IsPlayed() bool { return s.replay.isPlayed() }

// leave goes back, unless the replay is all there is.
func (r *replay) leave() kit.Action {
	if r.host.Nav.Depth() == 1 {
		return kit.Infof("%s quits", shortcut.InProse(kit.Keys.Quit))
	}
	return kit.Action{Pop: 1}
}

// keys are those of the player.
func (r *replay) keys() []kit.Key {
	k, now := replayKeys, r.player.Progress()
	over := kit.Unless(!now.IsOver, "all was played; 0 begins again")
	pause, isPaused := k.Pause, now.IsPaused
	if r.opening != nil {
		isPaused = r.opening.isPaused
	}
	if isPaused {
		pause = kit.Named(pause, "Go on")
	}
	return []kit.Key{
		kit.When(pause, over, r.pause),
		kit.When(k.Step, over, r.step),
		r.takeOverKey(),
		kit.When(k.Faster, over, func() tea.Cmd { return r.setSpeed(math.Min(now.Speed*2, fastest)) }),
		kit.When(k.Slower, over, func() tea.Cmd { return r.setSpeed(math.Max(now.Speed/2, slowest)) }),
	}
}

// pause stops the replay, or goes on.
func (r *replay) pause() tea.Cmd {
	if o := r.opening; o != nil {
		o.isPaused = !o.isPaused
		return r.openOn()
	}
	isPaused := r.player.Progress().IsPaused
	return r.play(func(p *run.Player) { p.Pause(!isPaused) })
}

// step shows the next event, or the next step of the opening.
func (r *replay) step() tea.Cmd {
	if r.isOpening() {
		return r.stepOpening()
	}
	return r.play(func(p *run.Player) { p.Pause(true); p.Step() })
}

func (r *replay) setSpeed(speed float64) tea.Cmd {
	return r.play(func(p *run.Player) { p.SetSpeed(speed) })
}
