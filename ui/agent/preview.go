package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// sketch is what is read of a skill for its preview, once.
type sketch struct {
	fields   []schema.OutlineField // of its one form, the required ones first
	examples []string
	gives    string // what it answers with
}

// sketch reads a skill's form and examples when it is first looked at.
func (l *skillList) sketch(u skillRow) sketch {
	o, ok := l.sketches[u.skill]
	if ok {
		return o
	}
	if len(u.inputs) == 1 {
		o.fields = schema.OutlineFields(u.inputs[0].Schema)
		slices.SortStableFunc(o.fields, func(a, b schema.OutlineField) int { return isOptional(a) - isOptional(b) })
	}
	o.examples, o.gives = examplesOf(u), l.givesOf(u)
	l.sketches[u.skill] = o
	return o
}

// previewLabel is the width of the labels of a preview.
const previewLabel = 12

// preview has the facts of a skill that matter before it is used.
type preview struct {
	lines    []string
	examples int // the line of the first example
	listed   int // how many examples have a line
	last     int // the line of the last run, -1 for none
}

// preview returns what a skill does, what it takes and gives, and what one can start from, in at most so many lines.
func (l *skillList) preview(u skillRow, width, height int) preview {
	st := l.host.Styles
	var facts []string
	if fields := l.asksFor(u, width-previewLabel); fields != "" {
		facts = append(facts, l.previewLine("Asks for", fields))
	}
	if len(u.inputs) > 0 && u.inputs[0].IsNoted() {
		facts = append(facts, l.previewLine("", st.Dim.Render(u.inputs[0].Rule)))
	}
	facts = append(facts, l.previewLine("Gives", st.Text.Render(l.sketch(u).gives)))
	if len(u.outputs) > 0 && u.outputs[0].Attached != nil {
		facts = append(facts, l.previewLine("", st.Dim.Render(u.outputs[0].Rule)))
	}
	p := preview{last: -1}
	var starts []string
	for i, s := range l.starts(u) {
		label, note := "", ""
		if i == 0 {
			label = "Start from"
		}
		if s.isPreset {
			note = st.Dim.Render("  preset")
		}
		starts = append(starts, l.previewLine(label, st.Key.Render(fmt.Sprint(i+1))+"  "+st.Text.Render(s.text)+note))
	}
	last, wasRun := l.lastRunOf(u)
	room := height - len(facts) - 2 // with a line of the description, and a blank one
	if wasRun {
		room--
	}
	starts = starts[:max(min(len(starts), room), 0)]
	p.listed = len(starts)
	if wasRun {
		p.last = len(starts)
		starts = append(starts, l.previewLine("Last run", l.lastRunLine(last, width-previewLabel)))
	}
	if !u.about.IsEmpty() {
		about := max(height-len(facts)-len(starts)-2, 1)
		p.lines = append(kit.Wrap(description(u).Block(0).String(), min(width, kit.MaxTextWidth), about, st.Text), "")
	}
	p.lines = append(p.lines, facts...)
	if len(starts) > 0 {
		p.lines = append(p.lines, "")
	}
	p.examples = len(p.lines)
	if wasRun {
		p.last += len(p.lines)
	}
	p.lines = append(p.lines, starts...)
	for i, l := range p.lines {
		p.lines[i] = ansi.Truncate(l, width, "…")
	}
	return p
}

func (l *skillList) previewLine(label, text string) string {
	return l.host.Styles.Dim.Render(kit.Pad(label, previewLabel)) + text
}

// asksFor are the fields of a skill's form, the required ones first, as many as fit.
func (l *skillList) asksFor(u skillRow, width int) string {
	st := l.host.Styles
	switch {
	case len(u.inputs) == 0 && u.json:
		return st.Text.Render("A message in your own words, or JSON")
	case len(u.inputs) == 0:
		return st.Text.Render("A message in your own words")
	case len(u.inputs) > 1:
		names := make([]string, len(u.inputs))
		for i, in := range u.inputs {
			names[i] = kit.InputName(in)
		}
		return st.Text.Render("One of: " + strings.Join(names, ", "))
	}
	fields := l.sketch(u).fields
	if len(fields) == 0 {
		return st.Text.Render(kit.InputName(u.inputs[0]))
	}
	line, used := "", 0
	for i, f := range fields {
		name := fieldName(f)
		rest := fmt.Sprintf("+%d", len(fields)-i)
		if wide := used + lipgloss.Width(name) + 3; i > 0 && wide+len(rest) > width {
			return line + st.Dim.Render(rest)
		}
		line += st.Text.Render(name)
		if f.Required {
			line += st.Accent.Render("*")
		}
		line += "  "
		used += lipgloss.Width(name) + 3
	}
	return line
}

func isOptional(f schema.OutlineField) int {
	if f.Required {
		return 0
	}
	return 1
}

// fieldName is what a form would call a field.
func fieldName(f schema.OutlineField) string {
	if !f.Title.IsEmpty() {
		return kit.Line(f.Title)
	}
	return formgen.Humanize(kit.Line(f.Name))
}

// givesOf is what a skill answers with: the titles of its schemas, each once, and which of
// them are tables.
func (l *skillList) givesOf(u skillRow) string {
	if len(u.outputs) == 0 {
		return "An answer as text, data or files"
	}
	var titles []string
	tables := map[string]bool{}
	for _, out := range u.outputs {
		title := formgen.Humanize(outputName(out))
		raw, ok := l.schemaOf(out)
		if own := schema.TitleOf(raw); ok && !own.IsEmpty() {
			title = kit.Line(own)
		}
		if !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
		tables[title] = tables[title] || ok && schema.IsListSchema(raw)
	}
	for i, title := range titles {
		if tables[title] {
			titles[i] += ", a table"
		}
	}
	return strings.Join(titles, "; ")
}

// description is what a skill says of itself, without the parameters that are fields of its form.
func description(u skillRow) safe.Raw {
	if len(u.inputs) == 1 && u.inputs[0].Template != nil && !u.inputs[0].Template.IsSentence() {
		return u.about.Summary()
	}
	return u.about
}

// schemaOf is the schema of an output: the user's, or the one on the card.
func (l *skillList) schemaOf(out a2aclient.Output) (schema json.RawMessage, ok bool) {
	if out.Attached != nil {
		return out.Attached, true
	}
	return l.card.Schema(out.Name.Exact()) //nolint:forbidigo // looked up, not drawn
}

// start is what a digit fills in: an example of the card, or a preset of the user.
type start struct {
	text     string // safe to draw
	isPreset bool
}

// starts are those of a skill, by their numbers: its examples, then the presets.
func (l *skillList) starts(u skillRow) (starts []start) {
	for _, text := range l.sketch(u).examples {
		starts = append(starts, start{text: text})
	}
	for _, name := range l.presets[u.id()] {
		starts = append(starts, start{kit.PresetName(name), true})
	}
	return starts[:min(len(starts), kit.MaxStarts)]
}

// examplesOf are the examples of a skill that fill in its form, in one line each; those of
// a skill without a form are messages.
func examplesOf(u skillRow) (examples []string) {
	if u.skill == nil {
		return nil
	}
	if len(u.inputs) == 0 {
		for _, e := range u.skill.Examples {
			examples = append(examples, kit.Line(e))
		}
	} else {
		for _, p := range kit.Presets(u.skill, &u.inputs[0]) {
			examples = append(examples, p.Label)
		}
	}
	return examples[:min(len(examples), kit.MaxStarts)]
}

// details are the facts of a skill for help: which schemas it takes and gives and by which
// rule of its card, its name in the protocol, tags and examples.
func (l *skillList) details(u skillRow, width int) []string {
	st := l.host.Styles
	var facts []kit.Fact
	for _, in := range u.inputs {
		facts = append(facts, kit.Fact{Label: "Input", Text: kit.Origin(in.Name, in.Rule), Style: st.Dim})
	}
	for _, out := range u.outputs {
		facts = append(facts, kit.Fact{Label: "Output", Text: kit.Origin(out.Name, out.Rule), Style: st.Dim})
	}
	if u.skill != nil {
		facts = append(facts, kit.Fact{Label: "ID", Text: kit.Line(u.skill.ID), Style: st.Dim}, kit.Fact{Label: "Tags", Text: kit.Joined(u.skill.Tags, ", "), Style: st.Dim})
		facts = append(facts, detailFacts(u.skill.Details(), st)...)
		for _, example := range u.skill.Examples {
			facts = append(facts, kit.Fact{Label: "Example", Text: kit.Line(example), Style: st.Text})
		}
	}
	facts = slices.DeleteFunc(facts, func(f kit.Fact) bool { return f.Text == "" })
	return kit.DrawFacts(st, facts, width, 0)
}

// Coach implements [kit.Coach].
func (s *CardScreen) Coach() string {
	u, ok := s.list.chosen()
	switch {
	case !ok || s.list.Filtering || s.dialed != nil:
		return ""
	case s.onAgent:
		return "Press Tab: it shows the skills again."
	case len(u.inputs) == 0:
		return "Press Enter: it opens a chat."
	case len(u.inputs) == 1 && len(s.list.sketch(u).examples) > 0:
		return "Press 1: it fills in an example."
	}
	return "Press Enter: it opens the form."
}

// firstSkills is among how many skills one is looked for that is good to begin with.
const firstSkills = 16

// beginAtTable goes to the first skill that is good to begin with, for somebody who is new.
func (l *skillList) beginAtTable() {
	l.Cursor = max(slices.IndexFunc(l.skills[:min(len(l.skills), firstSkills)], l.givesTable), 0)
}

// givesTable reports a skill that is good to begin with: an example fills in its form, and
// its answer is a list, which is shown as a table.
func (l *skillList) givesTable(u skillRow) bool {
	return len(u.inputs) == 1 && len(l.sketch(u).examples) > 0 && slices.ContainsFunc(u.outputs, func(out a2aclient.Output) bool {
		raw, ok := l.schemaOf(out)
		return ok && schema.StatesNoObject(raw)
	})
}

// lastRunsMsg are the newest runs of the agent's skills, by the ids of these.
type lastRunsMsg map[safe.Raw]runfile.Info

// Load implements [kit.Loader]: it reads what was last run of each skill.
func (s *CardScreen) Load() tea.Cmd {
	keep := s.Host.Options.Store
	if keep == nil {
		return nil
	}
	source, agent := safe.Text(s.card.Source), s.card.Name
	return tea.Batch(s.loadPresets(), kit.Later(s, func() tea.Msg {
		last, err := keep.LastRuns(source, agent)
		if err != nil {
			return lastRunsMsg(nil) // the history says why
		}
		return lastRunsMsg(last)
	}))
}

// presetsMsg are the names of the presets of the skills with one form, by the ids of these.
type presetsMsg map[safe.Raw][]string

// loadPresets reads them.
func (s *CardScreen) loadPresets() tea.Cmd {
	keep, skills := s.Host.Options.Store, s.list.skills
	if keep == nil || s.agent == nil {
		return nil
	}
	agent := s.Host.Identity(s.agent)
	return kit.Later(s, func() tea.Msg {
		found := presetsMsg{}
		for _, u := range skills {
			if len(u.inputs) != 1 {
				continue
			}
			presets, _ := keep.Presets(kit.FormOf(agent, u.skill, &u.inputs[0])) // that they cannot be read is said when one is saved
			for _, p := range presets {
				found[u.id()] = append(found[u.id()], p.Name)
			}
		}
		return found
	})
}

// takeKept shows what the user's files have for the skills.
func (l *skillList) takeKept(m tea.Msg, stay bool) {
	switch m := m.(type) {
	case lastRunsMsg:
		l.takeLastRuns(m, stay)
	case presetsMsg:
		l.presets = m
	}
}

// takeLastRuns shows the last runs, and goes to the skill that was run last, unless the cursor is to stay.
func (l *skillList) takeLastRuns(last lastRunsMsg, stay bool) {
	l.lastRuns = last
	if stay {
		return
	}
	var newest time.Time
	for i, row := range l.Shown {
		if r, ok := last[runfile.Truncated(l.skills[row].id())]; ok && r.Time.After(newest) {
			newest, l.Cursor = r.Time, i
		}
	}
}

// lastRun is the newest run of the chosen skill.
func (l *skillList) lastRun() (r runfile.Info, ok bool) {
	u, ok := l.chosen()
	if !ok {
		return r, false
	}
	return l.lastRunOf(u)
}

func (l *skillList) lastRunOf(u skillRow) (r runfile.Info, ok bool) {
	if len(l.lastRuns) == 0 {
		return r, false
	}
	r, ok = l.lastRuns[runfile.Truncated(u.id())]
	return r, ok
}

// settle waits for the cursor to rest on a skill whose last run is shown.
func (s *CardScreen) settle() tea.Cmd {
	r, ok := s.list.lastRun()
	if !ok || !s.layout().isWide {
		return nil
	}
	return s.preview.Settle(s, kit.PreviewedRun{ID: r.ID, Path: r.Path, Private: r.Private})
}

// lastRunLine is what came of a run and what was asked, after the key that opens it.
func (l *skillList) lastRunLine(r runfile.Info, width int) string {
	st := l.host.Styles
	ended := r.Outcome.Line(40).String()
	mark, tone := kit.OutcomeMark(ended)
	look := [...]lipgloss.Style{kit.ToneRunning: st.Accent, kit.ToneGood: st.Good, kit.ToneBad: st.Bad, kit.ToneWarning: st.Warn, kit.ToneUnknown: st.Dim}[tone]
	facts := []string{kit.OutcomeText(ended, r.Code, r.Problems, r.Rows)}
	if !r.Ended.IsZero() {
		facts = append(facts, strings.TrimSpace(kit.Seconds(max(r.Ended.Sub(r.Time), 0))))
	}
	came := strings.Join(append(facts, kit.Age(r.Time, time.Now())), " · ")
	key := st.Key.Render(cardKeys.LastRun.Help().Key) + "  "
	asked := kit.Line(r.Asked)
	if asked != "" {
		asked = ansi.Truncate(asked, max(width-lipgloss.Width(key+mark+" "+" · "+came), 8), "…")
		came = " · " + came
	}
	return key + look.Render(mark) + " " + st.Text.Render(asked) + st.Dim.Render(came)
}

// hasRun is why no last run of the chosen skill can be opened, "" if one can.
func (l *skillList) hasRun() string {
	_, ok := l.lastRun()
	return kit.Unless(ok, "this skill has no run yet")
}

// lastRunMsg is the last run of a skill as its file has it.
type lastRunMsg struct {
	recorded kit.RecordedRun
	err      error
}

// openLastRun opens the last run of the chosen skill, as it was left where it is of this session.
func (s *CardScreen) openLastRun() (kit.Action, tea.Cmd) {
	r, _ := s.list.lastRun()
	for _, t := range s.Host.Nav.SessionTasks() {
		if t.Run() != nil && t.Run().ID() == r.ID {
			return kit.Action{}, s.Host.Nav.Reopen(t)
		}
	}
	return kit.Action{}, kit.Later(s, func() tea.Msg {
		rec, err := run.OpenRecording(r.Path)
		if err != nil {
			return lastRunMsg{err: err}
		}
		of := rec.Run()
		return lastRunMsg{recorded: kit.RecordedRun{Recording: rec, Run: of, Document: of.Document()}}
	})
}

func (s *CardScreen) showLastRun(m lastRunMsg) kit.Action {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	}
	return kit.Action{Push: s.Host.Nav.Recorded(m.recorded)}
}
