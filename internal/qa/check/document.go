package check

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
)

// Subject is a run that has ended, or waits for an answer that its case does not have.
type Subject struct {
	Now       run.Snapshot
	Began     time.Time // of the first of its runs; zero where Now is the only one
	Timeout   bool      // the time of the case was up
	Asked     int       // how often the agent asked
	Moments   []Moment  // one for each turn that was taken
	Problem   string    // why no more turns were taken; "" for none
	Iteration int       // from 1
}

// Moment is a turn that was taken.
type Moment struct {
	Turn casefile.Turn
	Now  run.Snapshot // of the run when it reached the state; of a tagged message and of get, the result
}

// part is a part of the output, validated.
type part struct {
	kind     render.PartKind
	tag      string
	name     string // of the schema that its tag names; "" for none
	data     *ojson.Value
	text     string
	file     *render.File
	problems []schema.Problem
	fault    string // why it was not validated, of a part that has a schema

	hasSchema bool // by its tag, by the skill, or attached by the user
}

func (p *part) isValid() bool { return p.fault == "" && len(p.problems) == 0 }

// artifact is one artifact of the output, or the message that answered.
type artifact struct {
	name  string
	parts []*part
}

// result is what a run came to, read once.
type result struct {
	subject   Subject
	outcome   string
	artifacts []artifact
	states    []string
	text      string
	ask       string
	violated  []Violation
	repairs   []string
	document  *ojson.Value
}

func newResult(s Subject) *result {
	r := &result{subject: s, outcome: s.Now.Outcome()}
	if s.Timeout && s.Now.Phase == run.Errored && s.Now.State != "" {
		r.outcome = string(s.Now.State) // the last that was seen
	}
	r.readOutput()
	r.readTimeline()
	r.violated = r.violations()
	r.repairs = s.Now.Repairs
	r.document = r.build()
	return r
}

// exact is the text of an agent. Reports clean it where they write it.
func exact(text safe.Raw) string { return text.Exact() }

func (r *result) readOutput() {
	now := r.subject.Now
	card := now.Plan.Agent.Card()
	resolve := now.Plan.OutputSchemas()
	for _, a := range now.Results() {
		read := artifact{name: exact(a.Name)}
		for _, p := range a.Parts {
			if p.Kind == render.AsidePart || p.Kind == render.MetadataPart {
				continue
			}
			found := readPart(p, resolve)
			if p.Kind == render.DataPart {
				name, _, _ := card.OutputSchema(p.Tag)
				found.name = exact(name)
			}
			read.parts = append(read.parts, found)
		}
		if len(read.parts) > 0 || len(a.Parts) == 0 {
			r.artifacts = append(r.artifacts, read)
		}
	}
}

func readPart(p render.Part, resolve render.Resolver) *part {
	read := &part{kind: p.Kind, tag: exact(p.Tag)}
	switch p.Kind {
	case render.TextPart:
		read.text = exact(p.Text)
		if p.Data = resolve.AskedIn(p); p.Data == nil {
			return read
		}
	case render.FilePart:
		read.file = &p.File
		return read
	case render.DataPart:
	default:
		return read
	}
	found := resolve.Of(p)
	read.hasSchema = found.Document != nil || !found.Name.IsEmpty()
	value, err := ojson.Parse(p.Data, ojson.DataLimits)
	read.data = value
	switch {
	case err != nil:
		read.fault = "it cannot be read: " + err.Error()
	case found.Document != nil:
		if err := found.Document.Compile(); err != nil {
			read.fault = "its schema cannot be used: " + err.Error()
			break
		}
		read.problems = found.Document.Validate(value)
	case found.Reason != "":
		read.fault = "its schema cannot be used: " + found.Reason
	case read.hasSchema:
		read.fault = "the card declares no schema of that name"
	}
	return read
}

func (r *result) readTimeline() {
	var said []string
	add := func(text string) {
		if text != "" && !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	timeline := r.subject.Now.Timeline
	for i := range timeline.Len() {
		switch e := timeline.Entry(i); {
		case e.Kind == run.StateEntry && (len(r.states) == 0 || r.states[len(r.states)-1] != string(e.State)):
			r.states = append(r.states, string(e.State))
		case e.Kind == run.MessageEntry:
			add(exact(e.Text))
		}
	}
	for _, p := range r.parts() {
		add(p.text)
	}
	r.text = strings.Join(said, "\n")
	if q := r.subject.Now.Question; q != nil {
		var asked []string
		for _, p := range q.Parts {
			if p.Kind == a2a.PartText {
				asked = append(asked, exact(p.Text))
			}
		}
		r.ask = strings.Join(asked, "\n")
	}
}

func (r *result) parts() (list []*part) {
	for _, a := range r.artifacts {
		list = append(list, a.parts...)
	}
	return list
}

// dataPart is the first part whose tag names a schema, else the first with data; nil for none.
func (r *result) dataPart() *part {
	var first *part
	for _, p := range r.parts() {
		switch {
		case p.data == nil:
		case p.name != "":
			return p
		case first == nil:
			first = p
		}
	}
	return first
}

// data is the data of [result.dataPart].
func (r *result) data() *ojson.Value {
	if p := r.dataPart(); p != nil {
		return p.data
	}
	return nil
}

func member(name string, v *ojson.Value) ojson.Member {
	if v == nil {
		v = ojson.NewNull()
	}
	return ojson.Member{Name: name, Value: v}
}

func number(n int) *ojson.Value {
	v, _ := ojson.NewNumber(strconv.Itoa(n)) // always a number
	return v
}

// textOrNull is null for no text.
func textOrNull(text string) *ojson.Value {
	if text == "" {
		return ojson.NewNull()
	}
	return ojson.NewString(text)
}

func textList(list []string) *ojson.Value {
	items := make([]*ojson.Value, len(list))
	for i, text := range list {
		items[i] = ojson.NewString(text)
	}
	return ojson.NewArray(items...)
}

// build writes the verdict document.
func (r *result) build() *ojson.Value {
	now := r.subject.Now
	var artifacts []*ojson.Value
	for _, a := range r.artifacts {
		var parts []*ojson.Value
		for _, p := range a.parts {
			parts = append(parts, p.document())
		}
		artifacts = append(artifacts, ojson.NewObject(member("name", textOrNull(a.name)), member("parts", ojson.NewArray(parts...))))
	}
	var activated []string
	for _, uri := range now.Activated {
		activated = append(activated, exact(uri))
	}
	return ojson.NewObject(
		member("state", ojson.NewString(r.outcome)), member("refused", r.refusal()), member("text", ojson.NewString(r.text)), member("ask", textOrNull(r.ask)),
		member("data", r.data()), member("states", textList(r.states)), member("artifacts", ojson.NewArray(artifacts...)),
		member("ms", r.times()), member("input", input(now.Plan)), member("turns", nil),
		member("violations", violationList(r.violated)), member("repairs", textList(r.repairs)), member("events", r.events()),
		member("agent", agent(now.Plan.Agent)), member("extensions", textList(activated)), member("run", ojson.NewString(exact(now.ID))),
		member("iteration", number(r.subject.Iteration)),
	)
}

func (p *part) document() *ojson.Value {
	list := []ojson.Member{member("kind", ojson.NewString(kindName(p.kind))), member("tag", textOrNull(p.tag))}
	if p.kind == render.TextPart {
		return ojson.NewObject(append(list, member("text", ojson.NewString(p.text)))...)
	}
	if p.kind != render.DataPart {
		return ojson.NewObject(list...)
	}
	var problems []*ojson.Value
	for _, problem := range p.problems {
		problems = append(problems, ojson.NewObject(member("at", ojson.NewString(problem.Pointer)), member("message", ojson.NewString(problem.Message()))))
	}
	if p.fault != "" {
		problems = append(problems, ojson.NewObject(member("at", ojson.NewString("")), member("message", ojson.NewString(p.fault))))
	}
	list = append(list, member("schema", textOrNull(p.name)))
	if p.hasSchema {
		list = append(list, member("valid", ojson.NewBool(p.isValid())))
	}
	return ojson.NewObject(append(list, member("problems", ojson.NewArray(problems...)), member("data", p.data))...)
}

func kindName(kind render.PartKind) string {
	switch kind {
	case render.TextPart:
		return "text"
	case render.DataPart:
		return "data"
	case render.FilePart:
		return "file"
	}
	return "unknown"
}

// refusal says how the agent said no, null where it did not.
func (r *result) refusal() *ojson.Value {
	now := r.subject.Now
	var said *a2aclient.Error
	switch {
	case errors.As(now.Err, &said):
		by := "http"
		if said.Code != 0 {
			by = "rpc"
		}
		return ojson.NewObject(member("by", ojson.NewString(by)), member("code", number(said.Code)), member("status", number(said.HTTPStatus)),
			member("reason", textOrNull(exact(said.Reason))), member("message", textOrNull(exact(said.Message))))
	case now.State == a2a.StateRejected:
		return ojson.NewObject(member("by", ojson.NewString("state")), member("code", nil), member("status", nil), member("reason", nil), member("message", textOrNull(r.text)))
	}
	return nil
}

// began is when the first message was sent.
func (r *result) began() time.Time {
	if r.subject.Began.IsZero() {
		return r.subject.Now.Started
	}
	return r.subject.Began
}

func (r *result) times() *ojson.Value {
	now := r.subject.Now
	since := func(at time.Time) *ojson.Value {
		if at.IsZero() {
			return nil
		}
		return number(int(at.Sub(r.began()).Milliseconds()))
	}
	settled := now.Ended
	if !now.Phase.IsOver() || now.Phase == run.Errored {
		settled = time.Time{}
	}
	return ojson.NewObject(member("firstEvent", since(now.FirstEvent)),
		member("firstArtifact", since(now.FirstArtifact)), member("settled", since(settled)))
}

// events are the first events of the agent, in their order.
func (r *result) events() *ojson.Value {
	items := make([]*ojson.Value, len(r.subject.Now.Log))
	for i, e := range r.subject.Now.Log {
		var said *ojson.Value
		if !e.Said.IsZero() {
			said = ojson.NewString(e.Said.Format(time.RFC3339Nano))
		}
		items[i] = ojson.NewObject(member("kind", ojson.NewString(e.Kind)), member("task", textOrNull(exact(e.TaskID))), member("context", textOrNull(exact(e.ContextID))),
			member("id", textOrNull(exact(e.ID))), member("state", textOrNull(string(e.State))), member("time", said), member("ms", number(int(e.At.Sub(r.began()).Milliseconds()))))
	}
	return ojson.NewArray(items...)
}

func input(plan *run.Plan) *ojson.Value {
	if plan.Data == nil {
		return textOrNull(plan.Text)
	}
	v, _ := ojson.Parse(plan.Data, ojson.DataLimits) // it was read before
	return v
}

// address is where messages for an agent go, without a password.
func address(agent *a2aclient.Agent) string {
	at := exact(agent.Interface().URL)
	if u, err := url.Parse(at); err == nil {
		return u.Redacted()
	}
	return at
}

func agent(agent *a2aclient.Agent) *ojson.Value {
	card := agent.Card()
	digest := sha256.Sum256(card.Raw)
	return ojson.NewObject(member("name", textOrNull(exact(card.Name))), member("version", textOrNull(exact(card.Version))),
		member("url", ojson.NewString(address(agent))), member("protocol", textOrNull(exact(agent.Interface().Version))), member("binding", ojson.NewString(string(agent.Interface().Binding))),
		member("card", ojson.NewString("sha256:"+hex.EncodeToString(digest[:]))))
}

// moments checks what is expected of each turn.
func (e *evaluation) moments() {
	for i := range e.subject.Moments {
		m := &e.subject.Moments[i]
		expect := m.Turn.Expect
		if expect == nil {
			continue
		}
		turn := &evaluation{result: newResult(Subject{Now: m.Now, Began: e.began()}), expect: expect, ended: true}
		if expect.States != nil {
			turn.add(Line{Check: "state", Expected: anyOf(expect.States), Seen: turn.outcome}, slices.Contains(expect.States, turn.outcome))
		}
		turn.times()
		turn.content()
		for _, l := range turn.lines {
			l.Check = fmt.Sprintf("turn %d: %s", i+1, l.Check)
			e.lines = append(e.lines, l)
		}
	}
}

// Document is the verdict document of a run, which placeholders of later turns see.
func Document(s Subject) *ojson.Value { return newResult(s).document }

// addToDocument adds to the verdict document what the case knows: its turns and its row.
func (r *result) addToDocument(c *casefile.Case) {
	turns := make([]*ojson.Value, 0, len(r.subject.Moments))
	for _, m := range r.subject.Moments {
		seen := newResult(Subject{Now: m.Now})
		turns = append(turns, ojson.NewObject(
			member("do", ojson.NewString(string(m.Turn.Do))), member("state", ojson.NewString(seen.outcome)), member("refused", seen.refusal()),
			member("ask", textOrNull(seen.ask)), member("text", ojson.NewString(seen.text)), member("data", seen.data()),
		))
	}
	list := slices.Clone(r.document.Members())
	for i, m := range list {
		if m.Name == "turns" {
			list[i].Value = ojson.NewArray(turns...)
		}
	}
	if c.Cells != nil {
		var cells []ojson.Member
		for _, cell := range c.Cells {
			v := cell.JSON
			if v == nil {
				v = ojson.NewString(cell.Text)
			}
			cells = append(cells, member(cell.Name, v))
		}
		list = append(list, member("row", ojson.NewObject(cells...)))
	}
	r.document = ojson.NewObject(list...)
}

// LacksPromised reports whether a run ended well, and without data of a schema, though it was asked for, or the card promises nothing else.
func LacksPromised(now run.Snapshot) bool { return newResult(Subject{Now: now}).lacksPromised() }

func (r *result) lacksPromised() bool {
	if r.outcome != "completed" && r.outcome != "answered" {
		return false
	}
	promised := r.subject.Now.Plan.Promised()
	return len(promised) > 0 && !slices.ContainsFunc(r.parts(), func(p *part) bool { return p.fits(promised) })
}

// fits reports whether a part has one of the schemas of outputs: by its tag, or because a schema without a name counts for it.
func (p *part) fits(outputs []a2aclient.Output) bool {
	return p.hasSchema && slices.ContainsFunc(outputs, func(out a2aclient.Output) bool { return out.Attached != nil || exact(out.Name) == p.name })
}

// promised checks that promised data came, where the case does not say what output it expects.
func (e *evaluation) promised() {
	isBroken := slices.ContainsFunc(e.lines, func(l Line) bool { return l.Check == "output" && l.Outcome == Failed })
	if e.expect.Output != casefile.DefaultOutput || isBroken || !e.lacksPromised() {
		return
	}
	if e.subject.Now.Plan.AnswerAs != nil {
		e.add(Line{Check: "output", Expected: "valid", Seen: "no JSON, which answer-as asks for"}, false)
		return
	}
	var names []string
	for _, out := range e.subject.Now.Plan.Promised() {
		if !out.Name.IsEmpty() {
			names = append(names, exact(out.Name))
		}
	}
	e.add(Line{Check: "output", Expected: strings.TrimSpace("valid " + anyOf(names)), Seen: "no data of the schema, which the card promises"}, false)
}
