package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	// MaxBody is the largest request the agent reads, in bytes.
	MaxBody = 4 << 20
	// bodyTime is how long it may take to arrive.
	bodyTime = 30 * time.Second
)

type rpcRequest struct {
	Version json.RawMessage `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

type rpcReply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *Fault          `json:"error,omitempty"`
}

// call is one JSON-RPC request on its way through a method.
type call struct {
	agent  *Agent
	codec  *Codec
	id     json.RawMessage
	params json.RawMessage
	w      http.ResponseWriter
	r      *http.Request
}

// serveRPC is the endpoint of one dialect.
func (a *Agent) serveRPC(c *Codec) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		x := &call{agent: a, codec: c, id: json.RawMessage("null"), w: w, r: r}
		if !jsonContent(r.Header.Get("Content-Type")) {
			http.Error(w, "send JSON-RPC with Content-Type: application/json", http.StatusUnsupportedMediaType)
			return
		}
		method, f := x.open()
		if f != nil {
			x.fail(f)
			return
		}
		x.echoExtensions()
		method(x)
	}
}

func jsonContent(contentType string) bool {
	t, _, err := mime.ParseMediaType(contentType)
	return err == nil && (t == "application/json" || strings.HasSuffix(t, "+json"))
}

// open reads the envelope and finds the method.
func (x *call) open() (func(*call), *Fault) {
	body, err := x.body()
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, invalidRequest(fmt.Sprintf("the body is larger than %d bytes", MaxBody))
	}
	if err != nil || !json.Valid(body) {
		return nil, parseError("the body is not JSON")
	}
	var req rpcRequest
	if err := json.Unmarshal(body, &req); err != nil {
		return nil, invalidRequest("the body is not a JSON-RPC request object")
	}
	switch id := strings.TrimSpace(string(req.ID)); {
	case id == "":
	case id[0] == '{' || id[0] == '[' || id == "true" || id == "false":
		return nil, invalidRequest("the id is neither a string nor a number")
	default:
		x.id = req.ID
	}
	if string(req.Version) != `"2.0"` {
		return nil, invalidRequest(`jsonrpc is not "2.0"`)
	}
	if req.Method == "" {
		return nil, invalidRequest("the method is missing")
	}
	if asked := x.version(); !sameVersion(asked, x.codec.Version) {
		return nil, wrongVersion(asked, x.codec.Version)
	}
	method, ok := x.codec.methods()[req.Method]
	if !ok {
		return nil, unknownMethod(fmt.Sprintf("%q is not a method of A2A %s", req.Method, x.codec.Version))
	}
	x.params = req.Params
	return method, nil
}

// body reads the request against the clock. The deadline is lifted afterwards: left standing, it would end the stream that
// answers (http.Server.ReadTimeout does just that).
func (x *call) body() ([]byte, error) {
	conn := http.NewResponseController(x.w)
	_ = conn.SetReadDeadline(time.Now().Add(bodyTime)) // a writer without deadlines is one in memory
	defer func() { _ = conn.SetReadDeadline(time.Time{}) }()
	return io.ReadAll(http.MaxBytesReader(x.w, x.r.Body, MaxBody))
}

// version is what the request asks for, in a header or in a query parameter; a request that names no version means 0.3
// (v1.0.1 §3.6).
func (x *call) version() string {
	return cmp.Or(x.r.Header.Get("A2A-Version"), x.r.URL.Query().Get("A2A-Version"), V03.Version)
}

// sameVersion compares major.minor; patch numbers never matter to A2A's negotiation (v1.0.1 §3.6).
func sameVersion(asked, here string) bool {
	return asked == here || strings.HasPrefix(asked, here+".")
}

// decode reads the params, and answers -32602 itself when they do not fit.
func (x *call) decode(to any) bool {
	if len(x.params) == 0 {
		x.params = json.RawMessage("{}")
	}
	if err := json.Unmarshal(x.params, to); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) && wrong.Field != "" {
			x.fail(invalidParams(fmt.Sprintf("%s cannot be a %s", wrong.Field, wrong.Value)))
		} else {
			x.fail(invalidParams("params is not the object this method takes"))
		}
		return false
	}
	return true
}

func (x *call) fail(f *Fault) {
	switch {
	case x.codec.workshop && f.Code == codeTaskNotFound:
		f = &Fault{Code: codeWorkshopTaskNotFound, Message: f.Message}
	case !x.codec.Old:
		f = f.detailed()
	}
	x.write(rpcReply{Version: "2.0", ID: x.id, Error: f})
}

func (x *call) answer(result any) { x.write(rpcReply{Version: "2.0", ID: x.id, Result: result}) }

func (x *call) write(reply rpcReply) {
	x.w.Header().Set("Content-Type", "application/json")
	_, _ = x.w.Write(Encode(reply)) // a client that has left is not our concern
}

// echoExtensions names in the reply which of the asked extensions are active (seed 002).
func (x *call) echoExtensions() {
	for _, name := range []string{x.codec.ExtHeader, "X-A2A-Extensions"} {
		for _, line := range x.r.Header.Values(name) {
			for uri := range strings.SplitSeq(line, ",") {
				if uri = strings.TrimSpace(uri); slices.Contains(x.agent.extensions, uri) && !slices.Contains(x.w.Header().Values(x.codec.ExtHeader), uri) {
					x.w.Header().Add(x.codec.ExtHeader, uri)
				}
			}
		}
	}
}
