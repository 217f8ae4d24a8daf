package kit

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/render"
	"a2aform/render/draw"
)

// RunPreview is the beginning of what came of a run, beside a list of runs or skills. It is read from the run's file once the cursor
// rests on it.
type RunPreview struct {
	generation int // of the cursor's place
	wanted     PreviewedRun
	document   *render.Document
	isLarge    bool
	lines      []string // of document, as wide as the pane
	width      int
}

// PreviewedRun is a run to preview: of one of this session its document, else its file.
type PreviewedRun struct {
	ID       safe.Raw
	Document *render.Document
	Path     string
	Private  bool // its form held a secret
}

const (
	settleTime = 120 * time.Millisecond // how long the cursor rests before its run is read
	maxPreview = 4 << 20                // bytes; a larger file is opened with enter only
)

// previewSettledMsg says that the cursor has rested.
type previewSettledMsg struct{ generation int }

// previewMsg is a run that was read.
type previewMsg struct {
	id       safe.Raw
	document *render.Document
	isLarge  bool
}

// Settle waits for the cursor of a screen to rest on a run.
func (p *RunPreview) Settle(owner Screen, r PreviewedRun) tea.Cmd {
	if r.ID == p.wanted.ID {
		return nil
	}
	*p = RunPreview{generation: p.generation + 1, wanted: r}
	return After(owner, settleTime, previewSettledMsg{p.generation})
}

// Update takes the messages of the preview, and reports whether one is.
func (p *RunPreview) Update(owner Screen, msg tea.Msg) (cmd tea.Cmd, isOwn bool) {
	switch m := msg.(type) {
	case previewSettledMsg:
		if m.generation == p.generation {
			cmd = p.read(owner)
		}
	case previewMsg:
		if m.id == p.wanted.ID {
			p.document, p.isLarge, p.lines = m.document, m.isLarge, nil
		}
	default:
		return nil, false
	}
	return cmd, true
}

func (p *RunPreview) read(owner Screen) tea.Cmd {
	id, path := p.wanted.ID, p.wanted.Path
	if p.document = p.wanted.Document; p.document != nil || path == "" || p.wanted.Private {
		return nil
	}
	return Later(owner, func() tea.Msg {
		if runfile.Size(path) > maxPreview {
			return previewMsg{id: id, isLarge: true}
		}
		rec, err := run.OpenRecording(path)
		if err != nil {
			return previewMsg{id: id}
		}
		return previewMsg{id: id, document: rec.Run().Document()}
	})
}

// Restyle draws it anew in other colors.
func (p *RunPreview) Restyle() { p.lines = nil }

// Lines are the beginning of what came of the run, in so many columns.
func (p *RunPreview) Lines(width int, st *Styles) []string {
	switch {
	case p.wanted.Private:
		return Wrap("What was filled in held a secret, so its result was not kept.", width, 0, st.Dim)
	case p.isLarge:
		return Wrap("The result is large. Enter opens it.", width, 0, st.Dim)
	case p.document == nil || len(p.document.Sections) == 0:
		return nil
	case p.lines == nil || p.width != width:
		p.lines, p.width = draw.Frame(p.document, width, st.Render).Lines, width
	}
	return p.lines
}

// OutcomeText is how many rows came, how many problems they have, or the outcome itself.
func OutcomeText(outcome string, code, problems int, rows *int) string {
	switch {
	case problems > 0:
		return "✗ " + english.Plural(problems, "problem", "problems")
	case code != 0:
		return fmt.Sprintf("%s %d", outcome, code)
	case outcome == string(a2a.StateInputRequired), outcome == string(a2a.StateAuthRequired):
		return "waits"
	case outcome == string(a2a.StateCompleted) && rows != nil:
		return english.Plural(*rows, "row", "rows")
	case outcome == string(a2a.StateCompleted):
		return "done"
	}
	return outcome
}

// OutcomeTone is what the color of an outcome means.
type OutcomeTone uint8

// The tones.
const (
	ToneRunning OutcomeTone = iota
	ToneGood
	ToneBad
	ToneWarning
	ToneUnknown
)

// OutcomeMark is the sign before an outcome, and its tone.
func OutcomeMark(outcome string) (mark string, tone OutcomeTone) {
	switch outcome {
	case string(a2a.StateCompleted), string(run.Answered):
		return "✓", ToneGood
	case string(a2a.StateFailed), string(a2a.StateRejected), run.Refused, run.Crashed, run.Lost, run.Interrupted:
		return "✗", ToneBad
	case string(a2a.StateCanceled):
		return "■", ToneWarning
	case string(a2a.StateInputRequired), string(a2a.StateAuthRequired):
		return "?", ToneWarning
	case runfile.Unfinished:
		return "…", ToneUnknown
	}
	return "●", ToneRunning
}

// Thread is the runs of which each fed the next, and where in them one is.
type Thread struct {
	Runs []runfile.Info
	At   int
}

// IsOne reports a thread of the run alone, which there is no need to show.
func (t Thread) IsOne() bool { return len(t.Runs) < 2 }

// Line draws the thread on one line, the run that one is at strong. Where it is too long, the agents are left out, then the
// runs that are farthest from that one.
func (t Thread) Line(width int, st *Styles) string {
	first, last, withAgents := 0, len(t.Runs)-1, true
	for {
		line := t.line(first, last, withAgents, st)
		switch {
		case ansi.StringWidth(line) <= width:
			return line
		case withAgents:
			withAgents = false
		case last-t.At > t.At-first:
			last--
		case first < t.At:
			first++
		default:
			return ansi.Truncate(line, width, "…")
		}
	}
}

// line draws the runs from first to last.
func (t Thread) line(first, last int, withAgents bool, st *Styles) string {
	var text strings.Builder
	if first > 0 {
		text.WriteString(st.Dim.Render("…"))
	}
	for i := first; i <= last; i++ {
		r := t.Runs[i]
		if i > 0 {
			text.WriteString(st.Dim.Render(" ──" + r.FedBy.Part() + "──▸ "))
		}
		if agent := Line(r.Agent); withAgents && (i == first || agent != Line(t.Runs[i-1].Agent)) {
			text.WriteString(st.Dim.Render(agent + "  "))
		}
		name := &st.Text
		if i == t.At {
			name = &st.Strong
		}
		text.WriteString(name.Render(RunName(r)) + " " + threadOutcome(r, st))
	}
	if last < len(t.Runs)-1 {
		text.WriteString(st.Dim.Render(" …"))
	}
	return text.String()
}

// threadOutcome is how many rows a run gave, or how it ended.
func threadOutcome(r runfile.Info, st *Styles) string {
	outcome := r.Outcome.Line(40).String()
	mark, tone := OutcomeMark(outcome)
	text := OutcomeText(outcome, r.Code, r.Problems, r.Rows)
	style := map[OutcomeTone]*lipgloss.Style{ToneGood: &st.Good, ToneBad: &st.Bad, ToneWarning: &st.Warn}[tone]
	switch {
	case r.Problems > 0:
		return st.Bad.Render(text)
	case style == nil:
		style = &st.Dim
	case tone == ToneGood && r.Rows == nil:
		return style.Render(mark)
	case tone == ToneGood:
		return style.Render(text)
	}
	return style.Render(mark + " " + text)
}

// RunName is the skill of a run in its words, "Chat" for a message without one.
func RunName(r runfile.Info) string {
	for _, name := range []safe.Raw{r.SkillName, r.Skill, r.Schema} {
		if text := Line(name); text != "" {
			return text
		}
	}
	return "Chat"
}
