package run

import (
	"bytes"
	"strings"
	"sync"

	"a2aform/internal/limit"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
)

// Document is the visible contents of the run's artifacts, or of the message
// it was answered with. It decodes and validates what is new since the last call,
// so it belongs in a command, not in a draw loop.
func (r *Run) Document() *render.Document {
	snapshot := r.Snapshot()
	results := snapshot.Results()
	for _, validate := range with(&r.drawn, r.plan, results, (*render.Builder).Validations) {
		validate() // who wants an early document does not wait for it
	}
	return with(&r.drawn, r.plan, results, (*render.Builder).Document)
}

// Early is the document before large data of it is validated, for a screen that shows the one of [Run.Document] after it.
func (r *Run) Early() *render.Document {
	snapshot := r.Snapshot()
	return with(&r.drawn, r.plan, snapshot.Results(), (*render.Builder).Early)
}

// drawn is what was made of the results of a run for the screen, which takes long: others wait
// for it, and the run goes on.
type drawn struct {
	mu      sync.Mutex
	builder *render.Builder // nil for nothing yet
}

// with makes something of the results of a run by its builder.
func with[T any](d *drawn, plan *Plan, results []render.Artifact, of func(*render.Builder, []render.Artifact) T) T {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.builder == nil {
		d.builder = render.NewBuilder(plan.OutputSchemas())
	}
	return of(d.builder, results)
}

func (d *drawn) drop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.builder = nil
}

func renderPart(p a2a.Part) render.Part {
	if title, data, ok := p.ToolCall(); ok {
		return render.Part{Kind: render.AsidePart, Title: title, Text: safe.Text(string(data)), Data: data}
	}
	switch p.Kind {
	case a2a.PartText:
		if p.IsThought() {
			return render.Part{Kind: render.AsidePart, Tag: p.MediaType, Text: p.Text}
		}
		return render.Part{Kind: render.TextPart, Tag: p.MediaType, Text: p.Text}
	case a2a.PartData:
		own, data := sentSchema(p)
		data, told := withoutQuotes(data)
		return render.Part{Kind: render.DataPart, Tag: p.MediaType, Data: data, Schema: own, Told: told}
	case a2a.PartFile:
		return render.Part{Kind: render.FilePart, Tag: p.MediaType, File: render.NewFile(p.File.Name, p.MediaType, p.File.URL, p.File.Base64)}
	}
	return render.Part{Kind: render.UnknownPart, Tag: p.MediaType, Data: p.Raw}
}

// withoutQuotes takes data that is a text of a JSON object or list for that, as agents send it that encode twice. Told says so.
func withoutQuotes(data []byte) (inner []byte, told string) {
	if !ojson.IsString(data) || len(data) > limit.DataBytes.Int() {
		return data, ""
	}
	text := []byte(strings.TrimSpace(ojson.TextOf(data)))
	if len(text) == 0 || text[0] != '{' && text[0] != '[' || !ojson.IsValid(text) {
		return data, ""
	}
	return text, "the data is JSON in a text; here it is as data"
}

// sentSchema returns the schema that came with the data of a part, nil for none, and what it
// describes. Pydantic AI sends {"result": value} with the schema of the value alone.
func sentSchema(p a2a.Part) (own, data []byte) {
	if !bytes.Contains(p.Metadata, []byte("chema\"")) {
		return nil, p.Data
	}
	metadata, err := ojson.Parse(p.Metadata, ojson.DataLimits)
	if err != nil {
		return nil, p.Data
	}
	for _, name := range []string{"json_schema", "jsonSchema", "schema"} {
		sent := metadata.Get(name)
		if !sent.Is(ojson.Object) {
			continue
		}
		if wrapped := onlyMember(p.Data, "result"); wrapped != nil && !sent.Get("properties").Get("result").Exists() {
			return sent.Compact(), wrapped
		}
		return sent.Compact(), p.Data
	}
	return nil, p.Data
}

// onlyMember returns the value of the member of an object that has no other, nil for any other value.
func onlyMember(data []byte, name string) []byte {
	r := ojson.NewReader(data)
	if !r.Enter('{') || !r.Member() || string(r.Key) != name {
		return nil
	}
	value := r.Value()
	if r.Member() {
		return nil
	}
	return value
}

// OutputSchemas finds the output schema of a tag on the card. Each is loaded once, also where several goroutines ask.
// Data without a schema follows that of the skill, where the skill has one of
// its own (seed 001).
func OutputSchemas(card *a2aclient.Card, skill *a2aclient.Skill) render.Resolver {
	var mu sync.Mutex
	known := map[safe.Raw]render.Schema{}
	return func(tag safe.Raw) render.Schema {
		mu.Lock()
		defer mu.Unlock()
		if s, ok := known[tag]; ok {
			return s
		}
		name, raw, declared := card.OutputSchema(tag)
		s := render.Schema{Name: name}
		if out := attachedOutput(card, skill); out != nil {
			raw, declared = out.Attached, true
			s.Name = safe.Text(out.Rule)
		}
		if !declared && name.IsEmpty() && skill != nil && skill.Output != nil {
			raw, declared = skill.Output, true
			s = render.Schema{Name: safe.Text("output of " + skill.ID.Exact()), Assumed: true}
		}
		if declared {
			doc, err := schema.Load(raw)
			if err != nil {
				s.Reason = err.Error()
			} else {
				s.Document = doc
			}
		}
		known[tag] = s
		return s
	}
}

// Promised returns the schemas of which data must come: the one that was asked for, or those of which the agent promises data, where it
// declares no other output; nil for none.
func (p *Plan) Promised() []a2aclient.Output {
	switch {
	case p.AnswerAs != nil:
		return []a2aclient.Output{{Attached: p.AnswerAs.Schema}}
	case p.Skill != nil && p.Skill.OnlySchemas:
		return p.Skill.Outputs
	case p.Skill == nil && p.Agent != nil && p.Agent.Card().OnlySchemas:
		return p.Agent.Card().Outputs
	}
	return nil
}

// attachedOutput is the schema that the user attached to what a skill answers with, or to what
// the agent itself does; nil for none.
func attachedOutput(card *a2aclient.Card, skill *a2aclient.Skill) *a2aclient.Output {
	outputs := card.Outputs
	if skill != nil {
		outputs = skill.Outputs
	}
	if len(outputs) > 0 && outputs[0].Attached != nil {
		return &outputs[0]
	}
	return nil
}
