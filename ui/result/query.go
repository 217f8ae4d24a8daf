package result

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/export"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// QueryScreen asks a result with a jq expression and shows what it gives while
// it is typed.
type QueryScreen struct {
	kit.Base
	line   textline.Model
	body   *kit.BlockView
	about  string       // what is asked, such as "the 5 rows shown"
	write  kit.Exporter // the same, as JSON
	input  []byte       // the same, once it was written
	given  *render.Document
	job    kit.Job
	fault  string
	asking bool

	pending bool // more was typed since the last answer,
	opening bool // and the answer is to be opened
}

// jqPrompt is in front of the expression.
const jqPrompt = "jq: "

// queryTime is how long typing rests before the query runs.
const queryTime = 150 * time.Millisecond

// NewQuery is the screen that asks about something, which write writes as JSON, with a jq
// expression.
func NewQuery(h *kit.Host, about string, write kit.Exporter) *QueryScreen {
	s := &QueryScreen{Base: kit.Base{Host: h}, line: kit.NewInput("all of it"), about: about, write: write}
	s.line.Prompt = jqPrompt
	kit.Color(&s.line, h.Styles.Dim)
	s.line.Focus()
	s.body = kit.NewBlockView(h, "query", func(width int, style draw.Style) *draw.Drawing {
		if s.given == nil {
			return &draw.Drawing{}
		}
		return draw.Document(s.given, width, style)
	})
	s.body.IsPart = true
	return s
}

func (s *QueryScreen) Init() tea.Cmd { return s.ask(0) }

// askMsg says that typing has rested, queryResultMsg what the query gave.
type askMsg struct{ generation int }

type queryResultMsg struct {
	generation int
	input      []byte
	document   *render.Document
	err        error
}

// ask runs the query after a while, unless more is typed.
func (s *QueryScreen) ask(wait time.Duration) tea.Cmd {
	s.job.Stop()
	s.job.Generation++
	return kit.After(s, wait, askMsg{s.job.Generation})
}

func (s *QueryScreen) run() tea.Cmd {
	ctx, generation := s.job.Restart(s.Host.Context)
	text, input, write := cmp.Or(strings.TrimSpace(s.line.Value()), "."), s.input, s.write
	s.asking, s.fault = true, ""
	return kit.Later(s, func() tea.Msg {
		ctx, stop := context.WithTimeout(ctx, limit.QueryTime.Duration())
		defer stop()
		msg := queryResultMsg{generation: generation, input: input}
		query, err := export.ParseQuery(text)
		if err == nil && msg.input == nil {
			msg.input, err = written(write)
		}
		switch {
		case err != nil:
		case text == ".": // as it is, members in their order
			data := render.Part{Kind: render.DataPart, Data: bytes.TrimSpace(msg.input)}
			msg.document = render.New([]render.Artifact{{Parts: []render.Part{data}}}, nil)
		default:
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
func written(write kit.Exporter) ([]byte, error) {
	var b bytes.Buffer
	if err := write(&limited{&b, limit.QueryBytes.Int()}, export.JSON); err != nil {
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

func (s *QueryScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case askMsg:
		if msg.generation == s.job.Generation {
			return kit.Action{}, s.run()
		}
		return kit.Action{}, nil
	case queryResultMsg:
		return s.showResult(msg), nil
	case tea.KeyPressMsg:
		return s.press(msg)
	}
	return kit.Action{}, s.typed(msg)
}

// showResult shows what the query gives. While it cannot be read, what it gave before
// stays.
func (s *QueryScreen) showResult(msg queryResultMsg) kit.Action {
	if msg.generation != s.job.Generation || errors.Is(msg.err, context.Canceled) {
		return kit.Action{}
	}
	isOpened := s.opening
	s.asking, s.pending, s.opening, s.input, s.fault = false, false, false, msg.input, ""
	switch {
	case errors.Is(msg.err, context.DeadlineExceeded):
		s.fault = "this takes longer than " + limit.QueryTime.String() + " and was ended; " + limit.QueryTime.Hint()
	case msg.err != nil:
		s.fault = safe.Text(msg.err.Error()).Line(0).String()
	default:
		s.line.Placeholder = "all of it" + example(msg.input)
		s.given = msg.document
		s.body.Lines.Top = 0
		s.body.Redraw()
		if isOpened {
			act, _ := s.open()
			return act
		}
	}
	return kit.Action{}
}

// example is a query with a member of the first row, a number if there is one; "" where there are no rows of objects.
func example(input []byte) string {
	r := ojson.NewReader(input)
	if !r.Enter('[') || !r.Item() || r.Peek() != '{' {
		return ""
	}
	name := ""
	for r.Enter('{'); r.Member(); {
		member, v := string(r.Key), r.Value()
		if !plainName.MatchString(member) {
			continue
		}
		if len(v) > 0 && (v[0] == '-' || v[0] >= '0' && v[0] <= '9') {
			return "; for example: .[] | select(." + member + " > 10)"
		}
		if name == "" {
			name = member
		}
	}
	if name == "" {
		return ""
	}
	return "; for example: map(." + name + ")"
}

// plainName are names of members that jq takes without quotation marks, and that are short enough for an example.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,30}$`)

func (s *QueryScreen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if s.fault != "" && !s.pending && key.Matches(msg, queryKeys.Open) { // what is wrong is above the result
		return kit.Action{}, nil
	}
	if act, cmd, done := kit.Press(msg, s.Keys()); done {
		return act, cmd
	}
	if key.Matches(msg, queryKeys.Up, queryKeys.Down) {
		s.body.Lines.Press(msg)
		return kit.Action{}, nil
	}
	return kit.Action{}, s.typed(msg)
}

// Left ends a query.
func (s *QueryScreen) Left() { s.job.Stop() }

// typed gives the query what was typed or pasted.
func (s *QueryScreen) typed(msg tea.Msg) (cmd tea.Cmd) {
	before := s.line.Value()
	s.line, cmd = s.line.Update(msg)
	if s.line.Value() != before {
		s.pending, s.opening = true, false
		cmd = tea.Batch(cmd, s.ask(queryTime))
	}
	return cmd
}

// open shows what the query gives on a screen of its own, a table as one: what was typed last, once it is known.
func (s *QueryScreen) open() (kit.Action, tea.Cmd) {
	if s.pending {
		s.opening = true
		return kit.Action{}, s.ask(0)
	}
	return s.Host.Nav.OpenDocument(&kit.NamedDocument{Name: safe.Text("jq"), Document: s.given}), nil
}

func (s *QueryScreen) Layout(w, h int) {
	s.Base.Layout(w, h)
	if s.HasFrame() {
		w, h = w-kit.FrameWidth, h-2*kit.FrameHeight
	}
	s.line.SetWidth(max(w-len(jqPrompt)-1, 1))
	s.body.Layout(w, max(h-queryHead, 1))
}

// queryHead are the lines above what a query gives: the query, and what is wrong
// with it.
const queryHead = 2

func (s *QueryScreen) Restyle() {
	kit.Color(&s.line, s.Styles().Dim)
	s.body.Restyle()
}

func (s *QueryScreen) View() string {
	width, _ := s.FrameRoom()
	second := s.Styles().Dim.Render(ansi.Truncate("Runs on "+s.about+".", width, "…"))
	switch {
	case s.fault != "":
		second = s.Styles().Bad.Render(value.Mark + " " + s.fault)
		if s.given != nil {
			second += s.Styles().Dim.Render(" · below is what it gave before")
		}
		second = ansi.Truncate(second, width, "…")
	case s.asking:
		second = s.Styles().Dim.Render("asking …")
	}
	if !s.HasFrame() {
		return strings.Join([]string{s.line.View(), second, s.body.View()}, "\n")
	}
	st := &s.Styles().Pane
	line := kit.Pane{Title: "Query", Lines: []string{s.line.View()}, Width: s.Width, Height: 1 + kit.FrameHeight, HasFocus: true}
	given := kit.Pane{Title: "Result", Lines: append([]string{second}, strings.Split(s.body.View(), "\n")...), Width: s.Width, Height: s.Height - line.Height}
	return strings.Join(append(st.Draw(line), st.Draw(given)...), "\n")
}

func (s *QueryScreen) Title() string    { return "Query" }
func (s *QueryScreen) IsTyping() bool   { return true }
func (s *QueryScreen) HiddenLines() int { return s.body.HiddenLines() }

func (s *QueryScreen) Keys() []kit.Key {
	open := kit.When(queryKeys.Open, kit.Unless(s.pending || s.given != nil && s.fault == "", "the query gives nothing yet"), s.open)
	return append([]kit.Key{open, s.BackKey()}, kit.Shown(shortcut.On(queryKeys.Up, queryKeys.Down)...)...)
}

func (s *QueryScreen) Help() []string {
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
		"Enter opens the result as a table, to sort, filter and export.",
	}
}

var queryKeys = struct{ Open, Up, Down key.Binding }{
	Open: kit.Bind("Open the result as a table", "enter"),
	Up:   kit.Bind("Page up", "pgup"),
	Down: kit.Bind("Page down", "pgdown"),
}
