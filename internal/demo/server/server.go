// Package server is the protocol side of the agents that a2aform serves, the demo agent and mocks: A2A 1.0, 0.3 and 0.2 and the
// dialect workshop over JSON-RPC with SSE, the dialect sessions over REST, tasks in memory, and the request flow of the
// object-schemas extension. What an agent can do is its [Skills].
//
// It must never know a2aclient: both sides implement the protocol from the specification alone, so that a mistake made on one side
// is not repeated on the other.
package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/net/netutil"

	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// Server is a running agent.
type Server struct {
	// URL is the agent's base URL, without a slash at the end.
	URL string
	// CardURL is where its card lies.
	CardURL string

	agent Handler
	http  *http.Server
	done  chan struct{}
}

// ErrAddress says that an address to listen on is invalid.
var ErrAddress = errors.New("write HOST:PORT, such as 127.0.0.1:8080; port 0 takes a free one")

// Handler is what a server serves.
type Handler interface {
	http.Handler
	io.Closer
}

// ErrLoopback says that an address can be reached from other machines.
var ErrLoopback = errors.New("use a loopback address, such as 127.0.0.1:0")

// StartLocal is [Start] for an address that only this machine reaches, with a limit of connections at once. Any other address is
// [ErrLoopback].
func StartLocal(ctx context.Context, listen string, agent Handler, connections int) (*Server, error) {
	address, err := loopbackUnlessNamed(ctx, listen)
	if err != nil {
		return nil, err
	}
	host, _, _ := net.SplitHostPort(address) // loopbackUnlessNamed made it
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%s can be reached from other machines: %w", safe.Text(address).Line(80), ErrLoopback)
	}
	return start(ctx, address, agent, connections)
}

// Start serves an agent on listen ("HOST:PORT"), until ctx ends or Close is called. An empty listen, host or port
// means loopback and a free port; any other address is reached from outside only when it is named. What is no HOST:PORT is
// [ErrAddress].
func Start(ctx context.Context, listen string, agent Handler) (*Server, error) {
	address, err := loopbackUnlessNamed(ctx, listen)
	if err != nil {
		return nil, err
	}
	return start(ctx, address, agent, 0)
}

func start(ctx context.Context, address string, agent Handler, connections int) (*Server, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("the agent cannot listen on %s: %s", safe.Text(address).Line(80), listenFault(err))
	}
	if connections > 0 {
		l = netutil.LimitListener(l, connections)
	}
	s := &Server{
		URL: "http://" + l.Addr().String(), agent: agent, done: make(chan struct{}),
		http: &http.Server{Handler: agent, ReadHeaderTimeout: 10 * time.Second},
	}
	if at, ok := l.Addr().(*net.TCPAddr); ok && at.IP.IsLoopback() {
		s.http.Handler = forThisMachine(agent)
	}
	s.CardURL = s.URL + "/.well-known/agent-card.json"
	safego.Go(func() {
		defer close(s.done)
		_ = s.http.Serve(l) // always ends with ErrServerClosed, by Close
	})
	context.AfterFunc(ctx, func() { _ = s.Close() })
	return s, nil
}

// forThisMachine refuses requests for other hosts. A page of the Web whose name leads to 127.0.0.1 (DNS rebinding) could talk to the agent
// otherwise, and would find its own name in the card.
func forThisMachine(agent http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := (&url.URL{Host: r.Host}).Hostname()
		if ip := net.ParseIP(host); !strings.EqualFold(host, "localhost") && !ip.IsLoopback() {
			http.Error(w, "This agent answers requests for this machine alone: use localhost or its address.", http.StatusMisdirectedRequest)
			return
		}
		agent.ServeHTTP(w, r)
	})
}

// Close stops serving and all tasks. It may be called more than once.
func (s *Server) Close() error {
	err := errors.Join(s.http.Close(), s.agent.Close())
	<-s.done
	return err
}

// listenFault says in our words why an address cannot be listened on.
func listenFault(err error) string {
	var unknown *net.DNSError
	switch {
	case errors.As(err, &unknown):
		return "there is no host of that name"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return "this machine has no such address"
	case errors.Is(err, syscall.EACCES):
		return "the system does not allow that port; port 0 takes a free one"
	}
	return "the port may be taken; port 0 takes a free one"
}

func loopbackUnlessNamed(ctx context.Context, listen string) (string, error) {
	if listen == "" {
		listen = ":0"
	}
	host, port, err := net.SplitHostPort(listen)
	if err == nil {
		_, err = net.DefaultResolver.LookupPort(ctx, "tcp", port)
	}
	if err != nil {
		return "", fmt.Errorf("%s is no address to listen on: %w", safe.Text(listen).Line(80), ErrAddress)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

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
