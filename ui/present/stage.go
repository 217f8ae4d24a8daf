// Package present is the stage of a2aform present: one step of a script at a time, large and quiet, and the notes of the
// presenter. It is a program of its own beside the screens of ui, because the stage has no header, no address and no dialog.
package present

import (
	"context"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"a2aform/internal/present"
	"a2aform/internal/run"
	"a2aform/internal/safego"
	"a2aform/internal/widget/ascii"
	"a2aform/render"
	"a2aform/ui/kit"
	"a2aform/ui/kit/theme"
)

// Options are what the stage needs from around it.
type Options struct {
	Show  *present.Show
	Run   run.Options       // of live runs
	Tell  func(present.Cue) // is told what changes; it must not wait
	Theme kit.Theme
	Own   *theme.Own
	ASCII bool
}

var _ = kit.RegisterKeys("stage", &keys)

// keys are those of the stage. Remote controls send pgdown and pgup.
var keys = struct{ Next, Back, Blank, Leave, Up, Down key.Binding }{
	Next:  kit.Bind("Next", "right", "space", "enter", "pgdown"),
	Back:  kit.Bind("Back", "left", "backspace", "pgup"),
	Blank: kit.Bind("Blank screen", ".", "b"),
	Leave: kit.Bind("Leave", "q", "ctrl+c"),
	Up:    kit.Bind("Up", "up", "k"),
	Down:  kit.Bind("Down", "down", "j"),
}

// look is what the stage and the notes have in common: the terminal and its colors.
type look struct {
	name          kit.Theme
	own           *theme.Own
	term          kit.TermColors
	st            *kit.Styles
	width, height int
	failed        error
	ascii         bool
}

func newLook(name kit.Theme, own *theme.Own, isASCII bool) look {
	l := look{name: name, own: own, term: kit.TermColors{Dark: true}, ascii: isASCII}
	l.restyle()
	return l
}

func (l *look) restyle() {
	l.st = kit.NewStyles(l.name, l.own, l.term)
	if l.ascii {
		l.st.Render.Yes, l.st.Render.No = "yes", "no"
	}
}

// handle handles what the terminal says of itself, and a fault.
func (l *look) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		l.width, l.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		l.term.Dark, l.term.Background = msg.IsDark(), msg.Color
		l.restyle()
	case tea.ColorProfileMsg:
		l.term.ANSI16 = msg.Profile <= colorprofile.ANSI
		l.restyle()
	case kit.FaultMsg:
		l.failed = msg.Fault
		return tea.Quit
	}
	return nil
}

// view is the whole terminal with a text on it.
func (l *look) view(content string) tea.View {
	if l.ascii {
		content = ascii.Text(content)
	}
	v := tea.NewView(content)
	v.AltScreen = true
	if l.st.Surface != nil {
		v.BackgroundColor, v.ForegroundColor = l.st.Surface, l.st.Foreground
	}
	v.KeyboardEnhancements.ReportAlternateKeys = true // see [kit.Latin]
	return v
}

// Err says why the program had to stop by itself, nil if it did not.
func (l *look) Err() error { return l.failed }

// Save has nothing to save: what is shown is in the script.
func (l *look) Save() {}

// Stage shows a script to an audience.
type Stage struct {
	look
	opts   Options
	ctx    context.Context
	cancel context.CancelFunc

	step      int
	filled    []filled // of each scene
	typed     []int    // characters of each step that is typed
	acts      []*performed
	began     time.Time
	frame     int
	scroll    int
	isBlank   bool
	showsKeys bool // the last key did nothing
	hasMoved  bool // a key was pressed
	hasEnded  bool // the last step is over
	told      present.Cue
}

// performed is an act with what was last seen of it.
type performed struct {
	act      *present.Act
	snapshot run.Snapshot
	document *render.Document
	why      string // the recorded run is shown
	trouble  string // there is none
	isOver   bool
	sent     map[int]string // the question of each step whose answer was given, "" for one that was given before it
	drawn    drawing        // of the document
	charted  charted        // of the document
	differs  difference     // from the scene before
}

// isSent reports a step whose answer was given.
func (p *performed) isSent(step int) bool {
	_, ok := p.sent[step]
	return ok
}

// filled is what a scene fills in.
type filled struct {
	rows    []kit.FilledRow
	leftOut []string // the labels of other fields
	doubts  []string // why the agent may refuse it
}

func filledIn(p *run.Plan) filled {
	return filled{kit.FilledRows(p), kit.LeftOut(p), kit.FilledDoubts(p)}
}

// New is the stage at the first step of a script. It ends with ctx.
func New(ctx context.Context, o Options) *Stage {
	s := &Stage{look: newLook(o.Theme, o.Own, o.ASCII), opts: o, began: time.Now()}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.typed, s.acts = make([]int, len(o.Show.Steps)), make([]*performed, len(o.Show.Scenes))
	for _, scene := range o.Show.Scenes {
		s.filled = append(s.filled, filledIn(scene.Plan))
	}
	return s
}

// Close ends what goes on. Tasks at the agent are left alone.
func (s *Stage) Close() {
	s.cancel()
	for _, p := range s.acts {
		if p != nil {
			p.act.Close()
		}
	}
}

type (
	tickMsg   struct{}
	followMsg struct{ scene int }
	// actMsg is what happened in a scene.
	actMsg struct {
		scene    int
		snapshot run.Snapshot
		document *render.Document
		why      string
		trouble  string
		isOver   bool
	}
)

// tickTime is how fast characters are typed and the spinner turns.
const tickTime = 50 * time.Millisecond

func tick() tea.Cmd { return tea.Tick(tickTime, func(time.Time) tea.Msg { return tickMsg{} }) }

// Init asks the terminal for its background and starts the clock.
func (s *Stage) Init() tea.Cmd {
	s.tell()
	return tea.Batch(tea.RequestBackgroundColor, tick())
}

// Update handles keys and what comes of the runs. A fault of ours ends the program in good order.
func (s *Stage) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	defer kit.RecoverTo(func(fault *safego.Fault) { s.failed, model, cmd = fault, s, tea.Quit })
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		cmd = s.press(kit.Latin(msg))
	case tickMsg:
		s.frame++
		if n := s.toType(s.step); s.typed[s.step] < n && !s.isBlank {
			s.typed[s.step] = min(s.typed[s.step]+max(n/maxTicks, 1), n)
		}
		cmd = tick()
	case actMsg:
		cmd = s.take(msg)
	case followMsg:
		cmd = s.follow(msg.scene)
	default:
		cmd = s.handle(msg)
	}
	s.tell()
	return s, kit.RecoverCmd(cmd)
}

// maxTicks is how long typing may take: a form of a hundred fields is typed faster.
const maxTicks = 120

func (s *Stage) press(msg tea.KeyPressMsg) tea.Cmd {
	s.hasMoved, s.showsKeys = true, false
	switch {
	case key.Matches(msg, keys.Leave):
		s.cancel()
		return tea.Quit
	case s.isBlank || key.Matches(msg, keys.Blank):
		s.isBlank = !s.isBlank
	case key.Matches(msg, keys.Next):
		return s.next()
	case key.Matches(msg, keys.Back) && s.hasEnded:
		s.hasEnded = false
	case key.Matches(msg, keys.Back):
		s.step, s.scroll = max(s.step-1, 0), 0
	case key.Matches(msg, keys.Up):
		s.scroll = max(s.scroll-1, 0)
	case key.Matches(msg, keys.Down):
		s.scroll++ // what is drawn bounds it
	default:
		s.showsKeys = true
	}
	return nil
}

// next completes what is typed, or goes to the next step.
func (s *Stage) next() tea.Cmd {
	if n := s.toType(s.step); s.typed[s.step] < n {
		s.typed[s.step] = n
		return nil
	}
	s.answer()
	if s.isLast() {
		p := s.onStage()
		s.hasEnded = p == nil || p.isOver // the answer comes first
		return nil
	}
	s.step, s.scroll = s.step+1, 0
	switch scene := s.here().Scene; s.here().Show {
	case present.Task, present.Answer, present.Table, present.Chart:
		return s.begin(scene)
	case present.Compare:
		return tea.Batch(s.begin(scene-1), s.begin(scene))
	}
	return nil
}

// answer gives the answer that the audience has just seen, once.
func (s *Stage) answer() {
	if p := s.onStage(); p != nil && s.here().Show == present.Answer && !p.isSent(s.step) {
		question := ""
		if p.snapshot.Phase == run.Paused {
			question = s.question(&p.snapshot)
		}
		p.sent[s.step] = question
		s.typed[s.step] = s.toType(s.step)
		p.act.Answer()
	}
}

// feed fills in the forms that were not sent yet with what the result of a scene has today.
func (s *Stage) feed(from int) {
	for i, scene := range s.opts.Show.Scenes {
		if scene.From == from && s.acts[i] == nil {
			s.opts.Show.Feed(i, &s.acts[from].snapshot)
			s.filled[i] = filledIn(scene.Plan)
		}
	}
}

// begin sends the message of a scene, the first time that it is asked for.
func (s *Stage) begin(scene int) tea.Cmd {
	if s.acts[scene] != nil {
		return nil
	}
	show := s.opts.Show
	act := show.Begin(s.ctx, show.Scenes[scene], s.opts.Run)
	s.acts[scene] = &performed{act: act, snapshot: act.Run().Snapshot(), why: act.Why(), sent: map[int]string{}}
	return s.follow(scene)
}

// follow waits for what happens next in a scene.
func (s *Stage) follow(scene int) tea.Cmd {
	act := s.acts[scene].act
	return func() tea.Msg {
		act.Next(s.ctx)
		isOver := act.IsOver() // before the snapshot, which is then that of the end
		r := act.Run()
		return actMsg{scene, r.Snapshot(), r.Document(), act.Why(), act.Trouble(), isOver}
	}
}

func (s *Stage) take(m actMsg) tea.Cmd {
	p := s.acts[m.scene]
	p.snapshot, p.document, p.why, p.trouble, p.isOver = m.snapshot, m.document, m.why, m.trouble, m.isOver
	if p.isOver {
		s.feed(m.scene)
		return nil
	}
	if s.ctx.Err() != nil {
		return nil
	}
	return tea.Tick(kit.FrameTime, func(time.Time) tea.Msg { return followMsg{m.scene} })
}

// here is the step on stage.
func (s *Stage) here() *present.Step { return &s.opts.Show.Steps[s.step] }

func (s *Stage) isLast() bool { return s.step+1 == len(s.opts.Show.Steps) }

// scene is the scene of the step on stage, nil before the first form.
func (s *Stage) scene() *present.Scene {
	if i := s.here().Scene; i >= 0 {
		return s.opts.Show.Scenes[i]
	}
	return nil
}

// onStage is the run of the step on stage, nil while nothing was sent.
func (s *Stage) onStage() *performed {
	if i := s.here().Scene; i >= 0 {
		return s.acts[i]
	}
	return nil
}

// toType is how many characters a step types.
func (s *Stage) toType(i int) int {
	switch step := &s.opts.Show.Steps[i]; step.Show {
	case present.Form:
		return kit.CountFilled(s.filled[step.Scene].rows)
	case present.Answer:
		if p := s.acts[step.Scene]; p == nil || p.snapshot.Phase != run.Paused && !p.isSent(i) {
			return 0
		}
		return len([]rune(answerText(step)))
	}
	return 0
}

// tell tells the notes what has changed.
func (s *Stage) tell() {
	if now := s.cue(); s.opts.Tell != nil && !same(&now, &s.told) {
		s.told = now
		s.opts.Tell(now)
	}
}

func same(a, b *present.Cue) bool {
	return a.Step == b.Step && a.Source == b.Source && a.Why == b.Why && a.State == b.State && a.Blank == b.Blank && a.Of == b.Of
}

// cue is what the presenter needs to know now.
func (s *Stage) cue() present.Cue {
	show, step := s.opts.Show, s.here()
	c := present.Cue{
		Script: show.Title, Shows: step.Show, Caption: s.caption(s.step), Notes: step.Notes, Next: theEnd,
		Blank: s.isBlank, Remarks: show.Notes, Began: s.began,
	}
	c.Step, c.Of = s.place()
	switch {
	case s.hasEnded:
		c.Shows, c.Caption, c.Notes = "end", theEnd, ""
	case !s.isLast():
		c.Next = s.caption(s.step + 1)
	}
	if p := s.onStage(); p != nil {
		c.Source, c.Why, c.State = "live", p.why, p.snapshot.OutcomeText()
		if p.snapshot.Phase == run.Paused {
			c.State = "waits for the answer"
		}
		switch {
		case p.why != "":
			c.Source = "recorded"
		case p.trouble != "":
			c.Source, c.Why = "failed", p.trouble
		}
	}
	return c
}
