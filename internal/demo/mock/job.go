package mock

import (
	"encoding/json"
	"slices"
	"strings"

	"a2aform/internal/demo/server"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// job is the work on one input.
type job struct {
	agent    *Agent
	skill    *skill
	seed     uint64
	recorded *Recorded       // nil for none
	drawn    map[string]bool // whether a fault acts, by its name
}

// is reports whether a fault acts on the job. One that acts by chance is drawn once for each job.
func (j *job) is(fault string) bool {
	acts, drawn := j.drawn[fault]
	if !drawn {
		acts = j.agent.faults.is(fault, j.skill.id)
		if j.drawn == nil {
			j.drawn = map[string]bool{}
		}
		j.drawn[fault] = acts
	}
	return acts
}

// run works on the input: states, questions, results, the end.
func (j *job) run(r *server.Run) {
	var asks []string
	if j.recorded != nil {
		asks = j.recorded.Asks
	}
	switch {
	case j.is("auth"):
		r.Pause(server.StateSigningIn, "Sign in to go on.", func(r *server.Run, _ server.Message) { j.work(r, asks) })
		return
	case j.is("ask"):
		asks = append([]string{"Shall I go on?"}, asks...)
	}
	j.work(r, asks)
}

// work asks what there is to ask, one question at a time, and then gives the results.
func (j *job) work(r *server.Run, asks []string) {
	if len(asks) > 0 {
		r.Ask(asks[0], func(r *server.Run, _ server.Message) { j.work(r, asks[1:]) })
		return
	}
	if j.is("reject") { // before any work, so that nobody takes the task for accepted
		r.Reject("Rejected.")
		return
	}
	words := []string{"Working on it…"}
	if j.recorded != nil && len(j.recorded.Words) > 0 {
		words = j.recorded.Words
	}
	for _, said := range words {
		r.Enter(server.StateWorking, said)
		r.Step()
	}
	if !j.is("fail") && j.end() == server.StateCompleted {
		j.results(r)
	}
	switch {
	case j.is("fail"):
		r.Enter(server.StateFailed, "It failed.")
	default:
		r.Enter(j.end(), "")
	}
}

// end is the state in which the task ends.
func (j *job) end() server.State {
	if j.recorded != nil && j.recorded.State != "" {
		return server.State(j.recorded.State)
	}
	return server.StateCompleted
}

// results sends the artifacts.
func (j *job) results(r *server.Run) {
	if j.is("empty") {
		return
	}
	for _, artifact := range j.artifacts() {
		r.Add(server.Event{Artifact: &artifact, LastChunk: true})
	}
}

// artifacts are the results, by what is known of them.
func (j *job) artifacts() []server.Artifact {
	if j.recorded != nil {
		list := slices.Clone(j.recorded.Artifacts)
		for i := range list {
			list[i].Parts = slices.Clone(list[i].Parts)
			for n := range list[i].Parts {
				j.spoil(&list[i].Parts[n])
			}
		}
		return list
	}
	name, doc := "", j.skill.output
	if len(j.skill.outputs) > 0 {
		name = j.skill.outputs[0]
		doc = j.agent.schemas[name]
	}
	var output json.RawMessage
	if doc != nil {
		output = j.generate(doc)
	}
	if output == nil {
		return []server.Artifact{{ID: "result", Name: "Result", Parts: []server.Part{server.TextPart("This is what " + j.agent.name + " would answer.")}}}
	}
	part := server.Part{Data: output}
	if name != "" {
		part.Metadata = tag(name)
	}
	j.spoil(&part)
	return []server.Artifact{{ID: "result", Name: "Result", Parts: []server.Part{part}}}
}

// spoil makes the faults of data: it breaks its schema, or has another tag or none.
func (j *job) spoil(part *server.Part) {
	mime, _ := ojson.Parse(part.Metadata, ojson.DataLimits)
	_, name, isTagged := strings.Cut(mime.Get("mimeType").Text(), ";schema=")
	doc := j.agent.schemas[name]
	if !isTagged {
		doc = j.skill.output
	}
	if part.Data != nil && doc != nil && j.is("invalid-output") {
		part.Data = broken(doc, part.Data)
	}
	switch {
	case !isTagged:
	case j.is("untagged"):
		part.Metadata = nil
	case j.is("undeclared-tag"):
		part.Metadata = tag(name + "V2")
	}
}

func tag(schema string) json.RawMessage {
	return server.Encode(map[string]string{"mimeType": server.TagOf(schema)})
}

// generate makes a value: the first example of the schema that is valid, else one by the seed.
func (j *job) generate(doc *schema.Document) json.RawMessage {
	for _, example := range doc.Raw().Get("examples").Items() {
		if len(doc.Validate(example)) == 0 {
			return example.Compact()
		}
	}
	if j.agent.o.Sample == nil {
		return nil
	}
	v, err := j.agent.o.Sample(doc, j.seed)
	if err != nil {
		j.agent.o.Log("no result for " + j.skill.id + ": " + err.Error())
		return nil
	}
	return v.Compact()
}

// broken is a value that breaks the schema: the valid one with a member of another type, or another value altogether.
func broken(doc *schema.Document, valid json.RawMessage) json.RawMessage {
	v, err := ojson.Parse(valid, ojson.DataLimits)
	if err != nil {
		return valid
	}
	wrong := []*ojson.Value{ojson.NewObject(ojson.Member{Name: "unexpected", Value: ojson.NewNull()}), ojson.NewString("not what the schema says"), ojson.NewNull(), ojson.NewArray(), ojson.NewBool(true)}
	var tries []*ojson.Value
	for _, m := range v.Members() {
		for _, other := range wrong {
			tries = append(tries, with(v, ojson.Member{Name: m.Name, Value: other}))
		}
	}
	for _, try := range append(tries, wrong...) {
		if len(doc.Validate(try)) > 0 {
			return try.Compact()
		}
	}
	return valid
}
