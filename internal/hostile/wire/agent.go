package wire

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Agent is a recorded agent on loopback.
type Agent struct {
	URL     string // its origin
	Address string // host, port and path that a user opens
	Other   string // another origin, at which nothing should arrive

	dir, name string
	spec      *spec
	servers   []*http.Server
	running   sync.WaitGroup // the servers
	streaming sync.WaitGroup // the streams that have not ended

	mu       sync.Mutex
	requests []Request
	began    int // streams
	streams  []Stream
	stray    []string
	left     bool // a stream was left before its end
	hadData  bool // the last message had a data part
}

// Request is what a client asked.
type Request struct {
	Path     string
	Method   string          // of JSON-RPC, or the end of the path: message:stream, message:send, tasks
	Params   json.RawMessage // by REST the body
	Redirect int             // the status with which it was sent elsewhere, 0 for none
	IsTaken  bool            // the path answers this method
}

// Stream is a stream that was sent.
type Stream struct {
	Events, Of int  // how many events were sent, of how many
	ReadToEnd  bool // the client did not leave before the end
}

// Start serves the agent NAME of a directory until the context ends or [Agent.Close]. A change is
// a JSON merge patch of NAME.json, nil for none.
func Start(ctx context.Context, dir, name string, change json.RawMessage) (*Agent, error) {
	a := &Agent{dir: dir, name: name}
	var listen net.ListenConfig
	own, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	other, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		_ = own.Close()
		return nil, err
	}
	a.URL, a.Other = "http://"+own.Addr().String(), "http://"+other.Addr().String()
	if a.spec, err = load(dir, name, change, strings.NewReplacer("{URL}", a.URL, "{OTHER}", a.Other)); err != nil {
		_, _ = own.Close(), other.Close()
		return nil, err
	}
	a.Address = own.Addr().String() + a.spec.Base
	a.serve(own, a.handle)
	a.serve(other, a.noteStray)
	context.AfterFunc(ctx, a.Close)
	return a, nil
}

func (a *Agent) serve(l net.Listener, h http.HandlerFunc) {
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
	a.servers = append(a.servers, server)
	a.running.Go(func() { _ = server.Serve(l) })
}

// Close ends the agent and cuts what is still open.
func (a *Agent) Close() {
	for _, server := range a.servers {
		_ = server.Close()
	}
	a.running.Wait()
}

// Requests are what the client asked, but for the card, in order.
func (a *Agent) Requests() []Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.requests)
}

// Streams are the streams in the order of their ends, once all have ended: at their end, or because the
// client left.
func (a *Agent) Streams() []Stream {
	a.streaming.Wait()
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.streams)
}

// Stray are the requests to the other origin.
func (a *Agent) Stray() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.stray)
}

func (a *Agent) noteStray(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	a.stray = append(a.stray, r.Method+" "+r.URL.Path)
	a.mu.Unlock()
	write(w, http.StatusOK, []byte(`{"error":"this is another origin"}`))
}

func (a *Agent) note(q Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.requests = append(a.requests, q)
}

// The methods of JSON-RPC, in A2A up to 0.3 and from 1.0 on.
var (
	streamMethods    = []string{"message/stream", "SendStreamingMessage"}
	sendMethods      = []string{"message/send", "SendMessage"}
	getMethods       = []string{"tasks/get", "GetTask"}
	subscribeMethods = []string{"tasks/resubscribe", "SubscribeToTask"}
)

// IsMessage reports whether the request sends a message.
func (q Request) IsMessage() bool {
	return slices.Contains(streamMethods, q.Method) || slices.Contains(sendMethods, q.Method) || strings.HasPrefix(q.Method, "message:")
}

var (
	notFound     = json.RawMessage(`{"code":-32001,"message":"Task not found"}`)
	notSupported = json.RawMessage(`{"code":-32004,"message":"This operation is not supported"}`)
	unknown      = json.RawMessage(`{"code":-32601,"message":"This operation is not supported"}`)
	noPage       = page{http.StatusNotFound, json.RawMessage(`{"detail":"Not Found"}`)}
	noMethod     = page{http.StatusMethodNotAllowed, json.RawMessage(`{"detail":"Method Not Allowed"}`)}
)

func (a *Agent) handle(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	switch {
	case err != nil:
		return
	case r.Method == http.MethodGet:
		a.get(w, r.URL.Path)
	case r.Method == http.MethodPost:
		a.post(w, r, body)
	default:
		writePage(w, noMethod)
	}
}

// get answers a request for the card, or by REST for a task.
func (a *Agent) get(w http.ResponseWriter, at string) {
	if slices.Contains(a.spec.cardPaths(), at) {
		write(w, http.StatusOK, a.spec.Card)
		return
	}
	parent, id := path.Split(at)
	isTask := a.spec.isREST() && strings.HasSuffix(parent, "/tasks/") && !strings.Contains(id, ":")
	if !isTask {
		a.note(Request{Path: at})
		writePage(w, noPage)
		return
	}
	a.note(Request{Path: at, Method: "tasks", IsTaken: true})
	switch got := a.spec.Task; {
	case got.Body != nil:
		write(w, got.Status, got.Body)
	case idOf(got.Task) == id:
		write(w, http.StatusOK, got.Task)
	case a.spec.Missing != nil:
		writePage(w, *a.spec.Missing)
	default:
		writePage(w, page{http.StatusNotFound, json.RawMessage(`{"message":"Task not found"}`)})
	}
}

func (a *Agent) post(w http.ResponseWriter, r *http.Request, body []byte) {
	for _, to := range a.spec.Redirects {
		if to.Path == r.URL.Path {
			a.note(Request{Path: r.URL.Path, Redirect: to.Status})
			w.Header().Set("Location", to.To)
			w.WriteHeader(to.Status)
			return
		}
	}
	if a.spec.isREST() {
		a.postREST(w, r, body)
		return
	}
	var call struct {
		ID, Params json.RawMessage
		Method     string
	}
	if json.Unmarshal(body, &call) != nil {
		writePage(w, page{http.StatusBadRequest, json.RawMessage(`{"detail":"no JSON"}`)})
		return
	}
	isThere, answers := a.spec.answers(r.URL.Path, call.Method)
	a.note(Request{Path: r.URL.Path, Method: call.Method, Params: call.Params, IsTaken: answers})
	switch {
	case !isThere:
		writePage(w, orElse(a.spec.NothingHere, noPage))
	case !answers:
		writePage(w, orElse(a.spec.WrongMethod, noMethod))
	default:
		a.call(r, rpc{w, call.ID, a.spec.Status}, call.Method, call.Params)
	}
}

// postREST answers a message that comes by HTTP+JSON.
func (a *Agent) postREST(w http.ResponseWriter, r *http.Request, body []byte) {
	prefix := strings.TrimSuffix(a.spec.cardPath(), "/")
	parent, method := path.Split(r.URL.Path)
	isTaken := (method == "message:stream" || method == "message:send") && (parent == prefix+"/v1/" || parent == prefix+"/")
	a.note(Request{Path: r.URL.Path, Method: method, Params: body, IsTaken: isTaken})
	switch {
	case !isTaken:
		writePage(w, noPage)
	case method == "message:stream" && a.spec.streams():
		a.stream(w, r, nil)
	default:
		write(w, http.StatusOK, wrap("task", a.spec.Task.Task))
	}
}

// rpc writes the responses of JSON-RPC to one call.
type rpc struct {
	http.ResponseWriter
	id     json.RawMessage
	status int // of errors
}

func (w rpc) result(v json.RawMessage) { w.response(wrap("result", v)) }

func (w rpc) fail(v json.RawMessage) { w.response(wrap("error", v)) }

// response writes the result or the error that is the only member of an object.
func (w rpc) response(object json.RawMessage) {
	id := w.id
	if id == nil {
		id = json.RawMessage("null")
	}
	var members map[string]json.RawMessage
	_ = json.Unmarshal(object, &members)
	status := http.StatusOK
	if members["error"] != nil {
		status = w.status
	}
	answer := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	write(w, status, append(append(answer, ','), object[1:]...))
}

// call answers a call by JSON-RPC.
func (a *Agent) call(r *http.Request, to rpc, method string, params json.RawMessage) {
	s := a.spec
	is := func(names []string) bool { return slices.Contains(names, method) }
	switch {
	case s.Methods[method] != nil:
		to.response(s.Methods[method])
	case is(streamMethods) && s.streams():
		a.stream(to.ResponseWriter, r, to.id)
	case is(streamMethods):
		to.fail(notSupported)
	case is(sendMethods):
		a.send(to, method, params)
	case is(getMethods):
		a.getTask(to, params)
	case is(subscribeMethods) && s.Subscribe == "silent":
		begin(to.ResponseWriter)
		waitFor(r.Context(), time.Minute)
	case is(subscribeMethods) && s.Subscribe == "empty":
		begin(to.ResponseWriter)
	case is(subscribeMethods) && s.Task.Error != nil:
		to.fail(s.Task.Error)
	case is(subscribeMethods):
		to.fail(notSupported)
	default:
		to.fail(unknown)
	}
}

// send answers a message that is not streamed.
func (a *Agent) send(to rpc, method string, params json.RawMessage) {
	hasData := hasDataPart(params)
	a.mu.Lock()
	a.hadData = hasData
	a.mu.Unlock()
	switch s := a.spec; {
	case hasData && s.SendData != nil:
		to.response(s.SendData)
	case s.Send != nil:
		to.response(s.Send)
	case s.Task.Task != nil && method == "SendMessage":
		to.result(wrap("task", s.Task.Task))
	case s.Task.Task != nil:
		to.result(s.Task.Task)
	case s.Task.Error != nil:
		to.fail(s.Task.Error)
	default:
		to.fail(notFound)
	}
}

// getTask answers a request for a task.
func (a *Agent) getTask(to rpc, params json.RawMessage) {
	a.mu.Lock()
	got := a.spec.Task
	if a.hadData && a.spec.DataTask != nil {
		got = *a.spec.DataTask
	}
	a.mu.Unlock()
	switch {
	case got.Task != nil && idOf(params) == idOf(got.Task):
		to.result(got.Task)
	case got.Error != nil:
		to.fail(got.Error)
	default:
		to.fail(notFound)
	}
}

// recordedID is the id of the call that a recorded event answers.
var recordedID = regexp.MustCompile(`"id": ?1([,}])`)

// stream sends the events of the next stream, with the id of the call; nil by REST.
func (a *Agent) stream(w http.ResponseWriter, r *http.Request, id json.RawMessage) {
	a.streaming.Add(1)
	defer a.streaming.Done()
	list, err := events(a.dir, a.nextFile())
	if err != nil {
		writePage(w, page{http.StatusInternalServerError, json.RawMessage(`{"detail":"no such stream"}`)})
		return
	}
	begin(w)
	sent, isOpen := 0, true
	for i, event := range list {
		if id != nil {
			event = recordedID.ReplaceAllFunc(event, func(found []byte) []byte {
				return slices.Concat([]byte(`"id":`), id, found[len(found)-1:])
			})
		}
		if _, err := w.Write(event); err != nil || http.NewResponseController(w).Flush() != nil {
			isOpen = false
			break
		}
		sent++
		wait := a.spec.pause()
		if i == len(list)-1 {
			wait = a.spec.staysOpen()
		}
		if isOpen = waitFor(r.Context(), wait); !isOpen {
			break
		}
	}
	a.mu.Lock()
	a.streams = append(a.streams, Stream{Events: sent, Of: len(list), ReadToEnd: isOpen})
	a.left = a.left || !isOpen
	a.mu.Unlock()
	if a.spec.Cut {
		panic(http.ErrAbortHandler)
	}
}

// nextFile is the file of the stream that begins now.
func (a *Agent) nextFile() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, files := a.began, a.spec.Streams
	a.began++
	switch {
	case a.left && a.spec.IfClosed != "":
		return a.spec.IfClosed
	case len(files) > 0:
		return files[min(n, len(files)-1)]
	}
	return a.name
}

func begin(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
	_ = http.NewResponseController(w).Flush()
}

// waitFor waits, and reports whether the client is still there.
func waitFor(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

func write(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func writePage(w http.ResponseWriter, p page) { write(w, p.Status, p.Body) }

func orElse(p *page, other page) page {
	if p == nil {
		return other
	}
	return *p
}

// wrap is an object with one member.
func wrap(name string, value json.RawMessage) json.RawMessage {
	if value == nil {
		value = json.RawMessage("null")
	}
	return slices.Concat([]byte(`{"`+name+`":`), value, []byte("}"))
}

func idOf(object json.RawMessage) string {
	var named struct{ ID string }
	_ = json.Unmarshal(object, &named)
	return named.ID
}

// hasDataPart reports whether the message in params has a part with data.
func hasDataPart(params json.RawMessage) bool {
	var sent struct {
		Message struct {
			Parts []map[string]json.RawMessage
		}
	}
	_ = json.Unmarshal(params, &sent)
	return slices.ContainsFunc(sent.Message.Parts, func(p map[string]json.RawMessage) bool { return p["data"] != nil })
}
