package runner

import (
	"errors"
	"slices"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/diff"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store/runfile"
	"a2aform/render"
)

// FromRun is the case that a run makes: its input and answers, and as expectations its state, its tags and whether its output is
// valid.
func FromRun(sent *run.Plan, now run.Snapshot) (*casefile.Case, error) {
	c, err := fromPlan(sent)
	switch {
	case err != nil:
		return nil, err
	case !now.Phase.IsOver() && now.Phase != run.Paused, now.Phase == run.Errored && now.Outcome() != run.Refused && now.Outcome() != run.Crashed:
		return nil, errors.New("the run is " + now.Outcome() + ", which leaves nothing to expect")
	}
	for i := range now.Timeline.Len() {
		if e := now.Timeline.Entry(i); e.Kind == run.UserEntry {
			c.Turns = append(c.Turns, turnOf(raw(e.Text)))
		}
	}
	expectOutput(c, sent, now)
	return c, nil
}

// fromPlan is the case that sends what a message does. It expects what every case does.
func fromPlan(sent *run.Plan) (*casefile.Case, error) {
	switch {
	case sent.Private:
		return nil, errors.New("the form holds a secret, so its input is not kept")
	case len(sent.Parts) > 0:
		return nil, errors.New("there are more parts than the data or the text, which a case cannot hold")
	case len(sent.Files) > 0:
		return nil, errors.New("there are files, whose content a case cannot hold")
	case sent.Data == nil && sent.Text == "":
		return nil, errors.New("there is no data and no text")
	case sent.Data != nil && sent.Text != "":
		return nil, errors.New("there are data and text, which a case of this version cannot hold")
	}
	c := &casefile.Case{Input: casefile.Input{Text: sent.Text, SkillHint: sent.SkillHint}, Repeat: 1}
	if as := sent.AnswerAs; as != nil {
		c.Input.AnswerAs, c.Input.AnswerInText = as.Portable(), as.InText
	}
	if sent.Skill != nil {
		c.Skill = raw(sent.Skill.ID)
	}
	if sent.Data != nil {
		c.Input.Data = sent.Data
		if err := describeInput(c, sent); err != nil {
			return nil, err
		}
		if sent.Input != nil && !sent.Tag.IsEmpty() && sent.Tag != sent.Input.Tag {
			return nil, errOtherTag
		}
	}
	return c, nil
}

// raw is text of an agent or a user, which a case holds as it is.
func raw(text safe.Raw) string { return text.Exact() }

// describeInput says which form the data fills in, and whether it breaks its schema.
func describeInput(c *casefile.Case, sent *run.Plan) error {
	if sent.Input == nil {
		return errors.New("the data has no schema, which a case of this version cannot hold")
	}
	if sent.Skill != nil && len(sent.Skill.Inputs) > 1 || sent.Skill == nil && len(sent.Agent.Card().Inputs) > 1 {
		c.Schema = raw(sent.Input.Name)
	}
	doc, err := schema.Load(sent.Input.Schema)
	if err != nil {
		return err
	}
	v, err := ojson.Parse(sent.Data, ojson.DataLimits)
	if err != nil {
		return err
	}
	c.Input.Invalid = !sent.Input.IsGuess && len(doc.Validate(v)) > 0
	return nil
}

// turnOf is an answer: an object is data.
func turnOf(said string) casefile.Turn {
	if v, err := ojson.Parse([]byte(said), ojson.DataLimits); err == nil && v.Is(ojson.Object) {
		return casefile.Turn{Data: v.Compact()}
	}
	return casefile.Turn{Text: said}
}

// expectOutput expects what the run came to.
func expectOutput(c *casefile.Case, sent *run.Plan, now run.Snapshot) {
	if !c.Input.Invalid || now.Outcome() != "rejected" {
		c.Expect.States = []string{now.Outcome()}
	}
	card := sent.Agent.Card()
	for _, a := range now.Results() {
		for _, p := range a.Parts {
			name, _, _ := card.OutputSchema(p.Tag)
			if p.Kind == render.DataPart && !name.IsEmpty() && !slices.Contains(c.Expect.Schemas, raw(name)) {
				c.Expect.Schemas = append(c.Expect.Schemas, raw(name))
			}
		}
	}
	switch {
	case now.Problems > 0:
		c.Expect.Output = casefile.InvalidOutput
	case len(c.Expect.Schemas) > 0:
		c.Expect.Output = casefile.ValidOutput
	case check.LacksPromised(now):
		c.Expect.Output = casefile.AnyOutput
	}
}

// DraftSource is the message, or the run, that a case is made from.
type DraftSource struct {
	Plan *run.Plan
	Now  *run.Snapshot // how the run ended; nil for a message that was not sent
}

// errOtherTag is the error of data that was sent with another tag than its form has.
var errOtherTag = errors.New("the data was sent with another tag than its schema has, which a case cannot contain")

// OpenSource reads the source from the file of a run. It refuses a run that sent more than its file contains.
func OpenSource(path string) (*DraftSource, error) {
	var input runfile.Line
	_ = runfile.Read(path, func(l runfile.Line) bool { // opening the run reports damage
		if l.Kind == runfile.Input {
			input = l
		}
		return l.Kind != runfile.Input && l.Kind != runfile.Event
	})
	switch {
	case len(input.Files) > 0:
		return nil, errors.New("the run sent files, whose content is not kept with it")
	case input.Dropped > 0:
		return nil, errors.New("the run sent parts that are too large to be kept with it")
	}
	rec, err := run.OpenRecording(path)
	if err != nil {
		return nil, err
	}
	if rec.Damaged != nil {
		return nil, rec.Damaged
	}
	if plan := rec.Plan(); plan.Data != nil && !input.Tag.IsEmpty() && input.Tag != plan.Request().Tag {
		return nil, errOtherTag
	}
	now := rec.Run().Snapshot()
	return &DraftSource{Plan: rec.Plan(), Now: &now}, nil
}

// Case is the case of a source, with all that it can expect but values.
func (s *DraftSource) Case() (*casefile.Case, error) {
	if s.Now == nil {
		return fromPlan(s.Plan)
	}
	return FromRun(s.Plan, *s.Now)
}

// variedFormats are the formats of texts that an agent makes anew for each answer.
var variedFormats = []string{"date-time", "uuid"}

// ExpectSame makes a case expect the output of the source again, which goes to a golden file. It reports whether there is any. Ids
// and times in the output may differ, as long as they are ids and times.
func (s *DraftSource) ExpectSame(c *casefile.Case, file string) bool {
	output := check.Golden(*s.Now)
	if output.Get("artifacts").Len() == 0 {
		return false
	}
	c.Expect.Same = &casefile.Same{File: file}
	for _, name := range variedFormats {
		if hasFormat(output, schema.FormatChecker(name).Validate) {
			c.Expect.Same.Formats = append(c.Expect.Same.Formats, name)
		}
	}
	return true
}

// hasFormat reports whether a text of a value passes a check.
func hasFormat(v *ojson.Value, check func(any) error) bool {
	for _, m := range v.Members() {
		if hasFormat(m.Value, check) {
			return true
		}
	}
	return slices.ContainsFunc(v.Items(), func(item *ojson.Value) bool { return hasFormat(item, check) }) ||
		v.Is(ojson.String) && check(v.Text()) == nil
}

// Time limits that are learned leave room for an agent or a network that is slower on another day.
const (
	timeFactor   = 3 // of the slowest repeat
	minTimeLimit = 2 * time.Second
)

// Learn fits the expectations of a case to repeats of it: what varies in the output is not compared, and the times are limits. It
// returns what varies. The case expects the output of its source, which is one of those that are compared.
func (s *DraftSource) Learn(c *casefile.Case, repeats []Attempt) []diff.VaryingPlace {
	golden := check.Golden(*s.Now)
	outputs := []*ojson.Value{golden}
	var settled, first time.Duration
	for _, a := range repeats {
		outputs = append(outputs, a.Golden)
		settled = max(settled, milliseconds(a.Document, "settled"))
		first = max(first, milliseconds(a.Document, "firstArtifact"))
	}
	c.Expect.Settled, c.Expect.FirstArtifact = timeLimit(settled), timeLimit(first)
	places := diff.Varying(outputs)
	if c.Expect.Same == nil {
		return places
	}
	c.Expect.Same.Formats = nil // the places say it better
	for _, p := range places {
		if at := pattern(golden, p); !slices.Contains(c.Expect.Same.Ignore, at) {
			c.Expect.Same.Ignore = append(c.Expect.Same.Ignore, at)
		}
	}
	return places
}

func milliseconds(document *ojson.Value, name string) time.Duration {
	d, _ := time.ParseDuration(document.At("/ms/"+name).Text() + "ms") // 0 where it was not reached
	return d
}

func timeLimit(slowest time.Duration) time.Duration {
	if slowest == 0 {
		return 0
	}
	return max((timeFactor*slowest).Truncate(time.Second)+time.Second, minTimeLimit)
}

// pattern is the pattern of a place that varies. What varies in one item of a list of the data may vary in each, and a list whose
// length varies varies as a whole.
func pattern(output *ojson.Value, p diff.VaryingPlace) (at string) {
	steps, isData := ojson.Tokens(p.At), false
	isMissing := slices.ContainsFunc(p.Values, func(v diff.VaryingValue) bool { return v.JSON == nil })
	for i, step := range steps {
		isItem := output.Is(ojson.Array)
		if isItem && isMissing && i == len(steps)-1 {
			return at
		}
		output = output.At(ojson.Pointer("", step))
		if isItem && isData {
			step = "*"
		}
		at = ojson.Pointer(at, step)
		isData = isData || step == "data" && !isItem
	}
	return at
}

// Card is the card of the agent; nil where none was opened.
func (r *Result) Card() *a2aclient.Card {
	if r.agent == nil {
		return nil
	}
	return r.agent.Card()
}

// InputSchema is the schema of what the case sends; the zero Schema where it has none.
func (r *Result) InputSchema() render.Schema {
	if r.plan == nil || r.plan.Input == nil || r.plan.Data == nil {
		return render.Schema{}
	}
	doc, err := schema.Load(r.plan.Input.Schema)
	if err != nil {
		return render.Schema{}
	}
	return render.Schema{Name: r.plan.Input.Name, Document: doc}
}

// Curl is the first message as a command of curl, with variables in place of secrets; "" where none can be shown.
func (r *Result) Curl() string {
	if r.plan == nil || r.plan.Private {
		return ""
	}
	command, err := r.plan.Curl()
	if err != nil {
		return ""
	}
	return command
}

// OutputSchema is the schema of data with a tag that the agent returned; the zero Schema where the tag names none.
func (r *Result) OutputSchema(tag safe.Raw) render.Schema {
	if r.plan == nil {
		return render.Schema{}
	}
	return r.plan.OutputSchemas()(tag)
}
