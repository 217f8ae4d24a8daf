package share

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// hold is how long the last frame is shown.
const hold = 3 * time.Second

// FilmInfo is what a film says of itself.
type FilmInfo struct {
	Title                  string // safe to show
	Began                  time.Time
	Size                   Size
	Foreground, Background color.Color // nil for those of a dark terminal
}

func (a *FilmInfo) colors() (foreground, background string) {
	foreground, background = "#e4e4ec", "#16161e"
	if a.Background != nil {
		background = hex(a.Background)
	}
	if a.Foreground != nil {
		foreground = hex(a.Foreground)
	}
	return foreground, background
}

// hex is a color as #rrggbb.
func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// palette are the 16 colors of a terminal, which the frames do not use. Players want them.
const palette = "#16161e:#ff6b81:#2bd99b:#ffb454:#8fb7ff:#f780e2:#7dcfff:#c0c0cc:#5c5c74:#ff6b81:#2bd99b:#ffb454:#8fb7ff:#f780e2:#7dcfff:#e4e4ec"

// castWriter writes frames as an asciicast, version 2: a header and a line for each frame, with the rows that are new in it.
type castWriter struct {
	w      io.Writer
	height int
	before []string
}

// newCastWriter writes the header of a cast.
func newCastWriter(w io.Writer, a *FilmInfo) (*castWriter, error) {
	foreground, background := a.colors()
	head := map[string]any{
		"version": 2, "width": a.Size.Width, "height": a.Size.Height, "timestamp": a.Began.Unix(), "title": a.Title,
		"env":   map[string]string{"TERM": "xterm-256color"},
		"theme": map[string]string{"fg": foreground, "bg": background, "palette": palette},
	}
	c := &castWriter{w: w, height: a.Size.Height}
	return c, c.line(head)
}

// Show writes a frame.
func (c *castWriter) Show(f Frame) error {
	var sb strings.Builder
	if c.before == nil {
		sb.WriteString("\x1b[?25l\x1b[0m\x1b[2J")
	}
	for i, line := range f.Lines {
		if i >= len(c.before) || c.before[i] != line {
			sb.WriteString("\x1b[" + strconv.Itoa(i+1) + ";1H\x1b[0m\x1b[2K" + line)
		}
	}
	if c.before = f.Lines; sb.Len() == 0 {
		return nil
	}
	return c.event(f.At, sb.String())
}

// End ends the cast: the last frame stays a while, and the cursor comes back below it.
func (c *castWriter) End(at time.Duration) error {
	return c.event(at+hold, "\x1b[0m\x1b["+strconv.Itoa(c.height)+";1H\x1b[?25h")
}

func (c *castWriter) event(at time.Duration, text string) error {
	return c.line([]any{json.Number(strconv.FormatFloat(at.Seconds(), 'f', 3, 64)), "o", text})
}

func (c *castWriter) line(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = c.w.Write(append(text, '\n'))
	return err
}

// Size is that of what is drawn, in cells.
type Size struct{ Width, Height int }

// Sizes are those of films, which have the first one, and of pictures, which have the first one that shows all columns of a table.
var Sizes = []Size{{100, 30}, {120, 40}, {160, 45}}

// Limits of a film.
const (
	frameInterval = 100 * time.Millisecond // between two frames
	maxTime       = 10 * time.Minute       // of the clock
	maxFrames     = 3000
)

var errTooLong = errors.New("the run is too long for a recording or a picture: share it as a page")

// Player runs a program without a terminal. Its clock stands still while commands run, and goes from one timer to the next.
type Player struct {
	began, now time.Time
	timers     []timer
	messages   []tea.Msg
	ended      bool
}

// NewPlayer returns a player whose clock begins at the zero Unix time.
func NewPlayer() *Player { return &Player{began: time.Unix(0, 0), now: time.Unix(0, 0)} }

// timer is a message that is due at a time.
type timer struct {
	at  time.Time
	msg tea.Msg
}

// Now is the time of the clock.
func (p *Player) Now() time.Time { return p.now }

// After makes a command whose message comes after a while.
func (p *Player) After(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg { return timer{p.now.Add(max(d, time.Millisecond)), msg} }
}

// Frame is what is drawn from a time on: its lines, with styles.
type Frame struct {
	At    time.Duration
	Lines []string
}

// Play runs a model of a size until no timer is left, and shows its frames. It returns when the last one is due.
func (p *Player) Play(ctx context.Context, model tea.Model, size Size, show func(Frame) error) (time.Duration, error) {
	p.run(model.Init())
	p.messages = append(p.messages, tea.WindowSizeMsg(size))
	frames := frames{show: show}
	for {
		for len(p.messages) > 0 && !p.ended {
			msg := p.messages[0]
			p.messages = p.messages[1:]
			var cmd tea.Cmd
			model, cmd = model.Update(msg)
			p.run(cmd)
		}
		at := p.now.Sub(p.began)
		if err := frames.take(at, model.View().Content); err != nil {
			return 0, err
		}
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case len(p.timers) == 0 || p.ended:
			return at, show(*frames.last)
		case at > maxTime:
			return 0, errTooLong
		}
		p.next()
	}
}

// frames are what is drawn, a frame in each interval.
type frames struct {
	show  func(Frame) error
	last  *Frame // not shown yet: what follows at once replaces it
	drawn string
	count int
}

func (f *frames) take(at time.Duration, content string) error {
	if content == f.drawn {
		return nil
	}
	if f.last != nil && at-f.last.At >= frameInterval {
		if f.count++; f.count > maxFrames {
			return errTooLong
		}
		if err := f.show(*f.last); err != nil {
			return err
		}
		f.last = nil
	}
	if f.last == nil {
		f.last = &Frame{At: at}
	}
	f.drawn, f.last.Lines = content, strings.Split(content, "\n")
	return nil
}

// next sets the clock to the first timer that is due; of two, to the older one.
func (p *Player) next() {
	first := 0
	for i, t := range p.timers {
		if t.at.Before(p.timers[first].at) {
			first = i
		}
	}
	p.now = p.timers[first].at
	p.messages = append(p.messages, p.timers[first].msg)
	p.timers = append(p.timers[:first], p.timers[first+1:]...)
}

// run runs a command, and the commands that it returns.
func (p *Player) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			p.run(cmd)
		}
	case timer:
		p.timers = append(p.timers, msg)
	case tea.QuitMsg:
		p.ended = true
	default:
		p.messages = append(p.messages, msg)
	}
}
