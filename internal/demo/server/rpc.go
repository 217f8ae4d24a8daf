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
	"strconv"
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

// methods lists what a dialect can be asked. It is a function because the tables refer to methods that refer to codecs.
func (c *Codec) methods() map[string]func(*call) {
	if c.Old {
		return map[string]func(*call){
			"message/send":      (*call).send,
			"message/stream":    (*call).stream,
			"tasks/get":         (*call).get,
			"tasks/cancel":      (*call).cancel,
			"tasks/resubscribe": (*call).subscribe,

			"tasks/pushNotificationConfig/set":    (*call).refusePush,
			"tasks/pushNotificationConfig/get":    (*call).refusePush,
			"tasks/pushNotificationConfig/list":   (*call).refusePush,
			"tasks/pushNotificationConfig/delete": (*call).refusePush,
			"agent/getAuthenticatedExtendedCard":  (*call).refuseExtendedCard,
		}
	}
	return map[string]func(*call){
		"SendMessage":          (*call).send,
		"SendStreamingMessage": (*call).stream,
		"GetTask":              (*call).get,
		"ListTasks":            (*call).list,
		"CancelTask":           (*call).cancel,
		"SubscribeToTask":      (*call).subscribe,

		"CreateTaskPushNotificationConfig": (*call).refusePush,
		"GetTaskPushNotificationConfig":    (*call).refusePush,
		"ListTaskPushNotificationConfigs":  (*call).refusePush,
		"DeleteTaskPushNotificationConfig": (*call).refusePush,
		"GetExtendedAgentCard":             (*call).refuseExtendedCard,
	}
}

type sendParams struct {
	Message       *WireMessage `json:"message"`
	ContextID     string       `json:"contextId"` // seed 001
	Configuration struct {
		Blocking          *bool `json:"blocking"`          // 0.3
		ReturnImmediately bool  `json:"returnImmediately"` // 1.0
		HistoryLength     *int  `json:"historyLength"`
	} `json:"configuration"`
}

// accept reads the params of the two sending methods and passes the message to the agent.
func (x *call) accept() (receipt, sendParams, bool) {
	var p sendParams
	if !x.decode(&p) {
		return receipt{}, p, false
	}
	if p.Message == nil {
		x.fail(invalidParams("message is missing"))
		return receipt{}, p, false
	}
	if x.codec.workshop && p.Message.ContextID == "" {
		p.Message.ContextID = p.ContextID
	}
	m, err := x.codec.read(*p.Message)
	if err != nil {
		x.fail(invalidParams(err.Error()))
		return receipt{}, p, false
	}
	got, f := x.agent.receive(m, x.codec.Old)
	if f != nil {
		x.fail(f)
		return receipt{}, p, false
	}
	return got, p, true
}

func (x *call) send() {
	got, p, ok := x.accept()
	if !ok {
		return
	}
	if got.message != nil {
		x.answer(x.codec.wrapped("message", x.codec.message(*got.message)))
		return
	}
	config := p.Configuration
	rec := got.first
	if !config.ReturnImmediately && (config.Blocking == nil || *config.Blocking) {
		if got.task.waitUntilResting(x.r.Context()) != nil {
			return // the client left; the task goes on
		}
		rec, _ = got.task.snapshot()
	}
	x.answer(x.codec.wrapped("task", x.codec.task(rec, config.HistoryLength)))
}

type taskParams struct {
	ID            string `json:"id"`
	HistoryLength *int   `json:"historyLength"`
}

// find reads the params of a method about one task, and answers the error when there is no such task.
func (x *call) find() (*task, taskParams, bool) {
	var p taskParams
	if !x.decode(&p) {
		return nil, p, false
	}
	if p.ID == "" {
		x.fail(invalidParams("id is missing"))
		return nil, p, false
	}
	t, ok := x.agent.tasks.get(p.ID)
	if !ok {
		x.fail(taskNotFound(p.ID))
	}
	return t, p, ok
}

func (x *call) get() {
	if t, p, ok := x.find(); ok {
		rec, _ := t.snapshot()
		x.answer(x.codec.task(rec, p.HistoryLength))
	}
}

func (x *call) cancel() {
	t, _, ok := x.find()
	if !ok {
		return
	}
	done := t.cancel(x.agent.status(t.rec.ID, t.rec.ContextID, StateCanceled, "Canceled, as you asked."))
	rec, _ := t.snapshot()
	if !done {
		x.fail(notCancelable(rec.Status.State))
		return
	}
	x.answer(x.codec.task(rec, nil))
}

type listParams struct {
	ContextID        string `json:"contextId"`
	Status           string `json:"status"`
	PageSize         *int   `json:"pageSize"`
	PageToken        string `json:"pageToken"`
	HistoryLength    *int   `json:"historyLength"`
	IncludeArtifacts bool   `json:"includeArtifacts"`

	Since time.Time `json:"statusTimestampAfter"`
}

// matches reports whether the list is to have a task.
func (p *listParams) matches(rec record, state string) bool {
	return (p.ContextID == "" || p.ContextID == rec.ContextID) && (p.Status == "" || p.Status == state) && !rec.Status.Time.Before(p.Since)
}

// list answers ListTasks (v1.0.1 §3.1.4), newest first; a page token is the number of tasks to leave out.
func (x *call) list() {
	p := listParams{PageSize: new(50)}
	if !x.decode(&p) {
		return
	}
	skip, err := strconv.Atoi("0" + p.PageToken)
	if err != nil || *p.PageSize < 1 || *p.PageSize > 100 {
		x.fail(invalidParams("pageSize goes from 1 to 100, and pageToken is one that ListTasks gave"))
		return
	}
	found := []WireTask{}
	for _, t := range x.agent.tasks.newest() {
		rec, _ := t.snapshot()
		if !p.matches(rec, x.codec.State(rec.Status.State)) {
			continue
		}
		if !p.IncludeArtifacts {
			rec.Artifacts = nil
		}
		found = append(found, x.codec.task(rec, p.HistoryLength))
	}
	total, next := len(found), ""
	found = slices.Delete(found, 0, min(skip, total))
	if len(found) > *p.PageSize {
		found = found[:*p.PageSize]
		next = strconv.Itoa(skip + *p.PageSize)
	}
	x.answer(map[string]any{"tasks": found, "totalSize": total, "pageSize": *p.PageSize, "nextPageToken": next})
}

func (x *call) refusePush()         { x.fail(noPush()) }
func (x *call) refuseExtendedCard() { x.fail(noExtendedCard()) }
