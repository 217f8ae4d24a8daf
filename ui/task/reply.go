package task

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
	"a2aform/ui/kit"
)

// reply is the answer to what the agent asks, as it is written: in a line, or in a form
// where the agent asks with one.
type reply struct {
	host   *kit.Host
	now    *run.Snapshot
	run    *run.Run
	sent   func() // shows what comes after an answer
	line   textline.Model
	isOpen bool // the keys write it
	isData bool // the line is JSON
	past   []pastReply
	recall int // in past: which one is offered next

	form     kit.Screen // that the agent asks with, once it was opened
	formOf   a2a.Form   // what it was made of: another question opens another form
	lastForm []byte     // what a form was answered with last; nil for a secret

	drawn question
	read  readForm
}

// pastReply is a line that was sent.
type pastReply struct {
	text   string
	isData bool
}

// maxPastReplies is how many lines are offered again.
const maxPastReplies = 20

// question is what an agent asks, laid out: drawing takes long where it is many parts.
type question struct {
	of            *a2a.Message
	width, height int
	lines         []string
}

// readForm is the form of a question, which every frame asks for.
type readForm struct {
	of     *a2a.Message
	form   a2a.Form
	isForm bool
}

// follow opens the line while the agent waits, and keeps it open for a text that was begun
// when the agent went on by itself: the keys still belong to the text.
func (r *reply) follow(waits bool) {
	if waits && !r.isOpen {
		r.line.Focus()
	}
	r.isOpen = waits || r.isOpen && r.now.Phase == run.Working && !r.isEmpty()
}

func (r *reply) isEmpty() bool { return strings.TrimSpace(r.line.Value()) == "" }

// Update is a key for the line, or a message for its cursor.
func (r *reply) Update(msg tea.Msg) (cmd tea.Cmd) {
	r.line, cmd = r.line.Update(msg)
	return cmd
}

// answer sends the line; an empty one opens the form that the agent asks with.
func (r *reply) answer() kit.Action {
	if r.isEmpty() {
		return r.openForm()
	}
	if err := r.send(); err != nil {
		return kit.Errorf("%s", err)
	}
	r.clear()
	return kit.Action{}
}

// send answers with the line, as text or as data without a tag.
func (r *reply) send() error {
	text := r.line.Value()
	var data []byte
	if r.isData {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			return fmt.Errorf("the answer is not JSON: %w", err)
		}
		text, data = "", v.Compact()
	}
	if err := r.run.Answer(text, data); err != nil {
		return err
	}
	kept := r.past[:min(len(r.past), maxPastReplies-1)]
	r.past, r.recall = append([]pastReply{{r.line.Value(), r.isData}}, kept...), 0
	return nil
}

// recallLast puts an earlier answer into the line, with each press an older one.
func (r *reply) recallLast() {
	last := r.past[r.recall%len(r.past)]
	r.recall++
	r.isData = last.isData
	r.line.SetValue(last.text)
	r.line.CursorEnd()
}

// clear empties the line, leaves it, and shows what comes now.
func (r *reply) clear() {
	r.line.SetValue("")
	r.isOpen = false
	r.sent()
}

// asked is the form that the agent asks with, where it does.
func (r *reply) asked() (a2a.Form, bool) {
	if of := r.now.Question; r.read.of != of {
		r.read.of = of
		r.read.form, r.read.isForm = of.Form()
	}
	return r.read.form, r.read.isForm
}

// openForm opens that form. One that was opened before comes back as it was left, also where it was answered and the agent asks
// with it again.
func (r *reply) openForm() kit.Action {
	f, ok := r.asked()
	if !ok {
		return kit.Errorf("write an answer first")
	}
	act := kit.Action{}
	if r.form == nil || !f.Is(r.formOf) {
		r.formOf = f
		if prefill, some := withLastAnswer(f, r.lastForm); some && !f.IsOfCall() {
			f.Prefill = prefill
			act = kit.Infof("fields that you answered before are filled in")
		}
		r.form = r.host.Nav.AnswerForm(r.now.Plan.Agent, r.questionText, f, r.submit)
	}
	act.Push = r.form
	return act
}

// submit answers with what was filled in.
func (r *reply) submit(data []byte, secret bool) kit.Action {
	if err := r.run.AnswerForm(r.formOf, data, secret); err != nil {
		return kit.Errorf("%s", err)
	}
	r.lastForm = data
	if secret {
		r.form, r.lastForm = nil, nil
	}
	r.clear()
	return kit.Action{Pop: 1}
}

// release drops the run, and the form, which may be large.
func (r *reply) release() { r.run, r.form, r.formOf, r.read = nil, nil, a2a.Form{}, readForm{} }

// questionText is what the agent asks in words, with the instructions of its form.
func (r *reply) questionText() safe.Raw {
	if r.now.Question == nil { // the agent went on
		return safe.Raw{}
	}
	var texts []string
	for _, p := range r.now.Question.Parts {
		if p.Kind == a2a.PartText {
			texts = append(texts, p.Text.Exact()) //nolint:forbidigo // joined, and cleaned where it is drawn
		}
	}
	if f, _ := r.asked(); !f.Instructions.IsEmpty() && !r.says(f.Instructions) {
		texts = append(texts, f.Instructions.Exact()) //nolint:forbidigo // as above
	}
	return safe.Text(strings.Join(texts, "\n"))
}

// says reports a text that is a part of what the agent asks.
func (r *reply) says(text safe.Raw) bool {
	return r.now.Question != nil && slices.ContainsFunc(r.now.Question.Parts, func(p a2a.Part) bool { return p.Kind == a2a.PartText && p.Text == text })
}

// mode says how the line is sent where it is no text.
func (r *reply) mode() string {
	if r.isData {
		return "as JSON"
	}
	return ""
}

// questionLines are what the agent asks, for a width: of many parts the last lines, as many as the screen is high, for the
// others would be cut.
func (r *reply) questionLines(width, height int, st *kit.Styles) []string {
	of := r.now.Question
	if q := &r.drawn; q.of != of || q.width != width || q.height != height {
		*q = question{of: of, width: width, height: height}
		if of != nil {
			q.lines = wordsOf(of, width, height, st)
		}
	}
	lines := slices.Clip(r.drawn.lines)
	if f, ok := r.asked(); ok {
		note := "The agent asks with a form: " + shortcut.InProse(kit.Keys.Answer) + " on an empty line opens it."
		if !f.Instructions.IsEmpty() && !r.says(f.Instructions) {
			note += " " + f.Instructions.Line(safe.TextLimit()).String()
		}
		lines = append(lines, kit.Wrap(note, width, 4, st.Good)...)
	}
	if r.now.State == a2a.StateAuthRequired {
		lines = append(lines, kit.Wrap(r.authNote(), width, 0, st.Warn)...)
	}
	return slices.Clip(lines)
}

// wordsOf are the texts of a message, as far as they fit a height from the end.
func wordsOf(m *a2a.Message, width, height int, st *kit.Styles) (lines []string) {
	for _, p := range slices.Backward(m.Parts) {
		if p.Kind != a2a.PartText {
			continue
		}
		if len(lines) > height {
			break
		}
		lines = slices.Concat(kit.Wrap(p.Text.Block(safe.TextLimit()).String(), width, 4, st.Strong), lines)
	}
	return lines
}

// authNote says what to do about a task that waits for credentials.
func (r *reply) authNote() string {
	if agent := r.now.Plan.Agent; agent.Credentials() != nil && len(agent.Card().Schemes) > 0 {
		return "The task waits for credentials: alt+a gives those of the card. Where the agent says another way, take that, then answer here to go on; never type a secret here."
	}
	return "The task waits for credentials. Give them to the agent as it says, then answer here to go on; never type a secret here."
}

// withLastAnswer returns the prefill of a form with those members of the last answer whose names
// the form has, and which the agent did not fill in itself; some says that there are any.
func withLastAnswer(f a2a.Form, last []byte) (prefill []byte, some bool) {
	schema, err := ojson.Parse(f.Schema, ojson.DataLimits)
	if err != nil || last == nil {
		return nil, false
	}
	answered, err := ojson.Parse(last, ojson.DataLimits)
	if err != nil {
		return nil, false
	}
	given, err := ojson.Parse(f.Prefill, ojson.DataLimits)
	if err != nil {
		given = ojson.NewObject()
	}
	members := slices.Clone(given.Members())
	for _, m := range answered.Members() {
		if schema.Get("properties").Get(m.Name).Exists() && !given.Get(m.Name).Exists() {
			members, some = append(members, m), true
		}
	}
	return ojson.NewObject(members...).Compact(), some
}

// HasForm implements [kit.Task].
func (s *Screen) HasForm() bool {
	_, ok := s.reply.asked()
	return ok
}

// OpenForm implements [kit.Task].
func (s *Screen) OpenForm() kit.Action { return s.reply.openForm() }

// ClearAnswer implements [kit.Task].
func (s *Screen) ClearAnswer() { s.reply.clear() }
