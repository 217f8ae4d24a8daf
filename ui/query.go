package ui

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
	"a2aform/render"
)

// queryScreen asks a result with a jq expression and shows what it gives while
// it is typed.
type queryScreen struct {
	base
	line   textline.Model
	body   *blockView
	write  exporter // what is asked, as JSON
	input  []byte   // the same, once it was written
	given  *render.Document
	job    job
	fault  string
	asking bool
}

// queryTime is how long typing rests before the query runs.
const queryTime = 150 * time.Millisecond

func newQuery(h *host, write exporter) *queryScreen {
	s := &queryScreen{base: base{host: h}, line: newInput("all of it; for example: .[] | select(.price > 10)"), write: write}
	s.line.Prompt = "jq: "
	colour(&s.line, h.styles.Dim)
	s.line.Focus()
	s.body = newBlockView(h, "query", func(width int, style render.Style) *render.Drawing {
		if s.given == nil {
			return &render.Drawing{}
		}
		return s.given.Draw(width, style)
	})
	return s
}

func (s *queryScreen) init() tea.Cmd { return s.ask(0) }

// askMsg says that typing has rested, queryResultMsg what the query gave.
type askMsg struct{ generation int }

type queryResultMsg struct {
	generation int
	input      []byte
	document   *render.Document
	err        error
}

// ask runs the query after a while, unless more is typed.
func (s *queryScreen) ask(wait time.Duration) tea.Cmd {
	s.job.stop()
	s.job.generation++
	return after(s, wait, askMsg{s.job.generation})
}

func (s *queryScreen) run() tea.Cmd {
	ctx, generation := s.job.restart(s.host.ctx)
	text, input, write := cmp.Or(strings.TrimSpace(s.line.Value()), "."), s.input, s.write
	s.asking, s.fault = true, ""
	return later(s, func() tea.Msg {
		ctx, stop := context.WithTimeout(ctx, limit.QueryTime.Duration())
		defer stop()
		msg := queryResultMsg{generation: generation, input: input}
		query, err := render.ParseQuery(text)
		if err == nil && msg.input == nil {
			msg.input, err = written(write)
		}
		if err == nil {
			msg.document, err = query.Run(ctx, msg.input)
		}
		msg.err = err
		return msg
	})
}

// errTooMuchAsked says that there is more than a query reads.
type errTooMuchAsked struct{}

func (errTooMuchAsked) Error() string {
	return "a query reads up to " + limit.QueryBytes.String() + ", and this is more; filter the table first"
}

// written is what an exporter writes as JSON.
func written(write exporter) ([]byte, error) {
	var b bytes.Buffer
	if err := write(&limited{&b, limit.QueryBytes.Int()}, render.FormatJSON); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// limited takes so many bytes and no more.
type limited struct {
	w    io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errTooMuchAsked{}
	}
	return l.w.Write(p)
}

func (s *queryScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case askMsg:
		if msg.generation == s.job.generation {
			return action{}, s.run()
		}
		return action{}, nil
	case queryResultMsg:
		s.showResult(msg)
		return action{}, nil
	case tea.KeyPressMsg:
		return s.press(msg)
	}
	return action{}, s.typed(msg)
}

// showResult shows what the query gives. While it cannot be read, what it gave before
// stays.
func (s *queryScreen) showResult(msg queryResultMsg) {
	if msg.generation != s.job.generation || errors.Is(msg.err, context.Canceled) {
		return
	}
	s.asking, s.input, s.fault = false, msg.input, ""
	switch {
	case errors.Is(msg.err, context.DeadlineExceeded):
		s.fault = "this takes longer than " + limit.QueryTime.String() + " and was ended; " + limit.QueryTime.Hint()
	case msg.err != nil:
		s.fault = safe.Text(msg.err.Error()).Line(0).String()
	default:
		s.given = msg.document
		s.body.lines.top = 0
		s.body.redraw()
	}
}

func (s *queryScreen) press(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.Back):
		s.job.stop()
		return s.back(), nil
	case key.Matches(msg, queryKeys.Open):
		return s.open(), nil
	case key.Matches(msg, queryKeys.Up, queryKeys.Down):
		s.body.lines.press(msg)
		return action{}, nil
	}
	return action{}, s.typed(msg)
}

// typed gives the query what was typed or pasted.
func (s *queryScreen) typed(msg tea.Msg) (cmd tea.Cmd) {
	before := s.line.Value()
	s.line, cmd = s.line.Update(msg)
	if s.line.Value() != before {
		cmd = tea.Batch(cmd, s.ask(queryTime))
	}
	return cmd
}

// open shows what the query gave on a screen of its own, a table as one.
func (s *queryScreen) open() action {
	if s.given == nil || s.fault != "" {
		return action{}
	}
	return s.host.nav.openShown(&Shown{Name: safe.Text("jq"), Document: s.given})
}

func (s *queryScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.line.SetWidth(max(w-len("jq: ")-1, 1))
	s.body.layout(w, max(h-queryHead, 1))
}

// queryHead are the lines above what a query gives: the query, and what is wrong
// with it.
const queryHead = 2

func (s *queryScreen) restyle() {
	colour(&s.line, s.styles().Dim)
	s.body.restyle()
}

func (s *queryScreen) view() string {
	second := ""
	switch {
	case s.fault != "":
		second = s.styles().Bad.Render(render.Mark + " " + s.fault)
		if s.given != nil {
			second += s.styles().Dim.Render(" · below is what it gave before")
		}
		second = ansi.Truncate(second, s.width, "…")
	case s.asking:
		second = s.styles().Dim.Render("asking …")
	}
	return strings.Join([]string{s.line.View(), second, s.body.view()}, "\n")
}

func (s *queryScreen) title() string    { return "query" }
func (s *queryScreen) isTyping() bool   { return true }
func (s *queryScreen) hiddenLines() int { return s.body.hiddenLines() }

func (s *queryScreen) keys() []shortcut.Key {
	return shortcut.On(queryKeys.Open, keys.Back, queryKeys.Up, queryKeys.Down)
}

func (s *queryScreen) help() []string {
	return []string{
		"A jq expression over the result; what it gives is shown while you type. Some to begin with:",
		"",
		"  .                          all of it",
		"  length                     how many",
		"  .[0]                       the first row",
		"  .[] | select(.price > 10)  some rows",
		"  map({name, price})         some columns",
		"  group_by(.kind) | map({kind: .[0].kind, count: length})",
		"",
		"enter opens what it gives as a result of its own, to sort, filter and export.",
	}
}

var queryKeys = struct{ Open, Up, Down key.Binding }{
	Open: bind("open what it gives", "enter"),
	Up:   bind("page up", "pgup"),
	Down: bind("page down", "pgdown"),
}
