package a2aclient

import (
	"net/http"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
	"a2aform/internal/version"
)

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
	required   []auth.Requirement
}

// newCall addresses an operation; [Agent.openBody] and [Agent.closeBody] give it a
// body.
func (a *Agent) newCall(op operation, taskID string) *call {
	c := &call{verb: http.MethodPost, url: a.iface.URL.Exact(), stream: op.streams(), extensions: a.extensions(), workshop: a.protocol.workshop, required: a.card.Requirements}
	if a.protocol.rest == nil {
		c.method = a.protocol.methods[op]
		return c
	}
	c.verb, c.url = a.protocol.rest.address(a.iface, op, taskID)
	path := strings.TrimPrefix(c.url, strings.TrimSuffix(a.iface.URL.Exact(), "/"))
	c.method = c.verb + " " + path
	return c
}

// openBody begins the body: up to and with the brace of the params.
func (a *Agent) openBody(c *call, id string, size int) []byte {
	b := make([]byte, 0, 512+size)
	if a.protocol.rest == nil {
		c.id = id
		b = envelope(b, id, c.method)
	}
	b = append(b, '{')
	if a.protocol.rest == nil && !a.iface.Tenant.IsEmpty() {
		b = append(member(b, "tenant", a.iface.Tenant.Exact()), ',')
	}
	return b
}

// closeBody ends what [Agent.openBody] began.
func (a *Agent) closeBody(b []byte) []byte {
	if a.protocol.rest == nil {
		b = append(b, '}')
	}
	return append(b, '}')
}

// taskCall encodes a call about one task.
func (a *Agent) taskCall(op operation, taskID safe.Raw) *call {
	c := a.newCall(op, taskID.Exact())
	switch {
	case a.protocol.rest == nil:
		c.body = a.closeBody(member(a.openBody(c, NewID(), 0), "id", taskID.Exact()))
	case c.verb == http.MethodPost:
		c.body = []byte("{}")
	}
	return c
}

var userAgent = version.UserAgent()

// header is all that we set; HTTP adds Host, Content-Length, Accept-Encoding.
func (a *Agent) header(c *call) http.Header {
	media := "application/json"
	if a.protocol.rest != nil {
		media = a.protocol.rest.mediaType
	}
	h := http.Header{"Accept": {acceptable(media, c.stream)}, "User-Agent": {userAgent}}
	if c.body != nil {
		h.Set("Content-Type", media)
	}
	if a.protocol.version != "" {
		h.Set(versionHeader, a.protocol.version)
	}
	if len(c.extensions) > 0 {
		h.Set(a.protocol.extensions, strings.Join(c.extensions, ", "))
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
