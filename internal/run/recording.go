package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// Recording is a run file that was read. It is opened without a network: all that came
// is in the file, and the card in it or stored with the runs.
type Recording struct {
	head  runfile.Line
	lines []runfile.Line // all but the head, the card and the input
	plan  *Plan
	// Damaged says how far the file could be read, nil for all of it.
	Damaged error
	// Cardless says that the file contains no card and that the one it names is not
	// stored here, so that results are shown without their schemas.
	Cardless bool
}

// ErrRecording says that a recording was asked to do what only a live run can.
var ErrRecording = fmt.Errorf("this run is opened from its file: %w", a2aclient.ErrOffline)

// OpenRecording reads a run file. What is damaged at its end is left out.
func OpenRecording(path string) (*Recording, error) {
	rec := &Recording{}
	var card, input runfile.Line
	err := runfile.Read(path, func(line runfile.Line) bool {
		switch line.Kind {
		case runfile.Head:
			rec.head = line
		case runfile.Card:
			card = line
		case runfile.Input:
			input = line
		case runfile.Tool, runfile.Check, runfile.Note:
		default:
			rec.lines = append(rec.lines, line)
		}
		return true
	})
	var damaged *runfile.DamagedRun
	if err != nil && !errors.As(err, &damaged) {
		return nil, err
	}
	rec.Damaged = err
	card.Raw = store.ReadCard(path, card)
	if err := rec.makePlan(card, input); err != nil {
		return nil, err
	}
	return rec, nil
}

// makePlan makes of the file what was planned.
func (rec *Recording) makePlan(card, input runfile.Line) error {
	read, err := a2aclient.Parse(card.Raw, rec.head.Source.Exact())
	if err != nil {
		rec.Cardless = true
		if read, err = a2aclient.Parse(rec.placeholderCard(), rec.head.Source.Exact()); err != nil {
			return fmt.Errorf("the run cannot be opened: %w", err)
		}
	}
	agent, err := dialOffline(read, card, rec.head.Skill)
	if err != nil {
		return fmt.Errorf("the run cannot be opened: %w", err)
	}
	read = agent.Card() // with the schemas of the user
	rec.plan = &Plan{Agent: agent, Text: input.Text.Exact(), Data: input.Raw, Private: rec.head.Private, Parts: input.Parts, PartsBefore: input.PartsBefore, SkillHint: input.SkillHint, AnswerAs: AnswerAsOf(input), FedBy: rec.head.FedBy}
	if input.Exact != "" {
		rec.plan.Data = []byte(input.Exact)
	}
	inputs := read.Inputs
	if !rec.head.Skill.IsEmpty() {
		rec.plan.Skill = rec.skillOf(read)
		inputs = rec.plan.Skill.Inputs
	}
	rec.plan.Input = rec.inputOf(inputs)
	if input.MessageID != "" {
		rec.plan.Request().MessageID = input.MessageID
	}
	return nil
}

// skillOf returns the skill that was used, or one of the same id if the card does not have
// it.
func (rec *Recording) skillOf(card *a2aclient.Card) *a2aclient.Skill {
	for i := range card.Skills {
		if runfile.Truncated(card.Skills[i].ID) == rec.head.Skill {
			return &card.Skills[i]
		}
	}
	return &a2aclient.Skill{ID: rec.head.Skill, Name: rec.head.Skill}
}

// inputOf returns the form that was filled in, by the name and the digest of its schema, nil
// if there was none or the card does not have it. Older run files have the digest of a
// schema with its white space, which the card in them has lost: there, a name that only one
// form has is enough.
func (rec *Recording) inputOf(inputs []a2aclient.Input) *a2aclient.Input {
	if rec.head.Input == "" {
		return nil
	}
	var named []*a2aclient.Input
	for i := range inputs {
		if runfile.Truncated(inputs[i].Name) != rec.head.Schema {
			continue
		}
		if store.IsSchemaDigest(rec.head.Input, inputs[i].Schema) {
			return &inputs[i]
		}
		named = append(named, &inputs[i])
	}
	if len(named) == 1 && !rec.head.Schema.IsEmpty() { // a schema that a user attached has no name
		return named[0]
	}
	return nil
}

// placeholderCard returns a card in place of one that was not kept.
func (rec *Recording) placeholderCard() []byte {
	address := "http://localhost/"
	if i := slices.IndexFunc(rec.lines, func(l runfile.Line) bool { return !l.URL.IsEmpty() }); i >= 0 {
		address = rec.lines[i].URL.Exact()
	}
	card, err := json.Marshal(map[string]any{
		"name": rec.head.Agent, "version": "", "skills": []any{},
		"supportedInterfaces": []any{map[string]string{"url": address, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}},
	})
	if err != nil {
		return nil
	}
	return card
}

// dialOffline is an agent as it was spoken to, over a network that is not there.
func dialOffline(card *a2aclient.Card, line runfile.Line, skill safe.Raw) (*a2aclient.Agent, error) {
	options := []a2aclient.Option{a2aclient.WithTransport(noNetwork{})}
	if line.Binding != "" {
		options = append(options, a2aclient.WithBinding(a2aclient.Binding(line.Binding)))
	}
	if !line.Protocol.IsEmpty() {
		options = append(options, a2aclient.WithVersion(line.Protocol.Exact()))
	}
	if out := line.Output; out != nil {
		options = append(options, a2aclient.WithOutputSchema(skill.Exact(), out.Schema, out.From.Line(0).String()))
	}
	return card.Dial(options...)
}

// noNetwork refuses every request.
type noNetwork struct{}

func (noNetwork) RoundTrip(*http.Request) (*http.Response, error) { return nil, ErrRecording }

// Began is when the run began.
func (rec *Recording) Began() time.Time { return rec.head.Time }

// Plan is what was sent: the payload exactly, and to which skill. Its agent is
// that of the recording, which sends nothing.
func (rec *Recording) Plan() *Plan { return rec.plan }

// Source is where the card was read.
func (rec *Recording) Source() safe.Raw { return rec.head.Source }

// Run is the run as it stood when the file ended.
func (rec *Recording) Run() *Run {
	replay := rec.Replay()
	for replay.Step() {
	}
	return replay.Run()
}

// newReplayRun returns the run before anything has happened.
func (rec *Recording) newReplayRun() *Run {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	done := &exchange{ctx: ctx, cancel: cancel, done: make(chan struct{})}
	close(done.done)
	plan := *rec.plan
	r := &Run{plan: &plan, ctx: ctx, cancel: cancel, wake: make(chan struct{}, 1), current: done}
	if rec.head.Private {
		r.traffic.hide()
	}
	r.state = state{Snapshot: Snapshot{ID: rec.head.ID, Plan: &plan, Phase: Sending, Started: rec.head.Time}, offline: true}
	if rec.isFollowed() {
		r.state.Phase = Working
	}
	r.setClock(func() time.Time { return rec.head.Time })
	return r
}

// isFollowed reports a task that was there already: the run begins with no
// message of its own.
func (rec *Recording) isFollowed() bool {
	sent := len(rec.lines) > 0 && rec.lines[0].Kind == runfile.Request
	return !sent && rec.plan.Data == nil && rec.plan.Text == "" && !rec.head.Private
}

// recorded is the error of a run that is over.
type recorded struct {
	text      safe.Raw
	unsettled bool
}

// Error is the text as it was, as far as it can be drawn: the file may come from
// others.
func (e *recorded) Error() string { return e.text.Block(0).String() }

// Is distinguishes an unknown outcome from a refusal.
func (e *recorded) Is(target error) bool { return e.unsettled && target == a2aclient.ErrUnsettled }
