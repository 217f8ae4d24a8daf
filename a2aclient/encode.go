package a2aclient

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Preview is exactly the request that [Agent.Run] will send for r. It fails
// where r cannot be said in the agent's dialect. It fixes r.MessageID.
func (a *Agent) Preview(r *Request) (*Preview, error) {
	a = a.spoken()
	c, err := a.sendCall(r)
	if err != nil {
		return nil, err
	}
	p := &Preview{Method: c.verb, URL: c.url, Header: a.protocol.header(c), Body: c.body, call: c}
	a.opts.credentials.Preview(p.Header, c.url, c.required)
	if r.Data != nil && !a.protocol.wrappedData && !a.protocol.sessions {
		p.Tag = r.Tag
	}
	return p, nil
}

// sendCall encodes a message. It is the only encoder of messages, so that what
// is previewed is what is sent.
func (a *Agent) sendCall(r *Request) (*call, error) {
	if err := a.check(r); err != nil {
		return nil, err
	}
	if r.MessageID == "" {
		r.MessageID = NewID()
	}
	if a.protocol.sessions {
		id := r.ContextID.Exact()
		if id == "" {
			id = newSession
		}
		return a.sessionMessage(id, r), nil
	}
	op := opSend
	if a.streams(r) {
		op = opStream
	}
	c := a.newCall(op, r.TaskID.Exact())
	c.send, c.required = true, a.card.required(a.card.Skill(r.SkillID))
	if r.Extensions != nil {
		c.extensions = r.Extensions
	}
	e := a.openBody(c, r.MessageID, len(r.Text)+len(r.Data))
	e.name("message")
	a.encodeMessage(e, r)
	if a.protocol.contextBeside && !r.ContextID.IsEmpty() {
		e.member("contextId", r.ContextID.Exact())
	}
	a.encodeConfiguration(e, r, c.stream)
	e.metadata(a.opts.metadata)
	c.body = a.protocol.closeBody(e)
	return c, nil
}

// encodeConfiguration writes the configuration of a message, unless it is empty.
func (a *Agent) encodeConfiguration(e *encoder, r *Request, isStream bool) {
	modes := a.acceptedModes(r)
	if a.protocol.nonBlocking == "" || len(modes) == 0 && isStream {
		return
	}
	e.object("configuration")
	if len(modes) > 0 {
		e.list("acceptedOutputModes")
		for _, mode := range modes {
			e.text(mode)
		}
		e.close(']')
	}
	if !isStream {
		e.raw([]byte(a.protocol.nonBlocking))
	}
	e.close('}')
}

// acceptedModes are the output modes of the skill, or of the agent, with JSON first where the
// answer is to follow a schema. None are known of the skill that a task is about.
func (a *Agent) acceptedModes(r *Request) []string {
	var modes []string
	if r.TaskID.IsEmpty() {
		modes = a.card.outputModes
		if skill := a.card.Skill(r.SkillID); skill != nil && r.SkillID != "" {
			modes = skill.outputModes
		}
	}
	switch {
	case r.AnswerSchema == nil:
		return modes
	case len(modes) == 0:
		return []string{jsonMode, "text/plain"}
	}
	others := slices.DeleteFunc(slices.Clone(modes), func(mode string) bool { return mode == jsonMode })
	return append([]string{jsonMode}, others...)
}

const jsonMode = "application/json"

// metadata writes the member of that name, the values as they are; nothing for an empty list.
func (e *encoder) metadata(list []Metadata) {
	if len(list) == 0 {
		return
	}
	e.object("metadata")
	for _, m := range list {
		e.rawMember(m.Key, m.Value)
	}
	e.close('}')
}

func (a *Agent) streams(r *Request) bool {
	return r.Mode == ModeStream || r.Mode == ModeAuto && a.Streams()
}

// check refuses what the dialect cannot carry, before anything is sent.
func (a *Agent) check(r *Request) error {
	if r.Text == "" && r.Data == nil && len(r.Files)+len(r.Parts)+len(r.Metadata) == 0 {
		return errors.New("there is nothing to send: provide text, data or a file")
	}
	if len(r.Parts) > 0 && a.protocol.sessions {
		return fmt.Errorf("%s has no message parts: send text, data or files", a.protocol.dialect)
	}
	if err := checkFiles(r.Files); err != nil {
		return err
	}
	for _, uri := range r.Extensions {
		if !headerSafe(uri) {
			return fmt.Errorf("the extension %s cannot be named in a header", safe.Text(uri).Line(0))
		}
	}
	for _, m := range slices.Concat(a.opts.metadata, r.Metadata) {
		if !ojson.IsValid(m.Value) {
			return fmt.Errorf("the metadata %s is not JSON", safe.Text(m.Key).Line(200))
		}
	}
	if err := a.checkAnswerSchema(r); err != nil {
		return err
	}
	if r.Data == nil {
		return nil
	}
	if !ojson.IsValid(r.Data) {
		return errors.New("the data is not JSON: correct it, then send again")
	}
	named := a2a.ParseMediaType(r.Tag.Exact()).HasSchema
	if !r.AnyData && a.TakesOnlyObjects(r.Tag) && firstByte(r.Data) != '{' {
		why := fmt.Sprintf("%s carries only objects as data", a.protocol.dialect)
		if named {
			why = "data for a named schema must be an object (object schemas extension, section 2)"
		}
		return fmt.Errorf("%s: this value is not one, so it is not sent", why)
	}
	return nil
}

func (a *Agent) checkAnswerSchema(r *Request) error {
	switch {
	case r.AnswerSchema == nil:
		return nil
	case !ojson.IsValid(r.AnswerSchema):
		return errors.New("the schema for the answer is not JSON")
	case r.Text == "":
		return errors.New("a schema for the answer goes with a text, and this message has none")
	}
	return nil
}

// CarriesAnswerSchema reports whether the agent's binding can carry a schema for the answer
// beside the text. Otherwise the schema can only be written into the text.
func (a *Agent) CarriesAnswerSchema() bool { return a.spoken().protocol.carriesAnswerSchema() }

func (p *protocol) carriesAnswerSchema() bool { return !p.sessions && !p.wrappedData }

// TakesOnlyObjects reports that data under a tag must be an object: the tag names a
// schema, or the protocol version carries nothing else.
func (a *Agent) TakesOnlyObjects(tag safe.Raw) bool {
	return a.spoken().protocol.objectsOnly || a2a.ParseMediaType(tag.Exact()).HasSchema
}

// headerSafe reports whether s may be one entry of a header's list.
func headerSafe(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f || s[i] == ',' {
			return false
		}
	}
	return s != ""
}

func (a *Agent) encodeMessage(e *encoder, r *Request) {
	a.protocol.open(e, "message")
	e.member("messageId", r.MessageID)
	if !r.TaskID.IsEmpty() {
		e.member("taskId", r.TaskID.Exact())
	}
	if !r.ContextID.IsEmpty() && !a.protocol.contextBeside {
		e.member("contextId", r.ContextID.Exact())
	}
	e.member("role", a.protocol.roleUser)
	e.list(a.protocol.parts)
	a.encodeParts(e, r)
	e.close(']')
	needsSkill := r.Data != nil && !r.Tag.IsEmpty() && !a2a.ParseMediaType(r.Tag.Exact()).HasSchema
	metadata := slices.Clone(r.Metadata)
	if r.SkillID != "" && (needsSkill || r.SkillHint) {
		metadata = append(metadata, skillID(r.SkillID))
	}
	e.metadata(metadata)
	e.close('}')
}

// skillID is the member of metadata that names the skill.
func skillID(id string) Metadata {
	return Metadata{Key: "skillId", Value: ojson.NewString(id).Compact()}
}

func (a *Agent) encodeParts(e *encoder, r *Request) {
	asTheyAre := func(parts []json.RawMessage) {
		for _, p := range parts {
			e.raw(p)
		}
	}
	before := min(r.PartsBefore, len(r.Parts))
	asTheyAre(r.Parts[:before])
	if r.Data != nil {
		a.encodeData(e, r.Data, r.Tag, nil)
	}
	if r.Text != "" || r.Data == nil && len(r.Files)+len(r.Parts) == 0 {
		a.protocol.encodeText(e, r.Text, safe.Raw{}, r.AnswerSchema)
	}
	for _, f := range r.Files {
		a.protocol.encodeFile(e, f)
	}
	asTheyAre(r.Parts[before:])
}

// Part is one part of a message: text, data or a file.
type Part struct {
	Text string
	Data json.RawMessage
	File *FilePart
	Tag  safe.Raw // the media type of Text or Data; empty for none

	Metadata json.RawMessage // an object with the metadata of Data without a tag; nil for none
}

// EncodePart is a part as [Request.Parts] takes it.
func (a *Agent) EncodePart(p Part) json.RawMessage {
	a = a.spoken()
	e := &encoder{}
	switch {
	case p.File != nil:
		a.protocol.encodeFile(e, *p.File)
	case p.Data != nil:
		a.encodeData(e, p.Data, p.Tag, p.Metadata)
	default:
		a.protocol.encodeText(e, p.Text, p.Tag, nil)
	}
	return e.b
}

// encodeText writes a text part: its tag, or the schema that the answer to it is to follow.
func (p *protocol) encodeText(e *encoder, text string, tag safe.Raw, answerSchema []byte) {
	p.open(e, "text")
	e.member("text", text)
	switch {
	case answerSchema != nil && p.carriesAnswerSchema():
		name := "mimeType"
		if p.mediaType {
			name = "mediaType"
		}
		e.object("metadata")
		e.member(name, jsonMode)
		e.rawMember("schema", answerSchema)
		e.close('}')
	case tag.IsEmpty():
	case p.mediaType:
		e.member("mediaType", tag.Exact())
	default:
		e.object("metadata")
		e.member("mimeType", tag.Exact())
		e.close('}')
	}
	e.close('}')
}

// encodeData writes a data part: the data byte for byte, and its tag or its metadata.
func (a *Agent) encodeData(e *encoder, data []byte, tag safe.Raw, metadata []byte) {
	a.protocol.open(e, "data")
	defer e.close('}')
	if a.protocol.wrappedData {
		e.object("data")
		e.rawMember("data", data)
		e.close('}')
		return
	}
	e.rawMember("data", data)
	if metadata != nil {
		e.rawMember("metadata", metadata)
	}
	if !tag.IsEmpty() {
		if a.protocol.partType {
			e.member("mimeType", tag.Exact())
		}
		e.object("metadata")
		e.member("mimeType", tag.Exact())
		e.close('}')
		// A strict server answers -32005 to a mediaType that its card does not
		// list among the agent's own modes.
		if a.protocol.mediaType && a.card.declaresInputMode(tag.Exact()) {
			e.member("mediaType", tag.Exact())
		}
	}
}

// SendResponse is a task or a message, as name says, in the form of the answer to a send:
// A2A 1.0 has a member of that name around it (§3.2.1), other versions have none.
func (a *Agent) SendResponse(name string, raw json.RawMessage) json.RawMessage {
	if a.spoken().protocol.version != "1.0" || raw == nil {
		return raw
	}
	e := &encoder{}
	e.open('{')
	e.rawMember(name, raw)
	e.close('}')
	return e.b
}

// open begins an object, which says its kind where the dialect has that.
func (p *protocol) open(e *encoder, kind string) {
	e.open('{')
	if p.kinds {
		e.member("kind", kind)
	}
}

// firstByte is the first byte of a JSON text that is not white space.
func firstByte(b []byte) byte {
	for _, c := range b {
		switch c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

func (c *Card) declaresInputMode(tag string) bool {
	for _, m := range c.inputModes {
		if m == tag {
			return true
		}
	}
	return false
}

// extensions are the URIs to activate: those of the card that we follow, and
// the ones that the user asked for.
func (a *Agent) extensions() []string {
	uris := a.card.knownExtensions()
	for _, uri := range a.opts.extensions {
		if !slices.Contains(uris, uri) {
			uris = append(uris, uri)
		}
	}
	return uris
}

// Missing are the extensions that the agent requires and that are neither known
// nor asked for: it may refuse messages (A2A 1.0 §3.3.4).
func (a *Agent) Missing() []safe.Raw {
	var missing []safe.Raw
	for _, e := range a.card.Extensions {
		if e.Required && !slices.Contains(a.extensions(), e.URI.Exact()) {
			missing = append(missing, e.URI)
		}
	}
	return missing
}

// knownExtensions are those of the card that we follow.
func (c *Card) knownExtensions() []string {
	uris := []string{}
	for _, e := range c.Extensions {
		if e.Known && headerSafe(e.URI.Exact()) {
			uris = append(uris, e.URI.Exact())
		}
	}
	return uris
}

// encoder writes a JSON text, and the commas in it. Values that are JSON already are written byte for byte; the encoder of
// jsontext would take white space out of them, and what is sent would not be what was reviewed.
type encoder struct{ b []byte }

// open begins an object or a list, by its bracket.
func (e *encoder) open(bracket byte) {
	e.separate()
	e.b = append(e.b, bracket)
}

// close ends an object or a list.
func (e *encoder) close(bracket byte) { e.b = append(e.b, bracket) }

// name begins a member of an object.
func (e *encoder) name(name string) {
	e.text(name)
	e.b = append(e.b, ':')
}

// text writes a string.
func (e *encoder) text(s string) {
	e.separate()
	e.b = ojson.NewString(s).Append(e.b)
}

// base64 writes a string of what is before the data, and the data.
func (e *encoder) base64(before string, data []byte) {
	e.separate()
	e.b = append(append(e.b, '"'), before...)
	e.b = append(base64.StdEncoding.AppendEncode(e.b, data), '"')
}

// raw writes a value, or members, as JSON.
func (e *encoder) raw(text []byte) {
	e.separate()
	e.b = append(e.b, text...)
}

// member writes a member that is a string.
func (e *encoder) member(name, value string) {
	e.name(name)
	e.text(value)
}

// rawMember writes a member whose value is JSON.
func (e *encoder) rawMember(name string, value []byte) {
	e.name(name)
	e.raw(value)
}

// object begins a member that is an object.
func (e *encoder) object(name string) {
	e.name(name)
	e.open('{')
}

// list begins a member that is a list.
func (e *encoder) list(name string) {
	e.name(name)
	e.open('[')
}

// separate writes the comma before a value, unless it is the first one or that of a name.
func (e *encoder) separate() {
	if len(e.b) == 0 {
		return
	}
	switch e.b[len(e.b)-1] {
	case '{', '[', ':':
	default:
		e.b = append(e.b, ',')
	}
}
