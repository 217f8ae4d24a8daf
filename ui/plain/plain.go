// Package plain is the program line by line: the same form model, runs and
// results as on the screens, as prompts and text. It is for screen readers,
// simple terminals and answers that come through a pipe. It moves no cursor, and
// writes no control character but the new line. Colors and the marks of prompts
// (OSC 133) are written only if [Options] has them.
//
// The prompts read their lines themselves. huh's fields have an accessible mode,
// but (v2.0.3) each of its prompts reads ahead with a scanner of its own and so
// swallows the piped answers of the next, takes the end of the input for an empty
// answer, trims texts, asks for passwords on a terminal only, and knows no
// difference between an empty text, null and nothing.
//
// The package knows the form model. It knows no JSON Schema keyword, no HTTP, and
// nothing of the screens.
package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/qa/doctor"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/render/draw"
)

// Options are what a session needs from around it.
type Options struct {
	In  io.Reader
	Out io.Writer
	// IsPiped says that answers do not show by themselves, so that they are written
	// behind their prompts.
	IsPiped bool
	// HasMarks says that the terminal knows where prompts, answers and output begin
	// by OSC 133, so that it can jump between them.
	HasMarks bool
	// Secret reads a line that is not shown, and leaves the terminal as it was also
	// when the context ends; nil reads it like others.
	Secret func(context.Context) (string, error)

	Ref  string   // the agent to open; "" asks for one
	Refs []string // agents that were opened before, to choose from
	// Open reads a card and chooses how its agent is spoken to; the notes are in our
	// words.
	Open func(ctx context.Context, ref string) (agent *a2aclient.Agent, notes []string, err error)

	Store      *store.Store // nil keeps nothing
	Record     bool         // keep a file of each run
	SkipReview bool
	NoDrafts   bool       // keep nothing of a form that is not sent
	NoBrief    bool       // do not say what long tables come to
	Passing    bool       // the agent has another address the next time
	Skill      string     // of the agent, to use first; "" asks
	Width      int        // of results, in columns
	Wrap       int        // the columns of a terminal, between whose words lines are wrapped; 0 for none
	Style      draw.Style // of results; the zero value has no colors
}

// session is one agent, used once or several times.
type session struct {
	filler
	opts     Options
	agent    *a2aclient.Agent
	isTaught bool // how a form is answered was said

	chat chat
}

// Run goes from the choice of an agent to a result, as often as is wished. It
// fails with an [*EndError] where the input ends too early, and with what broke
// off the last run.
func Run(ctx context.Context, o Options) error {
	t := &terminal{ctx: ctx, in: bufio.NewReader(o.In), out: o.Out, isPiped: o.IsPiped, hasMarks: o.HasMarks, width: o.Wrap, secret: o.Secret}
	s := &session{filler: filler{t}, opts: o}
	err := s.run()
	if errors.Is(err, t.err) {
		return err
	}
	return errors.Join(err, t.err)
}

func (s *session) run() error {
	s.printf("a2aform, line by line. Ctrl+C quits.")
	ref := s.opts.Ref
	if ref == "" {
		var err error
		if ref, err = s.chooseAgent(); err != nil {
			return err
		}
		s.opts.Ref = ref
	}
	agent, notes, err := s.opts.Open(s.ctx, ref)
	if err != nil {
		return err
	}
	s.agent = agent
	defer agent.Close()
	s.printCard(notes)
	for {
		if err := s.use(); err != nil {
			return err
		}
		again, err := s.yes("Send something else to this agent", false)
		var end *EndError
		if err != nil && !errors.As(err, &end) {
			return err
		}
		if !again {
			return nil
		}
	}
}

// chooseAgent asks for one that was opened before, by its number, or for another.
func (s *session) chooseAgent() (string, error) {
	known := make([]choice, len(s.opts.Refs))
	for i, ref := range s.opts.Refs {
		known[i].label = safe.Text(ref).Line(200).String()
	}
	s.list(known)
	for {
		answer, err := s.ask("Agent (URL, host, card file, saved name or number)")
		if err != nil {
			return "", err
		}
		if i := pick(answer, known); i >= 0 {
			return s.opts.Refs[i], nil
		}
		if answer != "" {
			return answer, nil
		}
	}
}

func (s *session) printCard(notes []string) {
	card := s.agent.Card()
	s.printf("%s", oneLine(card.Name, "unnamed agent"))
	if about := card.Description; !about.IsEmpty() {
		s.printf("%s", about.Line(safe.TextLimit()))
	}
	i := s.agent.Interface()
	s.printf("%s", safe.Text(fmt.Sprintf("%s, %s at %s", card.Dialect, i.Binding, i.URL)).Line(0))
	for _, text := range doctor.OpenedLines(card, append(notes, card.Warnings...)) {
		s.printf("! %s", text)
	}
	s.printf("")
}

func oneLine(r safe.Raw, otherwise string) string {
	if r.IsEmpty() {
		return otherwise
	}
	return r.Line(safe.TextLimit()).String()
}

// skillInput is one way to use the agent: a form, or plain text, of a skill or of the
// agent itself.
type skillInput struct {
	skill     *a2aclient.Skill
	input     *a2aclient.Input // nil for plain text
	takesText bool             // in place of the form
	choice
}

// skillInputs are all there are, in the order of the card.
func skillInputs(card *a2aclient.Card) (list []skillInput) {
	add := func(skill *a2aclient.Skill, name string, inputs []a2aclient.Input, text bool, about safe.Raw) {
		note := about.Summary().Line(safe.TextLimit()).String()
		for i := range inputs {
			label := name
			if len(inputs) > 1 {
				label += ", " + oneLine(inputs[i].Name, "unnamed form")
			}
			list = append(list, skillInput{skill, &inputs[i], text, choice{label, note}})
		}
		if len(inputs) == 0 {
			list = append(list, skillInput{skill, nil, false, choice{name, note}})
			if skill != nil && skill.JSON {
				in := a2aclient.JSONInput(skill.ID)
				list = append(list, skillInput{skill, &in, false, choice{name + ", as JSON", note}})
			}
		}
	}
	for i := range card.Skills {
		skill := &card.Skills[i]
		add(skill, oneLine(skill.Name, "unnamed skill"), skill.Inputs, skill.Text, skill.Description)
	}
	if card.TakesMore() {
		add(nil, oneLine(card.Name, "the agent itself"), card.Inputs, card.Text, safe.Text("Send a message to the agent itself."))
	}
	return list
}

// use goes from a skill to its result.
func (s *session) use() error {
	list := skillInputs(s.agent.Card())
	choices := make([]choice, len(list))
	for i, w := range list {
		choices[i] = w.choice
	}
	s.printf("Skills:")
	s.list(choices)
	if i := slices.IndexFunc(list, func(w skillInput) bool { return w.takesText }); i >= 0 && s.opts.Skill == "" {
		s.printf("Plain text in place of a form: add t to the number, such as %dt.", i+1)
	}
	i, isText, err := s.chooseSkill(list, choices)
	if err != nil {
		return err
	}
	s.printf("")
	if isText {
		s.printf("%s, in plain text", list[i].label)
	} else {
		s.printf("%s", list[i].label)
	}
	if isText || list[i].input == nil {
		return s.useText(list[i])
	}
	return s.useForm(list[i])
}

// chooseSkill takes the skill that was named at the start, once; then it asks. A number with a t
// behind it asks for plain text.
func (s *session) chooseSkill(list []skillInput, choices []choice) (i int, isText bool, err error) {
	skill := s.opts.Skill
	if s.opts.Skill = ""; skill != "" {
		named := s.agent.Card().SkillNamed(skill)
		i := slices.IndexFunc(list, func(w skillInput) bool { return w.skill == named })
		if named == nil || i < 0 {
			return 0, false, &InputError{s.agent.Card().NoSkill(skill).Error()}
		}
		return i, false, nil
	}
	i, err = s.choose("Skill", len(choices), func(answer string) int {
		number, ok := strings.CutSuffix(answer, "t")
		n, err := strconv.Atoi(number)
		isText = ok && err == nil && n >= 1 && n <= len(list) && list[n-1].takesText
		if isText {
			return n - 1
		}
		return pick(answer, choices)
	})
	return i, isText, err
}

// notSecret are the member names that the user said contain no secret for this agent.
func (s *session) notSecret() []string {
	credentials, err := auth.NewCredentialSet(s.agent.Interface().URL)
	if err != nil {
		return nil
	}
	return s.opts.Store.NotSecret(credentials.Origin())
}

func (s *session) useForm(w skillInput) error {
	doc, err := schema.Load(w.input.Schema)
	if err != nil {
		return fmt.Errorf("the schema %s cannot be used: %w", oneLine(w.input.Name, "of this skill"), err)
	}
	doc.SetNotSecret(s.notSecret())
	doc.SetNumberWarning(s.agent.NumberWarning())
	form := formgen.New(doc)
	if w.input.IsNoted() {
		s.printf("! %s", w.input.Rule)
	}
	s.introduce(form)
	kept := s.keep(form, w)
	defer func() {
		s.before = nil
		kept.release()
	}()
	for {
		data, err := s.complete(form, w.input.IsGuess)
		if err != nil {
			return err
		}
		plan := &run.Plan{Agent: s.agent, Skill: w.skill, Input: w.input, Data: data, Private: form.HasSecret()}
		switch send, err := s.review(plan, form); {
		case err != nil || send == keepBack:
			return err
		case send == sendNow:
			return s.send(plan, kept.sent)
		}
	}
}

// introduce says how the form is answered, and what its schema gets wrong.
func (s *session) introduce(form *formgen.Form) {
	if about := words.Help(form.Root()).String(); about != "" {
		s.printf("%s", strings.Join(strings.Fields(about), " "))
	}
	for _, n := range form.Notices() {
		s.printf("! %s", n.Text)
	}
	if s.isTaught {
		return
	}
	s.isTaught = true
	s.printf(`Press Enter to skip an optional field or to keep the value in [ ]. Text in quotes is read as JSON: "" is empty text.`)
	s.printf("")
}

// complete asks for the fields until the form can be sent.
func (s *session) complete(form *formgen.Form, isGuess bool) ([]byte, error) {
	if err := s.fill(form.Root(), 0); err != nil {
		return nil, err
	}
	for {
		data, err := form.Submit()
		if err != nil && isGuess {
			data, err = form.SubmitAnyway(form.Validate()())
		}
		var refused *formgen.Refused
		if !errors.As(err, &refused) || len(refused.Problems) == 0 {
			return data, err
		}
		s.printf("")
		for _, line := range refused.Lines() {
			s.printf("✗ %s", line.Text)
		}
		if err := s.askAgain(form, refused.Problems); err != nil {
			return nil, err
		}
	}
}

// askAgain asks once more for the fields with problems, and for the fields in them.
func (s *session) askAgain(form *formgen.Form, problems []formgen.Located) error {
	var asked []string
	for _, p := range problems {
		at := p.Field.Pointer()
		within := func(above string) bool { return at == above || strings.HasPrefix(at, above+"/") }
		if form.At(at) != p.Field || slices.ContainsFunc(asked, within) {
			continue // an answer before took it away, or was about it
		}
		asked = append(asked, at)
		if err := s.fill(p.Field, 0); err != nil {
			return err
		}
	}
	return nil
}
