package present

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/tomlfile"
)

// Show is a script with all that is needed to play it.
type Show struct {
	*Script
	Card   *a2aclient.Card
	Away   error // why the agent of the script is not spoken to; nil where it is
	Scenes []*Scene
	Notes  []string // what is worth knowing before it begins
}

// Scene is one message and what comes of it.
type Scene struct {
	Plan      *run.Plan // its agent is that of the recording where the real one is away
	Away      error     // why the agent is not spoken to; nil where it is
	Recording *run.Recording
	Answers   []Step
	// From is the earlier scene whose result filled in the form of the recorded run; -1 for none.
	From int
	fed  *runfile.FedBy
	info runfile.Info
}

// Open makes a show of a script. Dial opens an agent that the script names, "" for its own; where that fails, each of its scenes needs a
// recorded run. It is called once for each name. The problems are those of the script.
func Open(s *Script, dial func(ref string) (*a2aclient.Agent, error)) (*Show, []*tomlfile.Problem, error) {
	type dialed struct {
		agent *a2aclient.Agent
		err   error
	}
	known := map[string]dialed{}
	opened := func(ref string) (*a2aclient.Agent, error) {
		d, ok := known[ref]
		if !ok {
			d.agent, d.err = dial(ref)
			known[ref] = d
		}
		return d.agent, d.err
	}
	agent, away := opened("")
	show := &Show{Script: s, Away: away}
	if agent != nil {
		show.Card = agent.Card()
	}
	r := &tomlfile.Reader{Path: s.Path}
	for i, step := range s.Steps {
		if step.Show != Form {
			continue
		}
		agent, away := opened(step.Agent)
		scene := &Scene{Away: away, Answers: s.answers(step.Scene), From: -1}
		if step.Run != "" {
			scene.Recording = openRun(r, &step, len(scene.Answers))
			show.findFeeder(scene, step.Run)
		}
		show.Scenes = append(show.Scenes, scene)
		switch {
		case len(r.Problems) > 0:
			continue
		case agent == nil && scene.Recording == nil:
			return nil, nil, fmt.Errorf("step %d has no recorded run, and the agent is away: %w", i+1, away)
		}
		show.plan(r, scene, &step, agent)
	}
	if show.Card == nil && len(show.Scenes) > 0 && show.Scenes[0].Recording != nil {
		show.Card = show.Scenes[0].Recording.Plan().Agent.Card()
	}
	if show.Card == nil && len(r.Problems) == 0 {
		return nil, nil, away
	}
	return show, r.Problems, nil
}

// findFeeder finds the earlier scene whose recorded run filled in the form of a scene's.
func (show *Show) findFeeder(scene *Scene, path string) {
	info, err := runfile.Peek(path)
	if err != nil {
		return // opening the run says so
	}
	scene.info = info
	if info.FedBy == nil {
		return
	}
	for i, earlier := range show.Scenes {
		if earlier.info.ID == info.FedBy.Run {
			scene.From, scene.fed = i, info.FedBy
		}
	}
}

// Feed puts into a scene's form what the result of the scene before it has now in place of what it had when both were recorded. Where
// the form does not take that, it stays as it was recorded.
func (show *Show) Feed(i int, now *run.Snapshot) {
	scene := show.Scenes[i]
	before := show.Scenes[scene.From].Recording.Run().Snapshot()
	output := func(s run.Snapshot) *ojson.Value { return check.Document(check.Subject{Now: s}).Get("data") }
	data := runner.Refill(scene.Plan.Data, scene.fed, output(before), output(*now))
	value, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return
	}
	if plan, err := newPlan(scene.Plan.Agent, scene.Plan.Skill, value, scene.Plan.Text); err == nil {
		fed := *scene.fed
		fed.Run = now.ID
		plan.AnswerAs, plan.FedBy = scene.Plan.AnswerAs, &fed
		scene.Plan = plan
	}
}

// Fed says which part of the result of the scene before fills in the form of a scene, "" for nothing.
func (s *Scene) Fed() string {
	if s.From < 0 {
		return ""
	}
	return s.fed.Part()
}

// openRun opens the recorded run of a form, which must have gone well.
func openRun(r *tomlfile.Reader, step *Step, answers int) *run.Recording {
	at := step.node.Get("run")
	rec, err := run.OpenRecording(step.Run)
	if err != nil {
		r.Problemf(at, "the recorded run cannot be opened: %s", safe.Text(err.Error()).Line(0))
		return nil
	}
	switch end := rec.Run().Snapshot(); {
	case rec.Plan().Private:
		r.Problemf(at, "the form of this run held a secret, so nothing of it was recorded: record another one")
	case end.Phase != run.Answered && end.State != a2a.StateCompleted:
		r.Problemf(at, "this run ended as %s: record one that is completed", safe.Text(end.Outcome()).Line(40))
	case end.Answers > answers:
		r.Problemf(at, "in this run the agent asked %d times: write a step with show = %q for each, between this form and the next", end.Answers, Answer)
	}
	return rec
}

// plan makes what a scene sends.
func (show *Show) plan(r *tomlfile.Reader, scene *Scene, step *Step, agent *a2aclient.Agent) {
	rec := scene.Recording
	if agent == nil {
		agent = rec.Plan().Agent
	}
	var skill *a2aclient.Skill
	switch {
	case step.Skill != "":
		skill = agent.Card().SkillNamed(step.Skill)
	case rec != nil && rec.Plan().Skill != nil:
		skill = agent.Card().Skill(rec.Plan().Skill.ID.Exact())
	}
	if skill == nil && step.Skill != "" {
		r.Problemf(step.node.Get("skill"), "%s", agent.Card().NoSkill(step.Skill))
		return
	}
	value, text, err := content(step, skill, rec)
	if err == nil {
		scene.Plan, err = newPlan(agent, skill, value, text)
	}
	if err == nil && value == nil {
		scene.Plan.AnswerAs, err = answerAs(step, rec)
	}
	switch {
	case err != nil && scene.Away != nil:
		scene.Plan = rec.Plan()
	case err != nil:
		r.Problemf(step.node, "the form cannot be sent: %s", safe.Text(err.Error()).Line(0))
	case rec != nil && rec.Plan().Input != nil && scene.Plan.Input != nil && store.SchemaDigest(rec.Plan().Input.Schema) != store.SchemaDigest(scene.Plan.Input.Schema):
		show.Notes = append(show.Notes, fmt.Sprintf("the form of %s has changed since its run was recorded: record it again", skill.Name.Line(60)))
	}
}

// answerAs is what the answer to a text is to be, by the script or by the recorded run.
func answerAs(step *Step, rec *run.Recording) (*run.AnswerAs, error) {
	switch {
	case step.AnswerAs != "":
		return run.ParseAnswerAs(step.AnswerAs)
	case rec != nil:
		return rec.Plan().AnswerAs, nil
	}
	return nil, nil
}

// content is what a step fills in: JSON, or a text.
func content(step *Step, skill *a2aclient.Skill, rec *run.Recording) (value *ojson.Value, text string, err error) {
	data, text := step.Value, step.Text
	switch {
	case step.Example > 0 && (skill == nil || step.Example > len(skill.Examples)):
		return nil, "", fmt.Errorf("the skill has no example %d", step.Example)
	case step.Example > 0:
		text = skill.Examples[step.Example-1].Exact()
		if v, err := ojson.Parse([]byte(text), ojson.DataLimits); err == nil && (v.Is(ojson.Object) || v.Is(ojson.Array)) {
			return v, "", nil
		}
	case data == nil && text == "":
		data, text = rec.Plan().Data, rec.Plan().Text
	}
	if data == nil {
		return nil, text, nil
	}
	value, err = ojson.Parse(data, ojson.DataLimits)
	return value, text, err
}

// newPlan is what is sent with a value, by the first form of the skill that takes it.
func newPlan(agent *a2aclient.Agent, skill *a2aclient.Skill, value *ojson.Value, text string) (*run.Plan, error) {
	plan := &run.Plan{Agent: agent, Skill: skill, Text: text}
	if value == nil {
		return plan, nil
	}
	inputs := agent.Card().Inputs
	if skill != nil {
		inputs = skill.Inputs
	}
	err := errors.New("the skill has no form")
	for i := range inputs {
		doc, failed := schema.Load(inputs[i].Schema)
		if failed != nil {
			err = failed
			continue
		}
		form := formgen.New(doc)
		form.Load(value)
		data, failed := form.Submit()
		if failed == nil {
			plan.Input, plan.Data, plan.Private = &inputs[i], data, form.HasSecret()
			return plan, nil
		}
		err = failed
	}
	return nil, err
}

// Rehearse plays each scene that has no recorded run at an agent, and records it in a store for the stage.
func (show *Show) Rehearse(ctx context.Context, agent *a2aclient.Agent, keep *store.Store) error {
	for _, scene := range show.Scenes {
		if scene.Recording != nil {
			continue
		}
		plan := *scene.Plan.Repeat()
		plan.Agent = agent
		r := run.Start(ctx, &plan, run.Options{Store: keep, Record: true})
		for _, answer := range scene.Answers {
			r.Wait(ctx)
			if err := r.Answer(answer.Text, answer.Value); err != nil {
				break // the recording says how it ended
			}
		}
		r.Wait(ctx)
		r.Close()
		rec, err := run.OpenRecording(r.CompleteFile())
		if err != nil {
			return fmt.Errorf("rehearse: %w", err)
		}
		scene.Recording = rec
	}
	return nil
}

// Act is a scene on stage: a live run, or the recorded one from where the live one failed.
type Act struct {
	scene    *Scene
	patience time.Duration
	poke     chan struct{} // an answer was given

	mu     sync.Mutex // of what follows; Next itself has one caller at a time
	run    *run.Run
	replay *run.Replay // nil while it is live
	why    string
	wanted int // answers that the presenter gave
	given  int // answers that reached the run
	events int
	heard  time.Time // of the last event
}

// Begin sends the message of a scene, or plays its recorded run where the agent is away.
func (show *Show) Begin(ctx context.Context, scene *Scene, o run.Options) *Act {
	a := &Act{scene: scene, patience: show.Patience, poke: make(chan struct{}, 1), heard: time.Now()}
	if scene.Away != nil {
		a.fallBack("the agent is away: " + safe.Text(scene.Away.Error()).Line(0).String())
		return a
	}
	a.run = run.Start(ctx, scene.Plan, o)
	return a
}

// Run is the run that is shown: the live one, or what the recorded one is played to.
func (a *Act) Run() *run.Run {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.run
}

// Why says why the recorded run is shown, "" while the run is live.
func (a *Act) Why() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.why
}

// Trouble says why a live run that no recorded one can replace does not go on, "" while it does.
func (a *Act) Trouble() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.scene.Recording != nil {
		return ""
	}
	return a.failure(a.run.Snapshot())
}

// Answer gives the next answer of the scene, as soon as the agent asks.
func (a *Act) Answer() {
	a.mu.Lock()
	a.wanted = min(a.wanted+1, len(a.scene.Answers))
	a.mu.Unlock()
	select {
	case a.poke <- struct{}{}:
	default:
	}
}

// IsOver reports that nothing more will happen.
func (a *Act) IsOver() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.run.Snapshot()
	return now.Phase.IsOver() && (a.replay == nil || a.replay.Left() == 0) && (a.scene.Recording == nil || a.failure(now) == "")
}

// Close ends the connection; the task at the agent is left alone.
func (a *Act) Close() { a.Run().Close() }

// pollTime is how long Next waits where nothing happens.
const pollTime = 200 * time.Millisecond

// Next waits for what happens next, and sees to it that something does. It belongs in a command.
func (a *Act) Next(ctx context.Context) {
	a.mu.Lock()
	wait := a.wait()
	wake := a.run.Wake()
	a.mu.Unlock()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return
	case <-a.poke:
	case <-wake:
	case <-timer.C:
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.replay != nil {
		a.step()
		return
	}
	a.follow()
}

// The recorded waits are kept between these, so that everybody can follow and nobody waits long.
const (
	minStep = 350 * time.Millisecond
	maxStep = 2 * time.Second
)

// wait is how long it takes until something is due.
func (a *Act) wait() time.Duration {
	if a.replay == nil || a.replay.Left() == 0 || a.isAsking() {
		return pollTime
	}
	recorded, _ := a.replay.Wait()
	return min(max(recorded, minStep), maxStep)
}

// isAsking reports a recorded run that waits for the presenter's answer.
func (a *Act) isAsking() bool { return a.run.Snapshot().Phase == run.Paused && a.given >= a.wanted }

// step plays the recorded run until something is seen of it.
func (a *Act) step() {
	if a.isAsking() {
		return
	}
	before := a.run.Snapshot()
	if before.Phase == run.Paused {
		a.given++
	}
	for a.replay.Step() {
		now := a.run.Snapshot()
		if now.Phase == run.Paused && before.Phase == run.Paused {
			continue // up to the answer
		}
		if now.Phase != before.Phase || now.Events != before.Events || now.Timeline.Len() != before.Timeline.Len() {
			return
		}
	}
}

// follow answers a live run that asks, and replaces one that fails.
func (a *Act) follow() {
	now := a.run.Snapshot()
	if now.Events != a.events || now.Answers != a.given {
		a.events, a.heard = now.Events, time.Now()
	}
	if now.Phase == run.Paused && a.given < a.wanted {
		answer := a.scene.Answers[a.given]
		if a.run.Answer(answer.Text, answer.Value) == nil {
			a.given++
			a.heard = time.Now()
		}
		return
	}
	if why := a.failure(now); why != "" && a.scene.Recording != nil {
		a.run.Close()
		a.fallBack(why)
	}
}

// maxReconnects is how often a lost stream is opened again before the agent counts as away.
const maxReconnects = 1

// failure says why a live run does not go on; "" where it does, and for a recorded one.
func (a *Act) failure(now run.Snapshot) string {
	goesOn := now.Phase == run.Sending || now.Phase == run.Working
	switch {
	case a.replay != nil:
		return ""
	case now.Phase == run.Errored:
		return safe.Text(now.Err.Error()).Line(0).String()
	case now.Phase == run.Settled && now.State != a2a.StateCompleted:
		return "the task ended as " + string(now.State)
	case now.Phase == run.Paused && a.given >= len(a.scene.Answers):
		return "the agent asks, and the script has no answer"
	case now.Reconnects > maxReconnects:
		return "the connection to the agent was lost"
	case goesOn && time.Since(a.heard) > a.patience:
		return fmt.Sprintf("the agent was silent for %s", a.patience)
	}
	return ""
}

// fallBack goes on with the recorded run, from as far as the live one came.
func (a *Act) fallBack(why string) {
	a.why, a.replay = why, a.scene.Recording.Replay()
	a.run = a.replay.Run()
	given := 0
	for now := a.run.Snapshot(); now.Events < a.events || given < a.given; now = a.run.Snapshot() {
		paused := now.Phase == run.Paused
		if paused && given >= a.given || !a.replay.Step() {
			return
		}
		if paused && a.run.Snapshot().Phase != run.Paused {
			given++
		}
	}
}

// Cue is what the presenter needs to know at a moment, and the audience does not see. It goes to the notes in a second terminal.
type Cue struct {
	Step    int       `json:"step"` // from 1
	Of      int       `json:"of"`
	Script  string    `json:"script"`
	Shows   string    `json:"shows"`
	Caption string    `json:"caption"`
	Notes   string    `json:"notes"`
	Next    string    `json:"next"`           // the caption of the next step
	Source  string    `json:"source"`         // live, recorded, or failed where nothing was recorded; "" before anything was sent
	Why     string    `json:"why,omitempty"`  // the run is not live
	State   string    `json:"state"`          // of the task
	Blank   bool      `json:"blank"`          // the audience sees nothing
	Remarks []string  `json:"remarks"`        // on the script
	Began   time.Time `json:"began,omitzero"` // the presentation
}
