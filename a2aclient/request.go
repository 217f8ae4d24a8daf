package a2aclient

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/grpc"
	"a2aform/internal/safe"
	"a2aform/internal/version"
)

// Mode is how the answer to a request is followed.
type Mode uint8

// The modes of delivery.
const (
	ModeAuto   Mode = iota // stream if the card says that the agent streams, else poll
	ModeStream             // always ask for a stream
	ModePoll               // send, then ask for the task's state
)

// Request is one message to an agent. It needs Text, Data, Files or Parts.
type Request struct {
	MessageID string   // fixed by the first Preview or Run where empty
	TaskID    safe.Raw // an answer to that task; empty for a new one
	ContextID safe.Raw // empty for a new one
	SkillID   string   // goes into message.metadata.skillId where Data has no named schema
	SkillHint bool     // SkillID goes there with any content
	Text      string   // one text part; "" for none
	// AnswerSchema is the JSON Schema that the answer is to follow, said in the metadata of the
	// text part (A2A 1.0.1 §6.8, 0.3 §9.7); nil for any answer.
	AnswerSchema json.RawMessage
	// Data is one data part, sent byte for byte; nil for none.
	Data json.RawMessage
	// Tag marks Data: [Input.Tag] for a named schema, "application/json" for a
	// schema without a name, empty for an answer to a paused task (seed 000 §3
	// rejects tagged data there).
	Tag   safe.Raw
	Files []FilePart // sent after the text; at most limit.MessageFiles bytes
	// Parts are sent as they are: objects in the JSON of the agent's A2A version. The first
	// PartsBefore come before all else, the others last.
	Parts       []json.RawMessage
	PartsBefore int
	// Metadata are members of the metadata of the message itself. A message of nothing else has an empty text, as a message
	// needs a part.
	Metadata []Metadata
	// Extensions are the URIs to activate. Nil means those of the card that
	// a2aform knows; an empty list means none.
	Extensions []string
	Mode       Mode
	AnyData    bool // send Data that must be an object and is none, to see how the agent rejects it
}

// Preview is the HTTP request that [Agent.Run] will make, byte for byte, but
// for what HTTP itself adds (Host, Content-Length, Accept-Encoding).
type Preview struct {
	Method, URL string
	Header      http.Header // secrets are masked
	Body        []byte
	Tag         safe.Raw // the schema tag; empty for none

	call *call
}

// NewID is a fresh random identifier for a message (a version 4 UUID).
func NewID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails since Go 1.24
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// call is one request of the protocol, encoded.
type call struct {
	id         string // that the answer must repeat; "" where the binding has none
	method     string // as errors name it: that of JSON-RPC, or the verb and the path
	verb, url  string
	body       []byte // nil for none
	extensions []string
	stream     bool // asks for server-sent events
	send       bool // carries a message: never sent twice
	workshop   bool // error codes mean what seed 001 says
	grpc       bool
	required   []auth.Requirement
	other      string   // the version of A2A beside the one in use, in which methods have other names; "" for none
	versions   []string // of the protocol that the card offers besides the one in use
}

// otherVersions are the versions of the protocol that the card offers besides the one in use.
func (a *Agent) otherVersions() (list []string) {
	for _, i := range a.card.Interfaces {
		if v := i.Version.Line(20).String(); v != "" && minorVersion(v) != minorVersion(a.iface.Version.Exact()) && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// newCall addresses an operation; Agent.openBody and Agent.closeBody give it a
// body.
func (a *Agent) newCall(op operation, taskID string) *call {
	c := &call{verb: http.MethodPost, url: a.iface.URL.Exact(), stream: op.streams(), extensions: a.extensions(), workshop: a.protocol.workshop, required: a.card.Requirements, versions: a.otherVersions(), other: a.protocol.otherVersion()}
	if a.protocol.rest == nil {
		c.method = a.protocol.methods[op]
		if a.protocol.grpc {
			c.grpc, c.url = true, grpc.URL(c.url, c.method)
		} else {
			c.url = besideMessages(c.url, op)
		}
		return c
	}
	c.verb, c.url = a.protocol.rest.address(a.iface, op, taskID)
	base, query := splitQuery(a.iface.URL)
	c.method = c.verb + " " + strings.TrimSuffix(strings.TrimPrefix(c.url, base), query)
	return c
}

// besideMessages is where an operation of JSON-RPC is asked for: at the address of the agent, unless that ends in the path of one
// operation, as on the cards of agno. Each operation then has a path of its own beside it, called after the method of A2A 0.3:
// message/send is at message:send.
func besideMessages(address string, op operation) string {
	base, query := splitQuery(safe.Text(address))
	i := strings.LastIndexByte(base, '/') + 1
	if name := base[i:]; name != ownPath(opStream) && name != ownPath(opSend) || protocolV03.methods[op] == "" {
		return address
	}
	return base[:i] + ownPath(op) + query
}

// ownPath is the last step in the path of an operation that has one of its own.
func ownPath(op operation) string { return strings.Replace(protocolV03.methods[op], "/", ":", 1) }

// openBody begins the body: up to and with the brace of the params.
func (a *Agent) openBody(c *call, id string, size int) *encoder {
	e := &encoder{make([]byte, 0, 512+size)}
	if a.protocol.hasEnvelope() {
		c.id = id
		e.open('{')
		e.member("jsonrpc", "2.0")
		e.member("id", id)
		e.member("method", c.method)
		e.name("params")
	}
	e.open('{')
	if a.protocol.rest == nil && !a.iface.Tenant.IsEmpty() {
		e.member("tenant", a.iface.Tenant.Exact())
	}
	return e
}

// closeBody ends what Agent.openBody began.
func (p *protocol) closeBody(e *encoder) []byte {
	if p.hasEnvelope() {
		e.close('}')
	}
	e.close('}')
	return e.b
}

// taskCall encodes a call about one task.
func (a *Agent) taskCall(op operation, taskID safe.Raw) *call {
	c := a.newCall(op, taskID.Exact())
	switch {
	case a.protocol.rest == nil:
		e := a.openBody(c, NewID(), 0)
		e.member("id", taskID.Exact())
		c.body = a.protocol.closeBody(e)
	case c.verb == http.MethodPost:
		c.body = []byte("{}")
	}
	return c
}

var userAgent = version.UserAgent()

// header is all that we set; HTTP adds Host, Content-Length, Accept-Encoding.
func (p *protocol) header(c *call) http.Header {
	media := "application/json"
	if p.rest != nil {
		media = p.rest.mediaType
	}
	h := http.Header{"Accept": {acceptable(media, c.stream)}, "User-Agent": {userAgent}}
	if p.grpc {
		media = grpc.ContentType
		h.Del("Accept")
	}
	if c.body != nil {
		h.Set("Content-Type", media)
	}
	if p.version != "" {
		h.Set(versionHeader, p.version)
	}
	if len(c.extensions) > 0 {
		h.Set(p.extensions, strings.Join(c.extensions, ", "))
	}
	return h
}

func acceptable(media string, stream bool) string {
	switch {
	case stream:
		return "text/event-stream, " + media + ";q=0.5"
	case media != "application/json":
		return media + ", application/json;q=0.9"
	}
	return media
}
