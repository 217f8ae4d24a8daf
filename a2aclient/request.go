package a2aclient

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/grpc"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
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

// FilePart is a file that is sent with a message.
type FilePart struct {
	Name      string // without a directory
	MediaType string // such as "image/png"
	Data      []byte
	URL       string // where the agent gets the file; "" for Data
}

// NewFilePart returns a file under the name of its path, with the type that its name and
// its first bytes indicate.
func NewFilePart(file string, data []byte) FilePart {
	name := filepath.Base(file)
	return FilePart{Name: name, MediaType: a2a.MediaTypeOfFile(name, data), Data: data}
}

// LinkedFile is a file that the agent gets from an address.
func LinkedFile(address string) FilePart {
	name := "file"
	if u, err := url.Parse(address); err == nil && path.Base(u.Path) != "/" && path.Base(u.Path) != "." {
		name = path.Base(u.Path)
	}
	return FilePart{Name: name, MediaType: a2a.MediaTypeOfFile(name, nil), URL: address}
}

// TakesFile reports whether a file of that type comes under a mode that the skill
// declares, or without a skill the agent; also where neither declares any.
func (c *Card) TakesFile(skill *Skill, mediaType string) bool {
	modes := c.inputModes
	if skill != nil && len(skill.InputModes) > 0 {
		modes = make([]string, len(skill.InputModes))
		for i, m := range skill.InputModes {
			modes[i] = m.Exact()
		}
	}
	return len(modes) == 0 || slices.ContainsFunc(modes, func(m string) bool { return a2a.ParseMediaType(m).Covers(mediaType) })
}

// checkFiles refuses files that cannot be carried.
func checkFiles(files []FilePart) error {
	size := 0
	for _, f := range files {
		size += len(f.Data)
		if f.Name == "" || f.MediaType == "" {
			return errors.New("a file needs a name and a media type")
		}
	}
	if size > limit.MessageFiles.Int() {
		return fmt.Errorf("the files have %d bytes, but one message can carry %s: send fewer at a time; %s", size, limit.MessageFiles, limit.MessageFiles.Hint())
	}
	return nil
}

// encodeFile writes a file part: flat in 1.0 and seed 001, in an object of its own
// up to 0.3.
func (p *protocol) encodeFile(e *encoder, f FilePart) {
	p.open(e, "file")
	switch {
	case p.mediaType: // 1.0 §4.1.6
		f.encodeContent(e, "raw", "url")
		e.member("filename", f.Name)
		e.member("mediaType", f.MediaType)
	case p.partType: // seed 001; the name is ours
		e.member("mimeType", f.MediaType)
		f.encodeContent(e, "data", "uri")
		e.object("metadata")
		e.member("name", f.Name)
		e.close('}')
	default: // 0.3 §6.6, and its protocol buffers as JSON
		bytes, uri := "bytes", "uri"
		if p.wrappedData {
			bytes, uri = "fileWithBytes", "fileWithUri"
		}
		e.object("file")
		f.encodeContent(e, bytes, uri)
		if !p.wrappedData { // FilePart has no name in v0.3.0 of a2a.proto
			e.member("name", f.Name)
		}
		e.member("mimeType", f.MediaType)
		e.close('}')
	}
	e.close('}')
}

// encodeContent writes the bytes of a file, or where they are, as the member of that name.
func (f FilePart) encodeContent(e *encoder, bytes, url string) {
	if f.URL != "" {
		e.member(url, f.URL)
		return
	}
	e.name(bytes)
	e.base64("", f.Data)
}

// encodeFileArtifact writes a file as an artifact of a session (seed 003).
func encodeFileArtifact(e *encoder, id string, f FilePart) {
	e.open('{')
	e.member("id", id)
	e.member("type", f.MediaType)
	e.member("name", f.Name)
	e.name("data")
	e.base64("base64:", f.Data)
	e.close('}')
}

// String is the name and the type, safe to show.
func (f FilePart) String() string {
	return safe.Text(f.Name).Line(200).String() + " (" + safe.Text(f.MediaType).Line(80).String() + ")"
}

// noPayment is what we say of an agent that wants money.
const noPayment = "a2aform does not pay: pay where the agent's owner says, or ask the owner for access"

// maxPayments is how many ways to pay are named.
const maxPayments = 3

// paymentOf returns what an answer of status 402 asks for, safe to show, such as "0.01 USDC on
// base"; "" where it does not say. x402 has it in the body (version 1), or in a header
// (version 2), in base64.
func paymentOf(header http.Header, body []byte) string {
	for _, text := range []string{header.Get("PAYMENT-REQUIRED"), header.Get("X-PAYMENT-REQUIRED")} {
		if decoded, err := base64.StdEncoding.DecodeString(text); err == nil && len(decoded) > 0 {
			body = decoded
		}
	}
	v, err := ojson.Parse(body, ojson.DataLimits)
	if err != nil {
		return ""
	}
	for _, name := range []string{"error", "data", "detail"} { // of an error around it
		if inner := v.Get(name); inner.Get("accepts").Exists() {
			v = inner
		} else if inner.Get("data").Get("accepts").Exists() {
			v = inner.Get("data")
		}
	}
	var ways []string
	for _, way := range v.Get("accepts").Items() {
		if text := payment(way); text != "" && len(ways) < maxPayments {
			ways = append(ways, text)
		}
	}
	return strings.Join(ways, ", or ")
}

// payment is one way to pay: the amount, the currency and the network.
func payment(way *ojson.Value) string {
	amount := way.Get("amount").Text()
	if amount == "" {
		amount = way.Get("maxAmountRequired").Text()
	}
	if amount == "" {
		return ""
	}
	currency := way.Get("extra").Get("name").Text()
	if n, ok := new(big.Int).SetString(amount, 10); ok && (currency == "USDC" || currency == "USD Coin") {
		// USDC counts in millionths; other tokens do not say in what.
		amount, currency = strings.TrimRight(strings.TrimRight(new(big.Rat).SetFrac(n, big.NewInt(1e6)).FloatString(6), "0"), "."), "USDC"
	} else if ok {
		amount += " units"
		if currency == "" {
			currency = way.Get("asset").Text()
		}
		if currency != "" {
			amount += " of"
		}
	}
	words := []string{safe.Text(amount).Line(40).String()}
	if currency != "" {
		words = append(words, safe.Text(currency).Line(60).String())
	}
	if network := way.Get("network").Text(); network != "" {
		words = append(words, "on "+safe.Text(network).Line(40).String())
	}
	return strings.Join(words, " ")
}

// SendRaw posts a body as it is, with the headers and credentials of the agent, and returns the answer whatever its status. It
// checks nothing and follows no redirect. The path is below the address of the agent, such as message:send for HTTP+JSON; "" is
// the address itself. The caller closes the body of the answer, and masks its secrets.
func (a *Agent) SendRaw(ctx context.Context, path string, body []byte) (*http.Response, error) {
	if a.protocol.grpc {
		return nil, errors.New("gRPC has no JSON: choose JSON-RPC or HTTP+JSON with --transport")
	}
	c := a.newCall(opSend, "")
	c.verb, c.url, c.body, c.send, c.stream = http.MethodPost, a.iface.URL.Exact(), body, true, true
	if path != "" {
		base, query := splitQuery(a.iface.URL)
		c.url = base + "/" + path + query
	}
	c.method = c.verb + " /" + path
	u, err := url.Parse(c.url)
	if err != nil {
		return nil, &TransportError{Layer: LayerConnect, Method: c.method, What: "the address is not a URL", Err: err}
	}
	resp, err := a.conn().roundTrip(ctx, c, u)
	if err != nil {
		return nil, err
	}
	return resp.Response, nil
}
