package demo

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"a2aform/internal/safego"
)

// DefaultPace is a time between two steps that people can follow.
const DefaultPace = 600 * time.Millisecond

// Options say how the agent behaves; the zero value answers as fast as it can.
type Options struct {
	// Pace is the time between two steps of a task. Zero or less means no waiting; use DefaultPace for people.
	Pace time.Duration
	// NewID makes the ids of tasks, contexts and messages; nil means random UUIDs. It must be safe for concurrent use.
	NewID func() string
}

// Agent is the demo agent: an http.Handler that serves the card and the two endpoints, and holds the last tasks in memory.
type Agent struct {
	pace  time.Duration
	newID func() string
	tasks tasks
	mux   *http.ServeMux

	base context.Context // ends with Close
	stop context.CancelFunc
	work sync.WaitGroup

	mu     sync.Mutex
	closed bool // no work begins any more
}

// New makes the agent. It serves under whatever host it is reached by; its card names that host. Close stops the tasks that
// still run.
func New(o Options) *Agent {
	a := &Agent{pace: o.Pace, newID: o.NewID, mux: http.NewServeMux()}
	if a.newID == nil {
		a.newID = randomID
	}
	a.base, a.stop = context.WithCancel(context.Background())
	a.mux.HandleFunc("GET /.well-known/agent-card.json", serveCard)
	a.mux.HandleFunc("GET /.well-known/agent.json", serveCard) // where 0.2 looks
	a.mux.HandleFunc("POST "+pathV10, a.serveRPC(v10))
	a.mux.HandleFunc("POST "+pathV03, a.serveRPC(v03))
	a.mux.HandleFunc("GET /{$}", serveHello)
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
func (a *Agent) launch(t *task, objectsOnly bool, work func(*run)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	safego.GoGroup(&a.work, func() {
		work(&run{agent: a, task: t, objectsOnly: objectsOnly})
		if rec, _ := t.snapshot(); rec.Status.State.settled() {
			t.stop()
		}
	})
}

// say makes a message of the agent.
func (a *Agent) say(contextID, text string) message {
	return message{ID: a.newID(), Role: roleAgent, ContextID: contextID, Parts: []part{textPart(text)}}
}

// status makes a status of now, with a message of the agent unless text is empty.
func (a *Agent) status(taskID, contextID string, s state, text string) status {
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

func serveHello(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "This is the a2aform demo agent. Its card: /.well-known/agent-card.json\n")
}

// About is what the card of the demo agent says of it: its name, its description and the
// names of its skills.
func About() (name, description string, skills []string) {
	c := newCard("")
	for _, raw := range c.Skills {
		var s cardSkill
		if json.Unmarshal(raw, &s) == nil {
			skills = append(skills, s.Name)
		}
	}
	return c.Name, c.Description, skills
}
