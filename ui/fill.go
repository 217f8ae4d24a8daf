package ui

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/chat"
	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// Filling is a form that is filled in for another program: nothing is sent.
type Filling struct {
	Agent   *a2aclient.Agent // nil for a schema alone
	Skill   *a2aclient.Skill // nil for a form that belongs to no skill
	Input   *a2aclient.Input
	Prefill []byte            // JSON; nil for an empty form
	Done    func(data []byte) // gets the JSON once the user has reviewed it
}

// NewFilling makes the program of one form.
func NewFilling(ctx context.Context, opts kit.Options, f Filling) *App {
	a := New(ctx, opts)
	done := func(data []byte) {
		f.Done(data)
		a.cancel()
	}
	review := func(data []byte, secret bool) kit.Action {
		return kit.Action{Push: newFilled(a.Host, data, secret, done)}
	}
	a.filling = form.NewFor(a.Host, f.Agent, f.Skill, f.Input, f.Prefill,
		&form.Use{Button: "Review", Do: review, Origin: formgen.Loaded})
	a.screens.open = []kit.Screen{a.filling}
	return a
}

// filled shows the JSON that is printed.
type filled struct {
	kit.Base
	data   []byte
	secret bool
	lines  kit.Scroll
	done   func(data []byte)
	opened time.Time
}

func newFilled(h *kit.Host, data []byte, secret bool, done func([]byte)) *filled {
	s := &filled{Base: kit.Base{Host: h}, data: data, secret: secret, done: done, opened: time.Now()}
	s.lines.Set(s.text())
	return s
}

func (s *filled) text() []string {
	if s.secret {
		return []string{"This holds a secret and is not shown.", "", "Press Enter to print it to standard output."}
	}
	v, err := ojson.Parse(s.data, ojson.DataLimits)
	if err != nil { // the form made it
		return nil
	}
	lines := strings.Split(string(v.Indent("  ")), "\n")
	for i, l := range lines {
		lines[i] = safe.Text(l).Line(0).String()
	}
	return lines
}

func (s *filled) Init() tea.Cmd { return nil }

func (s *filled) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return kit.Action{}, nil
	}
	act, cmd, done := kit.Press(press, s.Keys())
	if !done {
		s.lines.Press(press)
	}
	return act, cmd
}

// print hands the JSON over and ends the program.
func (s *filled) print() (kit.Action, tea.Cmd) {
	if time.Since(s.opened) < s.Host.Options.PasteGuard {
		return kit.Infof("Enter came right after another key and was ignored: press it again"), nil
	}
	s.done(s.data)
	return kit.Action{}, tea.Quit
}

var printKey = kit.Bind("Print", "enter")

func (s *filled) View() string {
	_, s.lines.Height = s.FrameRoom()
	lines := strings.Split(s.lines.View(), "\n")
	for i, l := range lines {
		if !s.secret {
			lines[i] = s.Styles().Syntax.JSON(l)
		}
	}
	return s.InFrame("JSON", "printed to standard output", strings.Join(lines, "\n"))
}

func (s *filled) Title() string    { return "Review" }
func (s *filled) HiddenLines() int { return s.lines.HiddenLines() }

func (s *filled) Keys() []kit.Key {
	return append([]kit.Key{kit.On(printKey, s.print), s.BackKey()}, kit.ScrollKeys...)
}

func (s *filled) Help() []string {
	return []string{"The JSON that you filled in. Enter prints it to standard output and ends the program, Esc goes back to the form."}
}

// FillAgain opens the form, or the chat, with what was sent in an earlier run; where it is
// to be sent once more as it was, the review. A form whose schema has changed is always
// shown first.
func (n *navigator) FillAgain(r kit.Resend) kit.Action {
	skill, inputs, ok := skillOf(r.Agent.Card(), r.Run.Skill)
	if !ok {
		return kit.Errorf("the agent has no skill %s any more", r.Run.Skill.Line(60))
	}
	if r.Input.Raw == nil {
		return n.writeAgain(r, skill)
	}
	i := slices.IndexFunc(inputs, func(in a2aclient.Input) bool { return in.Name == r.Run.Schema })
	if i < 0 && r.Run.Schema.IsEmpty() {
		i, inputs = 0, []a2aclient.Input{kit.JSONInput(skill)}
	}
	if i < 0 {
		return kit.Errorf("the skill has no form %s any more", r.Run.Schema.Line(60))
	}
	input := &inputs[i]
	changed := !store.IsSchemaDigest(r.Run.Input, input.Schema)
	if r.Rerun && !changed && r.Input.Dropped == 0 {
		return n.reviewAgain(r, &run.Plan{Agent: r.Agent, Skill: skill, Input: input, Data: r.Input.Raw, Text: textSent(r.Input), Parts: r.Input.Parts, PartsBefore: r.Input.PartsBefore, Tag: tagSent(r.Input, input), AnswerAs: run.AnswerAsOf(r.Input), SkillHint: r.Input.SkillHint, FedBy: r.Run.FedBy})
	}
	id := kit.FormID{Ref: kit.RunRef(r.Run.ID), Skill: r.Run.Skill, Input: i, Name: input.Name}
	act := kit.Infof("filled in as in the run of %s; %s reviews it", kit.Ago(r.Run.Time, time.Now()), shortcut.InProse(kit.Keys.Review))
	f := n.form(id)
	if f != nil && store.Digest(f.Input.Schema) == store.Digest(input.Schema) {
		f.UseAgent(r.Agent, skill, input) // as it was left, for the agent as it is now
		act = kit.Infof("as you left it; it began with the run of %s", kit.Ago(r.Run.Time, time.Now()))
	} else {
		f = form.NewFilled(n.host, r.Agent, skill, input, r.Input.Raw, formgen.LastRun, r.Run.ID).UseParts(r.Input, tagSent(r.Input, input))
		n.forms[id] = f.UseFedBy(r.Run.FedBy)
	}
	if changed {
		act = kit.Errorf("the schema has changed since %s: look over what was filled in", kit.Ago(r.Run.Time, time.Now()))
	}
	if r.Input.Dropped > 0 {
		act = kit.Errorf("%s went with it: attach them again, as message parts", english.Plural(r.Input.Dropped, "large part", "large parts"))
	}
	act.Push = f
	return act
}

// writeAgain is [navigator.FillAgain] for a plain text.
func (n *navigator) writeAgain(r kit.Resend, skill *a2aclient.Skill) kit.Action {
	if r.Rerun && len(r.Input.Files) == 0 {
		return n.reviewAgain(r, &run.Plan{Agent: r.Agent, Skill: skill, Text: textSent(r.Input), Parts: r.Input.Parts, PartsBefore: r.Input.PartsBefore, AnswerAs: run.AnswerAsOf(r.Input), SkillHint: r.Input.SkillHint, FedBy: r.Run.FedBy})
	}
	c := chat.New(n.host, r.Agent, skill)
	c.UseAnswerAs(run.AnswerAsOf(r.Input))
	c.SetText(textSent(r.Input))
	n.forms[kit.FormID{Ref: kit.RunRef(r.Run.ID), Skill: r.Run.Skill, Input: kit.PlainText, Name: safe.Raw{}}] = c
	act := kit.Action{Push: c}
	if n := len(r.Input.Files); n > 0 {
		act = kit.Errorf("%s went with it: attach them again", english.Plural(n, "file", "files"))
		act.Push = c
	}
	return act
}

// reviewAgain is the review of a message as it was sent before.
func (n *navigator) reviewAgain(r kit.Resend, plan *run.Plan) kit.Action {
	act := kit.Infof("the same as in the run of %s; Enter sends it", kit.Ago(r.Run.Time, time.Now()))
	r.Rerun = false
	plan = plan.Repeat()
	plan.Earlier = r.Run.ID
	act.Push = form.NewReview(n.host, plan, nil, nil).WithEdit(func() kit.Action { return n.FillAgain(r) })
	return act
}

// Repeat implements the navigation of [kit.Host].
func (n *navigator) Repeat(plan *run.Plan, of safe.Raw) kit.Action {
	act := kit.Infof("the same message as before; Enter sends it")
	again := plan.Repeat()
	again.Earlier = of
	review := form.NewRepeat(n.host, again)
	if kit.CanEdit(plan) {
		review.WithEdit(func() kit.Action { return n.EditPlan(plan, of) })
	}
	act.Push = review
	return act
}

// EditPlan opens the form, or the chat, with what a run sent, see [kit.CanEdit].
func (n *navigator) EditPlan(plan *run.Plan, of safe.Raw) kit.Action {
	id := kit.FormID{Ref: kit.RunRef(of), Input: kit.PlainText}
	if plan.Skill != nil {
		id.Skill = plan.Skill.ID
	}
	if plan.Input == nil || plan.Data == nil {
		c := chat.New(n.host, plan.Agent, plan.Skill)
		c.UseAnswerAs(plan.AnswerAs)
		c.SetText(plan.Text)
		n.forms[id] = c
		return kit.Action{Push: c}
	}
	id.Input, id.Name = 0, plan.Input.Name
	act := kit.Infof("filled in as before; %s reviews it", shortcut.InProse(kit.Keys.Review))
	f := n.form(id)
	if f != nil {
		act = kit.Infof("as you left it")
	} else {
		sent := runfile.Line{Parts: plan.Parts, PartsBefore: plan.PartsBefore}
		f = form.NewFilled(n.host, plan.Agent, plan.Skill, plan.Input, plan.Data, formgen.LastRun, of).UseParts(sent, plan.Tag).UseFedBy(plan.FedBy)
		n.forms[id] = f
	}
	act.Push = f
	return act
}

// tagSent is the media type that was set by hand for the data; empty for the declared one.
func tagSent(sent runfile.Line, input *a2aclient.Input) safe.Raw {
	if sent.Tag == input.Tag || input.Tag.IsEmpty() && sent.Tag == safe.Text(run.Untagged) {
		return safe.Raw{}
	}
	return sent.Tag
}

// textSent is the text of a message as it was sent.
func textSent(input runfile.Line) string { return input.Text.Exact() } //nolint:forbidigo // to be sent again; the editor and the review draw it

// skillOf is what a run used of an agent: a skill, or the agent itself where id is empty.
func skillOf(card *a2aclient.Card, id safe.Raw) (skill *a2aclient.Skill, inputs []a2aclient.Input, ok bool) {
	if id.IsEmpty() {
		return nil, card.Inputs, true
	}
	if skill = card.Skill(id.Exact()); skill == nil { //nolint:forbidigo // looked up, not drawn
		return nil, nil, false
	}
	return skill, skill.Inputs, true
}
