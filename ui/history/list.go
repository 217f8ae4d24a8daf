package history

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// PastRun is one row of the history. What is drawn of it is made safe once.
type PastRun struct {
	info         runfile.Info
	when         string // to the minute
	agent, skill string
	asked        string   // what was asked for, and why it failed
	ended        string   // the outcome of a run from its file
	came         string   // what came of it
	used         string   // what the task used or cost; "" for nothing known
	text         string   // what the filter looks at, in lower case
	task         kit.Task // of a run of this session that goes on or is in no file; nil for one from its file
}

// maxPlace bounds the address of an agent, in bytes.
const maxPlace = 120

// minutes is when a run was.
const minutes = "2006-01-02 15:04"

// PastOf is the row of a run.
func PastOf(info runfile.Info) PastRun {
	p := PastRun{info: info, when: info.Time.Local().Format(minutes), agent: kit.Line(info.Agent), skill: "the agent itself", ended: info.Outcome.Line(40).String()}
	if !info.Skill.IsEmpty() {
		p.skill = kit.Line(info.Skill)
	}
	if !info.SkillName.IsEmpty() {
		p.skill = kit.Line(info.SkillName)
	}
	p.used = info.Usage.Line(maxUsed).String()
	p.asked, p.came = kit.Line(info.Asked), kit.OutcomeText(p.ended, info.Code, info.Problems, info.Rows)
	if !info.Error.IsEmpty() {
		p.asked = strings.TrimPrefix(p.asked+": "+kit.Line(info.Error), ": ")
	}
	if !info.Case.IsEmpty() {
		p.asked = "test " + kit.Line(info.Case) + ": " + p.asked
	}
	p.text = strings.ToLower(strings.Join([]string{p.agent, p.skill, kit.Line(info.Skill), kit.Line(info.Schema), p.ended, p.asked, p.when, kit.Line(info.ID)}, " "))
	return p
}

// tellApart adds the host to agents that have a name in common.
func tellApart(past []PastRun) {
	type origin struct {
		agent  string
		source safe.Raw
	}
	at := map[origin]string{}
	places := map[string][]string{} // by the name of an agent, one for each address
	for i := range past {
		p := &past[i]
		of := origin{p.agent, p.info.Source}
		if _, known := at[of]; known {
			continue
		}
		here := place(p.info.Source)
		if same := slices.IndexFunc(places[p.agent], func(other string) bool { return store.IsSameAddress(other, here) }); same >= 0 {
			here = places[p.agent][same]
		} else {
			places[p.agent] = append(places[p.agent], here)
		}
		at[of] = here
	}
	for i := range past {
		if p := &past[i]; len(places[p.agent]) > 1 {
			here := at[origin{p.agent, p.info.Source}]
			p.agent += " (" + here + ")"
			p.text += " " + strings.ToLower(here)
		}
	}
}

// minEphemeral is the lowest port that a system gives to a program for a while, as to the demo agent.
const minEphemeral = 32768

// place is the host of a card, or its file.
func place(source safe.Raw) string {
	text := source.Line(maxPlace).String()
	_, rest, isURL := strings.Cut(text, "://")
	if !isURL {
		return text
	}
	host, _, _ := strings.Cut(rest, "/")
	name, port, _ := strings.Cut(host, ":")
	if n, err := strconv.Atoi(port); err == nil && n >= minEphemeral && (name == "127.0.0.1" || name == "localhost") {
		return "this machine"
	}
	return host
}

// outcome is the state of the run, or how it ended.
func (p *PastRun) outcome() string {
	if p.task != nil {
		return p.task.Snapshot().Outcome()
	}
	return p.ended
}

// result is what came of the run, in a word or two.
func (p *PastRun) result() string {
	if p.task == nil {
		return p.came
	}
	now := p.task.Snapshot()
	return kit.OutcomeText(now.Outcome(), now.Code, now.Problems, now.Rows)
}

// usage is what the task used or cost, "" for nothing known.
func (p *PastRun) usage() string {
	if p.task == nil {
		return p.used
	}
	return p.task.Snapshot().Details.Usage().Line(maxUsed).String()
}

func (p *PastRun) duration() string {
	ended := p.info.Ended
	if p.task != nil {
		if ended = p.task.Snapshot().Ended; ended.IsZero() {
			ended = p.task.Run().Now()
		}
	}
	if ended.IsZero() {
		return "–"
	}
	return kit.Seconds(max(ended.Sub(p.info.Time), 0))
}

// canResend is why what was filled in cannot be used again, "" if it can.
func (p *PastRun) canResend() string {
	switch {
	case p.info.Private:
		return "it held a secret, so what was filled in was not kept"
	case p.info.Path == "":
		return "this run has no file"
	}
	return ""
}

// canFollow is why the run's task cannot be followed, "" if it can.
func (p *PastRun) canFollow() string {
	switch {
	case p.task != nil:
		return "it goes on in this session: Enter opens it"
	case p.info.Private:
		return "it held a secret, so its task was not kept"
	case p.info.Path == "":
		return "this run has no file"
	}
	switch p.info.Outcome.Exact() { //nolint:forbidigo // compared, not drawn
	case runfile.Unfinished, run.Interrupted, run.Lost, string(a2a.StateInputRequired), string(a2a.StateAuthRequired):
		return ""
	}
	return "its task has ended"
}

// Selected is the file of the run at the cursor, or why it cannot be read.
func (s *Screen) Selected() (path, why string) {
	p, ok := s.current()
	switch {
	case !ok:
		return "", "there is no run here"
	case p.info.Private:
		return "", "it held a secret, so what was filled in was not kept"
	}
	return p.info.Path, p.IsOpen()
}

// ToShare is the run at the cursor, or why it cannot be read.
func (s *Screen) ToShare() (info runfile.Info, why string) {
	p, ok := s.current()
	if !ok {
		return info, "there is no run here"
	}
	return p.info, p.IsOpen()
}

// IsOpen is why the run's file is left alone, "" for one that is over.
func (p *PastRun) IsOpen() string {
	switch {
	case p.task != nil && !p.task.Snapshot().Phase.IsOver():
		return "it still goes on"
	case p.info.Path == "":
		return "this run has no file"
	}
	return ""
}

// group puts headings between the runs that are shown.
func (s *Screen) group() {
	s.days = s.days[:0]
	now := time.Now()
	for at, i := range s.Shown {
		if title := dayOf(s.all[i].info.Time, now); len(s.days) == 0 || s.days[len(s.days)-1].title != title {
			s.days = append(s.days, day{title, at})
		}
	}
	s.clamp()
}

// day is a heading between the runs.
type day struct {
	title string
	first int // of its runs, in shown
}

// dayOf is the heading that a run is under.
func dayOf(t, now time.Time) string {
	switch t, now = t.Local(), now.Local(); {
	case !t.Before(midnight(now)):
		return "Today"
	case !t.Before(midnight(now).AddDate(0, 0, -1)):
		return "Yesterday"
	}
	return "Earlier"
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// lineOf is the line of a run in the list, with the headings above it.
func (s *Screen) lineOf(at int) int {
	line := at
	for _, d := range s.days {
		if d.first <= at {
			line++
		}
	}
	return line
}

// lines counts the lines of the list.
func (s *Screen) lines() int { return len(s.Shown) + len(s.days) }

// clamp keeps the cursor in the list and in the window, with the heading above the first
// run.
func (s *Screen) clamp() {
	rows := s.rows()
	s.Cursor = max(min(s.Cursor, len(s.Shown)-1), 0)
	line := s.lineOf(s.Cursor)
	s.top = max(min(s.top, line), line-rows+1)
	if s.Cursor == 0 {
		s.top = 0
	}
	s.top = max(min(s.top, s.lines()-rows), 0)
}
