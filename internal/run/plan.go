package run

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store/runfile"
	"a2aform/render"
)

// Plan is what is to be sent, to whom, and as what.
type Plan struct {
	Agent *a2aclient.Agent
	Skill *a2aclient.Skill // nil for the agent itself
	Input *a2aclient.Input // the form that was filled in; nil for text
	Text  string           // of the message; "" for none
	Data  []byte           // the exact payload; nil for none
	Files []a2aclient.FilePart
	Parts []json.RawMessage // more parts, sent as they are
	// PartsBefore is how many of Parts come before all else.
	PartsBefore int
	AnswerAs    *AnswerAs      // what the answer to Text is to be; nil for anything
	SkillHint   bool           // the skill's id goes with any content
	Tag         safe.Raw       // of Data, in place of the tag of Input; empty for that
	Async       bool           // the agent is to answer at once, with a task
	Question    *a2a.Form      // that Data answers; nil for none
	ContextID   safe.Raw       // of the chat that the message continues; empty for a new one
	TaskID      safe.Raw       // of the task that waits for this answer; empty for a new task
	Private     bool           // it contains a secret: the run file keeps only how it ended
	Invalid     bool           // Data breaks its schema on purpose
	FedBy       *runfile.FedBy // the run whose result filled in the form; nil for none
	Earlier     safe.Raw       // the run that it was made from, which its file does not have; empty for none
	// Outputs finds the schemas of the output, for all runs of the plan; nil for one of each run.
	Outputs render.Resolver

	request *a2aclient.Request
}

// Notice says in our words what the agent's binding cannot carry of the data, "" where it
// carries all. It shows nothing of private data.
func (p *Plan) Notice() string {
	if p.Agent == nil {
		return ""
	}
	notice := p.Agent.DataNotice(p.Data)
	for _, part := range p.Parts {
		notice = cmp.Or(notice, p.Agent.DataNotice(part))
	}
	if notice != "" && p.Private {
		return p.Agent.Notice()
	}
	return notice
}

// CanRepeat reports a plan that began a task and can begin another one.
func (p *Plan) CanRepeat() bool {
	return p != nil && p.Agent != nil && p.TaskID.IsEmpty() && (p.Data != nil || p.Text != "" || len(p.Files)+len(p.Parts) > 0)
}

// OutputSchemas finds the schemas of the output.
func (p *Plan) OutputSchemas() render.Resolver {
	schemas := p.Outputs
	if schemas == nil {
		schemas = OutputSchemas(p.Agent.Card(), p.Skill)
	}
	if p.AnswerAs == nil {
		return schemas
	}
	return func(tag safe.Raw) render.Schema {
		if mediatype := a2a.ParseMediaType(tag.Exact()); mediatype.HasSchema {
			return schemas(tag)
		}
		return render.Schema{Name: safe.Text("you asked for"), Asked: p.AnswerAs.Schema}
	}
}

// Repeat is the same plan for a new message.
func (p *Plan) Repeat() *Plan {
	again := *p
	again.request = nil
	return &again
}

// Request is the message as it will be sent. Its ids are fixed the first time,
// so that what is reviewed is what is sent.
func (p *Plan) Request() *a2aclient.Request {
	if p.request != nil {
		return p.request
	}
	p.request = &a2aclient.Request{MessageID: a2aclient.NewID(), Text: p.Text, Data: p.Data, Files: p.Files, Parts: p.Parts, PartsBefore: p.PartsBefore, Tag: p.Tag, TaskID: p.TaskID, ContextID: p.ContextID, AnyData: p.Invalid}
	r := p.request
	if p.Async {
		r.Mode = a2aclient.ModePoll // streams last as long as the task
	}
	if !p.TaskID.IsEmpty() { // an answer is never tagged (seed 000 §3)
		if p.Question != nil {
			p.answerForm(r, *p.Question)
		}
		return r
	}
	if in := p.Input; in != nil && in.AsText {
		r.Text, r.Data = in.Text(p.Data), nil
	} else if in != nil && in.Form != nil {
		putInMetadata(r, *in.Form)
	} else if in != nil && r.Tag.IsEmpty() {
		r.Tag = in.Tag
	}
	if r.Data != nil && r.Tag.IsEmpty() {
		r.Tag = safe.Text(Untagged)
	}
	if p.Skill != nil {
		r.SkillID, r.SkillHint = p.Skill.ID.Exact(), p.SkillHint
	}
	if as := p.AnswerAs; as != nil && r.Text != "" {
		r.AnswerSchema = as.Schema
		if as.InText || p.Agent != nil && !p.Agent.CarriesAnswerSchema() {
			r.Text = as.Text(r.Text)
		}
	}
	return r
}

// Untagged marks data that follows a schema without a name: there is no name to tag it with.
const Untagged = "application/json"

// Asked is what is asked for in short: the leading values of the payload, or the text; empty
// where that is secret.
func (p *Plan) Asked() safe.Raw {
	const shown, read = 240, 64 << 10 // bytes
	if p.Private || len(p.Data) > read {
		return safe.Raw{}
	}
	text := p.Text
	if p.Input != nil && p.Input.Template != nil && p.Data != nil {
		text = p.Input.Text(p.Data)
	} else if v, err := ojson.Parse(p.Data, ojson.DataLimits); err == nil {
		return safe.Text(v.Leading(shown))
	}
	return safe.Text(strings.ToValidUTF8(text[:min(len(text), shown)], ""))
}

// Message is what was written in full where it was a text; where it was data, what [Plan.Asked] says of it.
func (p *Plan) Message() safe.Raw {
	if p.Private || p.Data != nil || p.Text == "" {
		return p.Asked()
	}
	return safe.Text(strings.ToValidUTF8(p.Text, "\uFFFD"))
}

// Form is the form of the plan with what it sends; nil where there is none.
func (p *Plan) Form() *formgen.Form {
	if p.Data == nil || p.Input == nil {
		return nil
	}
	doc, err := schema.Load(p.Input.Schema)
	if err != nil {
		return nil
	}
	value, err := ojson.Parse(p.Data, ojson.DataLimits)
	if err != nil {
		return nil
	}
	form := formgen.New(doc)
	form.Load(value)
	return form
}

// Preview is the exact HTTP request that starting the run will make.
func (p *Plan) Preview() (*a2aclient.Preview, error) {
	if p.Agent == nil {
		return nil, errors.New("no agent is open")
	}
	return p.Agent.Preview(p.Request())
}

// isTagged reports whether the data names its schema, for which seed 000 §3
// wants a task in answer.
func (p *Plan) isTagged() bool { return p.Input != nil && !p.Input.Name.IsEmpty() }

// answerForm gives the data of an answer the shape that the agent asks for.
func (p *Plan) answerForm(request *a2aclient.Request, asked a2a.Form) {
	if request.Data == nil && len(request.Files) == 0 {
		if value, ok := asked.Choice(request.Text); ok {
			request.Text, request.Data = "", value
		}
	}
	if request.Data == nil || p.Agent == nil || putInMetadata(request, asked) {
		return
	}
	if text, ok := asked.TextAnswer(request.Data); ok {
		request.Text, request.Data = text, nil
		return
	}
	data, metadata := asked.Answer(request.Data)
	if metadata == nil {
		request.Data = data
		return
	}
	part := p.Agent.EncodePart(a2aclient.Part{Data: data, Metadata: metadata})
	request.Data, request.Parts = nil, slices.Insert(slices.Clone(request.Parts), request.PartsBefore, part)
	request.PartsBefore++
}

// putInMetadata moves the data to the metadata of the message, where the form is of an extension that takes it there.
func putInMetadata(request *a2aclient.Request, form a2a.Form) bool {
	uri, answer, ok := form.MetadataAnswer(request.Data)
	if ok {
		request.Data, request.Metadata = nil, []a2aclient.Metadata{{Key: uri, Value: answer}}
	}
	return ok
}
