package kit

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

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
	case tone == ToneGood && r.Rows == 0:
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
