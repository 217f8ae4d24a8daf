package ui

import (
	"fmt"
	"math"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
)

// Tape is a run to play again from its file.
type Tape struct {
	Recording *run.Recording
	Speed     float64 // 4 is four times as fast as it was; 0 waits for a key before each event
}

// tape is what a task screen shows in place of a live run: a recording at its
// end, or one that is played.
type tape struct {
	rec     *run.Recording
	player  *run.Player         // nil for one at its end
	due     int                 // counts waits, so that one whose pace has changed can be told
	still   bool                // the spinner stands, as the time does
	working bool                // a command is playing
	todo    []func(*run.Player) // what was asked for meanwhile
}

// The speeds that + and - choose from are powers of two up to these.
const (
	slowest = 0.25
	fastest = 64
)

// tapeKeys are the keys while a recording is played.
var tapeKeys = struct{ Pause, Step, Faster, Slower, Restart key.Binding }{
	Pause:   bind("pause", "space"),
	Step:    bind("next event", "n", "right"),
	Faster:  bind("faster", "+", "="),
	Slower:  bind("slower", "-"),
	Restart: bind("from the beginning", "0"),
}

// newRecorded shows a recording as it stood at its end.
func newRecorded(a *App, m reopenedMsg) *taskScreen {
	s := newTask(a, m.run)
	s.tape = &tape{rec: m.rec}
	s.document = m.document
	return s
}

// newReplay plays a recording.
func newReplay(a *App, t *Tape) *taskScreen {
	player := run.NewPlayer(t.Recording, t.Speed)
	s := newTask(a, player.Run())
	s.tape = &tape{rec: t.Recording, player: player}
	return s
}

// dueMsg says that the next line of a recording is due.
type dueMsg struct{ due int }

// startTape begins to play; a recording at its end is there already.
func (s *taskScreen) startTape() tea.Cmd {
	s.redraw()
	if s.tape.player == nil {
		return nil
	}
	return tea.Batch(s.play(nil), after(s, spinTime, tickMsg{}))
}

// play does something to the player in a command, plays what is due, and brings
// back the run as it stands then. One command plays at a time, so that what it
// brings back is never older than what is shown.
func (s *taskScreen) play(do func(*run.Player)) tea.Cmd {
	t, r := s.tape, s.run
	if do != nil {
		t.todo = append(t.todo, do)
	}
	if t.working {
		return nil
	}
	todo, player := t.todo, t.player
	t.working, t.todo = true, nil
	t.due++
	return later(s, func() tea.Msg {
		for _, do := range todo {
			do(player)
		}
		player.Advance()
		return wakeMsg{snapshot: r.Snapshot(), document: r.Document()}
	})
}

// playOn waits for the next line.
func (s *taskScreen) playOn() tea.Cmd {
	t := s.tape
	t.working = false
	if len(t.todo) > 0 {
		return s.play(nil)
	}
	wait, ok := t.player.Next()
	if !ok {
		return nil
	}
	t.due++
	next := after(s, max(wait, frameTime), dueMsg{t.due})
	if !t.still {
		return next
	}
	t.still = false
	return tea.Batch(next, after(s, spinTime, tickMsg{}))
}

// stands reports, once, that time stands still in a replay: nothing turns then
// until it goes on.
func (t *tape) stands() bool {
	if t == nil || t.player == nil || !t.player.Progress().IsPaused {
		return false
	}
	t.still = true
	return true
}

func (s *taskScreen) playDue(m dueMsg) tea.Cmd {
	if m.due != s.tape.due {
		return nil
	}
	return s.play(nil)
}

// pressTape handles the keys of a recording: nothing of them reaches an agent.
func (s *taskScreen) pressTape(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.Back) && len(s.app.stack) == 1:
		return say("ctrl+c quits"), nil
	case key.Matches(msg, keys.Back):
		return s.back(), nil
	case key.Matches(msg, keys.Wire):
		return action{push: newWire(s.app, s.run.Wire())}, nil
	case key.Matches(msg, keys.Toggle):
		s.asJSON = !s.asJSON
		s.redraw()
		return action{}, nil
	case key.Matches(msg, keys.Result) && len(s.results) > 0:
		return action{push: s.result}, nil
	case s.tape.player != nil:
		if cmd, done := s.pressPlayer(msg); done {
			return action{}, cmd
		}
	}
	s.scroll(msg)
	return action{}, nil
}

// pressPlayer changes the pace.
func (s *taskScreen) pressPlayer(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	now := s.tape.player.Progress()
	switch {
	case key.Matches(msg, tapeKeys.Pause):
		return s.play(func(p *run.Player) { p.Pause(!now.IsPaused) }), true
	case key.Matches(msg, tapeKeys.Step):
		return s.play(func(p *run.Player) { p.Pause(true); p.Step() }), true
	case key.Matches(msg, tapeKeys.Faster):
		return s.play(func(p *run.Player) { p.SetSpeed(math.Min(now.Speed*2, fastest)) }), true
	case key.Matches(msg, tapeKeys.Slower):
		return s.play(func(p *run.Player) { p.SetSpeed(math.Max(now.Speed/2, slowest)) }), true
	case key.Matches(msg, tapeKeys.Restart):
		return s.rewind(now), true
	case key.Matches(msg, keys.Follow):
		s.setFollow(!s.follow)
		return nil, true
	}
	return nil, false
}

// rewind plays from the beginning, at the pace that was chosen.
func (s *taskScreen) rewind(now run.Progress) tea.Cmd {
	player := run.NewPlayer(s.tape.rec, now.Speed)
	if now.IsPaused && !now.IsOver {
		player.Pause(true)
	}
	fresh := newTask(s.app, player.Run())
	fresh.tape = &tape{rec: s.tape.rec, player: player}
	s.app.stack[len(s.app.stack)-1] = fresh // also where it is the only screen
	s.app.layout()
	return fresh.init()
}

// title says of which time a recording is, "" for a live run.
func (t *tape) title() string {
	switch {
	case t == nil:
		return ""
	case t.player != nil:
		return " from " + stamp(t.rec.Began()) + ", replayed"
	}
	return " from " + stamp(t.rec.Began()) + ", offline"
}

// atEnd reports a recording at its end: nothing more comes.
func (t *tape) atEnd() bool { return t != nil && t.player == nil }

// tapeLines are below a recording: how it ended where that was badly, and what
// the file has not.
func (s *taskScreen) tapeLines() []string {
	st, t := s.styles(), s.tape
	var lines []string
	if s.snapshot.Phase == run.Broken {
		lines = append(append(lines, ""), errorLines(st, s.snapshot.Err, s.width)...)
	}
	if s.snapshot.Bent != "" {
		lines = append(lines, bullet("! ", s.snapshot.Bent, s.width, st.Warn)...)
	}
	switch {
	case s.snapshot.Plan.Private:
		lines = append(lines, bullet("! ", "what was filled in held a secret, so nothing of this run was kept but how it ended", s.width, st.Warn)...)
	case t.rec.Cardless:
		lines = append(lines, bullet("! ", "the card is not in the file and not stored here, so results are shown without their schemas", s.width, st.Warn)...)
	}
	if t.rec.Damaged != nil {
		lines = append(lines, bullet("! ", safe.Text(t.rec.Damaged.Error()).Line(0).String(), s.width, st.Warn)...)
	}
	if t.player != nil {
		lines = append(lines, st.Dim.Render(t.standing()))
	}
	return lines
}

// standing is where the player stands, in words.
func (t *tape) standing() string {
	p := t.player.Progress()
	how := fmt.Sprintf("%g× speed", p.Speed)
	switch {
	case p.IsOver:
		how = "the end"
	case p.IsPaused:
		how = "paused at " + how + ", n shows the next event"
	}
	return fmt.Sprintf("replay, nothing is sent · %d of %d · %s", p.Played, p.InFile, how)
}

func (s *taskScreen) tapeKeys() []shortcut.Key {
	hasResult, noResult := len(s.results) > 0, "there is no result"
	all := []shortcut.Key{shortcut.When(keys.Result, hasResult, noResult), shortcut.When(keys.Toggle, hasResult, noResult)}
	if s.tape.player != nil {
		goes, over := !s.tape.player.Progress().IsOver, "all was played; 0 begins again"
		pause := tapeKeys.Pause
		if s.tape.player.Progress().IsPaused {
			pause = bind("go on", "space")
		}
		all = append([]shortcut.Key{
			shortcut.When(pause, goes, over), shortcut.When(tapeKeys.Step, goes, over),
			shortcut.When(tapeKeys.Faster, goes, over), shortcut.When(tapeKeys.Slower, goes, over),
		}, append(all, shortcut.When(keys.Follow, goes, over), shortcut.Key{Binding: tapeKeys.Restart})...)
	}
	return append(append(all, shortcut.On(keys.Back, keys.Wire)...), scrollKeys...)
}
