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

// answerWish is what the answers are to be, as the user wants it and as it is kept for the skill.
type answerWish struct {
	host *kit.Host
	to   kit.Screen // of the chat, for the messages of commands
	with *recipient

	as   *run.AnswerAs // for the next message; nil for anything
	kept *run.AnswerAs // nil for nothing
}

// load looks for what answers of the skill are to be.
func (w *answerWish) load() tea.Cmd {
	store := w.host.Options.Store
	if store == nil || w.with.agent == nil || w.as != nil {
		return nil
	}
	agent, skill := w.host.Identity(w.with.agent), w.with.skillID()
	return kit.Later(w.to, func() tea.Msg {
		if as := run.KeptAnswerAs(store, agent, skill); as != nil {
			return answerAsMsg{as: as}
		}
		return nil
	})
}

// loaded uses what was read, or says in the prompt why it cannot be used.
func (w *answerWish) loaded(m answerAsMsg) kit.Action {
	switch {
	case m.from == nil && w.as == nil:
		w.as, w.kept = m.as, m.as
		return kit.Action{}
	case m.from == nil || w.host.Overlay != m.from:
		return kit.Action{}
	case m.err != nil:
		m.from.Prompt.Complain(safe.Text(m.err.Error()).Line(0).String())
		return kit.Action{}
	}
	w.host.Overlay = nil
	return w.askFor(m.as)
}

// askFor has the next messages ask for such answers.
func (w *answerWish) askFor(as *run.AnswerAs) kit.Action {
	w.as = as
	return kit.Infof("messages now ask for %s", as.About())
}

// choose asks what the answers are to be.
func (w *answerWish) choose() kit.Action {
	type choice struct {
		label, note string
		do          func() tea.Cmd
	}
	perform := func(act kit.Action) tea.Cmd { return w.host.Perform(act) }
	spec := w.lastColumns()
	current := -1
	if w.as != nil {
		switch {
		case strings.ContainsAny(w.spec()[:1], "@{"):
			current = 2
		case w.spec() == run.AnyTable:
			current = 1
		default:
			current, spec = 0, w.spec()
		}
	}
	choices := []choice{
		{"A table with columns", "you name them", func() tea.Cmd { return perform(w.editColumns(spec)) }},
		{"A table", "the agent chooses the columns", func() tea.Cmd { return perform(w.parse(run.AnyTable)) }},
		{"JSON by a schema", "in a file", w.askForSchema},
	}
	if w.as != nil {
		choices = append(choices, choice{"Anything", "no schema", func() tea.Cmd { return tea.Batch(perform(w.forget()), w.keep(nil)) }})
	}
	var labels, notes []string
	for _, c := range choices {
		labels, notes = append(labels, c.label), append(notes, c.note)
	}
	if current >= 0 {
		notes[current] += ", in use"
	}
	w.host.Overlay = kit.NewChooserAt(w.host, "Answer as…", labels, notes, current, func(i int) tea.Cmd { return choices[i].do() })
	return kit.Action{}
}

func (w *answerWish) forget() kit.Action {
	w.as = nil
	return kit.Infof("messages ask for no schema any more")
}

func (w *answerWish) spec() string { return w.as.Spec.Exact() } //nolint:forbidigo // parsed; what is drawn goes through About

func (w *answerWish) parse(spec string) kit.Action {
	as, err := run.ParseAnswerAs(spec)
	if err != nil {
		return kit.Errorf("%s", kit.Sentence(err.Error()))
	}
	return w.askFor(as)
}

func (w *answerWish) askForSchema() tea.Cmd {
	return kit.AskForFile(w.to, w.host, "use", "Answer as JSON by the schema in a file", func(o *kit.Overlay, path string) tea.Msg {
		as, err := run.ParseAnswerAs("@" + path)
		return answerAsMsg{o, as, err}
	})
}

// editColumns asks for the columns of the answer on one line, which has those of a spec.
func (w *answerWish) editColumns(spec string) kit.Action {
	note := "such as: name, moons: integer · types: " + strings.Join(run.ColumnTypes(), ", ")
	o := kit.NewPrompt(w.host, "ask for these", "Columns of the answer", note, spec)
	o.Entered = func(line string) tea.Cmd {
		as, err := run.ParseAnswerAs(line)
		if err == nil && strings.ContainsAny(as.Spec.Exact()[:1], "@{") { //nolint:forbidigo // parsed, never drawn
			err = errors.New("write the names of the columns, as name, moons: integer")
		}
		if err != nil {
			o.Prompt.Complain(safe.Text(err.Error()).Line(0).String())
			return nil
		}
		w.host.Overlay = nil
		return w.host.Perform(w.askFor(as))
	}
	w.host.Overlay = o
	return kit.Action{}
}

// lastColumns are the columns of the newest table of the session, as a spec; "" where there is
// none.
func (w *answerWish) lastColumns() string {
	for _, t := range w.host.Nav.SessionTasks() {
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

// of is what the answer to a text is to be; the schema may be in the text already.
func (w *answerWish) of(text string) *run.AnswerAs {
	if w.as == nil || w.as.Text(text) != text {
		return w.as
	}
	as := *w.as
	as.InText = true
	return &as
}

// isAnswered reports a task that ended well.
func isAnswered(t kit.Task) bool {
	outcome := t.Snapshot().Outcome()
	return t.Snapshot().Phase.IsOver() && (outcome == "completed" || outcome == "answered")
}

// noteWorking keeps what was asked for once the answer of a turn is so; nil is no turn.
func (w *answerWish) noteWorking(t *turn) tea.Cmd {
	if t == nil || t.as == nil || w.kept != nil && w.kept.Spec == t.as.Spec && w.kept.InText == t.as.InText || !isAnswered(t.now()) {
		return nil
	}
	if !isAsAsked(t.now()) {
		return nil
	}
	if w.as != nil && w.as.Spec == t.as.Spec {
		w.as = t.as // with the schema in the text, if that was it
	}
	return w.keep(t.as)
}

// keep keeps what answers of the skill are to be; nil forgets it.
func (w *answerWish) keep(as *run.AnswerAs) tea.Cmd {
	w.kept = as
	store := w.host.Options.Store
	if store == nil {
		return nil
	}
	agent, skill := w.host.Identity(w.with.agent), w.with.skillID()
	return w.host.Writes.TrackWrites(kit.Later(w.to, func() tea.Msg {
		_ = run.KeepAnswerAs(store, agent, skill, as) // it is asked for again
		return nil
	}))
}
