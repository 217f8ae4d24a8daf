package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"a2aform/internal/safego"
)

// Options say how the agent behaves; the zero value answers as fast as it can.
type Options struct {
	// Pace is the time between two steps of a task. Zero or less means no waiting; use DefaultPace for people.
	Pace time.Duration
	// Extensions are the URIs of the extensions that the agent supports.
	Extensions []string
	// NewID makes the ids of tasks, contexts and messages; nil means random UUIDs. It must be safe for concurrent use.
	NewID func() string
}

// Skills are what an agent can do. The server keeps to the protocol and to the flow of the object-schemas extension.
type Skills interface {
	// Problems returns what data breaks in a schema of the card, each as "where: what". Where the card does not declare the
	// schema, undeclared says so.
	Problems(schema string, data json.RawMessage) (problems []string, undeclared string)
	// Work returns what a structured input starts.
	Work(in Structured) Reply
	// Answer returns what a message without structured input starts.
	Answer(m Message) Reply
}

// Reply is a task with its work and a title, or where Work is nil a direct message.
type Reply struct {
	Work  func(*Run)
	Title string // of the task; "" for none
	Text  string // of the direct message
}

// Agent is an http.Handler that serves the card and the two endpoints, and holds the last tasks in memory.
type Agent struct {
	skills Skills
	pace   time.Duration
	newID  func() string

	extensions []string

	tasks tasks
	mux   *http.ServeMux

	base context.Context // ends with Close
	stop context.CancelFunc
	work sync.WaitGroup

	mu     sync.Mutex
	closed bool // no work begins any more
}

// New makes an agent. It serves under whatever host it is reached by; card writes its card for that host. Close stops the tasks
// that still run.
func New(skills Skills, card func(base string) []byte, o Options) *Agent {
	a := &Agent{skills: skills, pace: o.Pace, newID: o.NewID, extensions: o.Extensions, mux: http.NewServeMux()}
	if a.newID == nil {
		a.newID = randomID
	}
	a.base, a.stop = context.WithCancel(context.Background())
	serveCard := func(w http.ResponseWriter, r *http.Request) {
		document := card(origin(r))
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Cache-Control", "max-age=0, must-revalidate") // v1.0.1 §8.6.1 wants a max-age; a mock may change at any time
		h.Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(document)))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(document))
	}
	a.mux.HandleFunc("GET /.well-known/agent-card.json", serveCard)
	a.mux.HandleFunc("GET /.well-known/agent.json", serveCard) // where 0.2 looks
	for path, codec := range map[string]*Codec{PathV10: V10, PathV03: V03, PathWorkshop: workshop} {
		a.mux.HandleFunc("POST "+path, a.serveRPC(codec))
		a.mux.HandleFunc("POST "+path+"/{$}", a.serveRPC(codec)) // as the HTTP libraries of some clients write it
	}
	a.serveSessions()
	a.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, "This is an A2A agent. Its card: /.well-known/agent-card.json\n")
	})
	return a
}

// ServeHTTP serves the agent.
func (a *Agent) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.mux.ServeHTTP(w, r) }

// Close stops all running tasks and open streams and waits for the tasks' work to end.
func (a *Agent) Close() error {
	a.stop()
	a.mu.Lock()
	a.closed = true
	a.mu.Unlock()
	a.work.Wait()
	return nil
}

// launch runs a piece of a skill's work on a task. It does nothing once the agent is closed.
func (a *Agent) launch(t *task, objectsOnly bool, work func(*Run)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	safego.GoGroup(&a.work, func() {
		work(&Run{agent: a, task: t, ObjectsOnly: objectsOnly})
		if rec, _ := t.snapshot(); rec.Status.State.settled() {
			t.stop()
		}
	})
}

// say makes a message of the agent.
func (a *Agent) say(contextID, text string) Message {
	return Message{ID: a.newID(), Role: RoleAgent, ContextID: contextID, Parts: []Part{TextPart(text)}}
}

// status makes a status of now, with a message of the agent unless text is empty.
func (a *Agent) status(taskID, contextID string, s State, text string) status {
	st := status{State: s, Time: now()}
	if text != "" {
		m := a.say(contextID, text)
		m.TaskID = taskID
		st.Message = &m
	}
	return st
}

func now() time.Time { return time.Now() }

// randomID makes a version 4 UUID.
func randomID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails, see its documentation
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// The paths of the endpoints.
const (
	PathV10      = "/a2a/v1"
	PathV03      = "/a2a/v0.3"
	PathWorkshop = "/a2a/workshop"
	PathSessions = "/a2a/sessions"
)

// origin is the host the client reached us by.
func origin(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
