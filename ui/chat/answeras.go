package chat

import (
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// answerAsMsg is what answers are to be: a schema of a file, or what was kept for the skill.
type answerAsMsg struct {
	from *kit.Overlay // the prompt for the file; nil for what was kept
	as   *run.AnswerAs
	err  error
}

// UseAnswerAs has the next messages ask for such answers; nil for any.
func (s *Screen) UseAnswerAs(as *run.AnswerAs) { s.as = as }

// loadAnswerAs looks for what answers of the skill are to be.
func (s *Screen) loadAnswerAs() tea.Cmd {
	keep := s.Host.Options.Store
	if keep == nil || s.with.agent == nil || s.as != nil {
		return nil
	}
	agent, skill := s.Host.Identity(s.with.agent), s.with.skillID()
	return kit.Later(s, func() tea.Msg {
		if as := run.KeptAnswerAs(keep, agent, skill); as != nil {
			return answerAsMsg{as: as}
		}
		return nil
	})
}

// takeAnswerAs uses what was read, or says in the prompt why it cannot be used.
func (s *Screen) takeAnswerAs(m answerAsMsg) kit.Action {
	switch {
	case m.from == nil && s.as == nil:
		s.as, s.kept = m.as, m.as
		return kit.Action{}
	case m.from == nil || s.Host.Overlay != m.from:
		return kit.Action{}
	case m.err != nil:
		m.from.Prompt.Complain(safe.Text(m.err.Error()).Line(0).String())
		return kit.Action{}
	}
	s.Host.Overlay = nil
	return s.askFor(m.as)
}

// askFor has the next messages ask for such answers.
func (s *Screen) askFor(as *run.AnswerAs) kit.Action {
	s.as = as
	return kit.Infof("messages now ask for %s", as.About())
}

// chooseAnswerAs asks what the answers are to be.
func (s *Screen) chooseAnswerAs() kit.Action {
	type choice struct {
		label, note string
		do          func() tea.Cmd
	}
	perform := func(act kit.Action) tea.Cmd { return s.Host.Perform(act) }
	spec := s.lastColumns()
	current := -1
	if s.as != nil {
		switch {
		case strings.ContainsAny(s.spec()[:1], "@{"):
			current = 2
		case s.spec() == run.AnyTable:
			current = 1
		default:
			current, spec = 0, s.spec()
		}
	}
	choices := []choice{
		{"A table with columns", "you name them", func() tea.Cmd { return perform(s.editColumns(spec)) }},
		{"A table", "the agent chooses the columns", func() tea.Cmd { return perform(s.parse(run.AnyTable)) }},
		{"JSON by a schema", "in a file", s.askForSchema},
	}
	if s.as != nil {
		choices = append(choices, choice{"Anything", "no schema", func() tea.Cmd { return tea.Batch(perform(s.forget()), s.keepAnswerAs(nil)) }})
	}
	var labels, notes []string
	for _, c := range choices {
		labels, notes = append(labels, c.label), append(notes, c.note)
	}
	if current >= 0 {
		notes[current] += ", in use"
	}
	s.Host.Overlay = kit.NewChooserAt(s.Host, "Answer as…", labels, notes, current, func(i int) tea.Cmd { return choices[i].do() })
	return kit.Action{}
}

func (s *Screen) forget() kit.Action {
	s.as = nil
	return kit.Infof("messages ask for no schema any more")
}

func (s *Screen) spec() string { return s.as.Spec.Exact() } //nolint:forbidigo // parsed; what is drawn goes through About

func (s *Screen) parse(spec string) kit.Action {
	as, err := run.ParseAnswerAs(spec)
	if err != nil {
		return kit.Errorf("%s", kit.Sentence(err.Error()))
	}
	return s.askFor(as)
}

func (s *Screen) askForSchema() tea.Cmd {
	return kit.AskForFile(s, s.Host, "use", "Answer as JSON by the schema in a file", func(o *kit.Overlay, path string) tea.Msg {
		as, err := run.ParseAnswerAs("@" + path)
		return answerAsMsg{o, as, err}
	})
}

// editColumns asks for the columns of the answer on one line, which has those of a spec.
func (s *Screen) editColumns(spec string) kit.Action {
	note := "such as: name, moons: integer · types: " + strings.Join(run.ColumnTypes(), ", ")
	o := kit.NewPrompt(s.Host, "ask for these", "Columns of the answer", note, spec)
	o.Entered = func(line string) tea.Cmd {
		as, err := run.ParseAnswerAs(line)
		if err == nil && strings.ContainsAny(as.Spec.Exact()[:1], "@{") { //nolint:forbidigo // parsed, never drawn
			err = errors.New("write the names of the columns, as name, moons: integer")
		}
		if err != nil {
			o.Prompt.Complain(safe.Text(err.Error()).Line(0).String())
			return nil
		}
		s.Host.Overlay = nil
		return s.Host.Perform(s.askFor(as))
	}
	s.Host.Overlay = o
	return kit.Action{}
}

// lastColumns are the columns of the newest table of the session, as a spec; "" where there is
// none.
func (s *Screen) lastColumns() string {
	for _, t := range s.Host.Nav.SessionTasks() {
		doc := t.Document()
		if doc == nil {
			continue
		}
		for _, b := range doc.Blocks() {
			if g, ok := b.(*table.Table); ok && g.Rows() > 0 && !g.IsMap() {
				return columnsOf(g)
			}
		}
	}
	return ""
}

// columnsOf are the columns of a table that can be asked for, with their types by what the columns are for: none where nothing came, or parts
// of their own.
func columnsOf(g *table.Table) string {
	var parts []string
	for _, c := range g.Columns() {
		name := c.Key.Line(60).String()
		if name == "" || strings.ContainsAny(name, ",:") || c.Role == table.RoleEmpty || c.Role == table.RoleNested || c.Role == table.RoleFile {
			continue
		}
		parts = append(parts, name+columnType(g, c))
	}
	return strings.Join(parts, ", ")
}

// columnType is the type of a column as a spec has it, "" for a text.
func columnType(g *table.Table, c table.Column) string {
	first := firstValue(g, c)
	_, err := time.Parse(time.DateOnly, first.Text())
	switch {
	case first.Is(ojson.Number) && c.Role == table.RoleID:
		return ": integer"
	case first.Is(ojson.Number):
		return ": number"
	case first.Is(ojson.Bool):
		return ": yes/no"
	case c.Role == table.RoleTime && err == nil:
		return ": date"
	}
	return ""
}

// maxLooked is how many rows are looked at for a value.
const maxLooked = 20

// firstValue is the first value of a column that is none of null, nil where the first rows have none.
func firstValue(g *table.Table, c table.Column) *ojson.Value {
	for row := range min(g.Rows(), maxLooked) {
		if v := g.Value(row).Get(c.Key.Exact()); v.Exists() && !v.Is(ojson.Null) { //nolint:forbidigo // looked up, not drawn
			return v
		}
	}
	return nil
}

// asAsked is what the answer to a text is to be; the schema may be in the text already.
func (s *Screen) asAsked(text string) *run.AnswerAs {
	if s.as == nil || s.as.Text(text) != text {
		return s.as
	}
	as := *s.as
	as.InText = true
	return &as
}

// isAnswered reports a task that ended well.
func isAnswered(t kit.Task) bool {
	outcome := t.Snapshot().Outcome()
	return t.Snapshot().Phase.IsOver() && (outcome == "completed" || outcome == "answered")
}

// writeSchema writes the last message again, with the schema in it, to be sent as a new one.
func (s *Screen) writeSchema() kit.Action {
	if !s.message.isBlank() {
		return kit.Errorf("send or delete what you have written first")
	}
	last := s.turns.newest()
	s.message.setText(last.as.Text(last.text))
	return kit.Infof("enter sends this as a new message")
}

// noteWorking keeps what was asked for once an answer is so.
func (s *Screen) noteWorking() tea.Cmd {
	t := s.turns.newest()
	if t == nil || t.as == nil || s.kept != nil && s.kept.Spec == t.as.Spec && s.kept.InText == t.as.InText || !isAnswered(t.now()) {
		return nil
	}
	if !isAsAsked(t.now()) {
		return nil
	}
	if s.as != nil && s.as.Spec == t.as.Spec {
		s.as = t.as // with the schema in the text, if that was it
	}
	return s.keepAnswerAs(t.as)
}

// keepAnswerAs keeps what answers of the skill are to be; nil forgets it.
func (s *Screen) keepAnswerAs(as *run.AnswerAs) tea.Cmd {
	s.kept = as
	keep := s.Host.Options.Store
	if keep == nil {
		return nil
	}
	agent, skill := s.Host.Identity(s.with.agent), s.with.skillID()
	return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg {
		_ = run.KeepAnswerAs(keep, agent, skill, as) // it is asked for again
		return nil
	}))
}
