package hostile

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// maxAsked is how much of a request is read, in bytes.
const maxAsked = 64 << 20

// Agent is an agent that misbehaves. It may be used by several goroutines at
// once.
type Agent struct {
	URL       string // of its card's host
	Authority []byte // to be trusted for TLS, PEM; nil for none

	script          *script
	own, other      *http.Server
	otherURL        string
	gone            chan struct{}
	ends            []func()
	closing         sync.Once
	mu              sync.Mutex
	calls, messages map[string]int
	data            []string
	strays          []string
	known           bool   // what is wanted came with a message
	proxy           *Proxy // nil for none
	open            map[net.Conn]bool
}

// Start runs an agent on loopback that does everything right but for the
// behaviors, in their order. What they leave to chance the seed decides. The
// agent ends with the context, or by Close.
func Start(ctx context.Context, seed uint64, behaviors ...Behavior) (*Agent, error) {
	s := newScript(seed)
	for _, b := range behaviors {
		if b.bend != nil {
			b.bend(s)
		}
	}
	a := &Agent{script: s, gone: make(chan struct{}), calls: map[string]int{}, messages: map[string]int{}, open: map[net.Conn]bool{}}
	var err error
	if a.other, a.otherURL, err = listen(ctx, http.HandlerFunc(a.stray)); err != nil {
		return nil, err
	}
	if a.own, a.URL, err = listen(ctx, http.HandlerFunc(a.serve)); err != nil {
		a.Close()
		return nil, err
	}
	if s.network != nil {
		if err = s.network(ctx, a); err != nil {
			a.Close()
			return nil, err
		}
	}
	context.AfterFunc(ctx, a.Close)
	return a, nil
}

func listen(ctx context.Context, h http.Handler) (*http.Server, string, error) {
	l, err := onLoopback(ctx)
	if err != nil {
		return nil, "", err
	}
	return serveOn(l, h), "http://" + l.Addr().String(), nil
}

func onLoopback(ctx context.Context) (net.Listener, error) {
	return new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
}

// serveOn serves until the server is closed; what a client does not like of TLS
// is no news.
func serveOn(l net.Listener, h http.Handler) *http.Server {
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			_ = l.Close()
		}
	}()
	return server
}

// Close ends the agent and cuts what is still open.
func (a *Agent) Close() {
	a.closing.Do(func() {
		close(a.gone)
		for _, server := range []*http.Server{a.own, a.other} {
			if server != nil {
				_ = server.Close()
			}
		}
		for _, end := range a.ends {
			end()
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		for c := range a.open {
			_ = c.Close()
		}
	})
}

// Missed is what a message should have brought and did not, such as a
// credential.
func (a *Agent) Missed() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.script.wants == "" || a.known {
		return nil
	}
	return []string{"no message came with " + a.script.wants}
}

// Calls is how often the agent was asked by a method of the protocol, "card" for
// its card.
func (a *Agent) Calls(method string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.calls[method]
}

// Executions is how many messages were sent, and how often the same one at most:
// an agent may act on each.
func (a *Agent) Executions() (messages, most int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, n := range a.messages {
		most = max(most, n)
	}
	return len(a.messages), most
}

// Data are the data parts that came with messages, as their bytes, in the order of
// the messages.
func (a *Agent) Data() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.data...)
}

// Strays are the requests to another host that the agent named: the user asked
// for none of them.
func (a *Agent) Strays() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.strays...)
}

func (a *Agent) stray(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	a.strays = append(a.strays, r.Method+" "+r.URL.Path)
	a.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, a.script.card())
}

// serve answers as the script says, on the bare connection.
func (a *Agent) serve(w http.ResponseWriter, r *http.Request) {
	q := a.read(r)
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	if !a.keep(conn) {
		return
	}
	defer a.drop(conn)
	gone := make(chan struct{})
	go func() { // until the client hangs up
		defer close(gone)
		if a.script.kept {
			cutWhenUsed(conn)
			return
		}
		_, _ = io.Copy(io.Discard, conn)
	}()
	q.gone, q.leave = gone, func() { _ = a.own.Close() }
	if a.script.kept {
		a.script.reply(q.method)(promise{conn}, q)
		<-gone
		return
	}
	a.script.reply(q.method)(conn, q)
}

// read notes what is asked. All of it is read, or closing would reset the
// connection.
func (a *Agent) read(r *http.Request) *request {
	q := &request{method: methodOf(r), id: "null", host: r.Host, path: r.URL.Path, otherAgent: a.otherURL}
	data, _ := io.ReadAll(io.LimitReader(r.Body, maxAsked))
	q.take(data)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls[q.method]++
	a.known = a.known || q.method == send && a.script.wants != "" && strings.Contains(headOf(r), a.script.wants)
	if f := a.script.fault; f != nil && q.method == f.asked && a.calls[q.method] == f.time {
		a.proxy.Arm(f.Fault)
	}
	if strings.Contains(r.RequestURI, "/../") {
		a.strays = append(a.strays, r.Method+" "+r.RequestURI)
	}
	if q.message != "" {
		a.messages[q.message]++
		a.data = append(a.data, q.data...)
	}
	return q
}

// methodOf is what the path alone says; "" where the body does.
func methodOf(r *http.Request) string {
	switch path := r.URL.Path; {
	case path == "/token":
		return askToken
	case path == "/device":
		return askDevice
	case strings.HasPrefix(path, "/issuer"):
		return askServer
	case strings.HasSuffix(path, "/message:stream"):
		return send
	case strings.Contains(path, "/tasks/"):
		return getTask
	case r.Method == http.MethodPost:
		return ""
	}
	return askCard
}

// headOf is the head of a request, a line each.
func headOf(r *http.Request) string {
	var sb strings.Builder
	_, _ = sb.WriteString(r.RequestURI + "\n")
	_ = r.Header.Write(&sb)
	return sb.String()
}

// keep notes an open connection; false where the agent has ended.
func (a *Agent) keep(c net.Conn) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	select {
	case <-a.gone:
		_ = c.Close()
		return false
	default:
		a.open[c] = true
		return true
	}
}

func (a *Agent) drop(c net.Conn) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.open, c)
	_ = c.Close()
}

// Outcome is how a program should come out of a behavior.
type Outcome string

// The outcomes.
const (
	Works    Outcome = "works"               // as with any agent
	Notices  Outcome = "works with a notice" // a notice says what was wrong, cut or left out
	Refuses  Outcome = "refused"             // ended with a message of what, where and what next
	Asks     Outcome = "asks"                // the user decides
	Recovers Outcome = "recovers"            // the agent is asked again for what was lost or missing
)

// The categories.
const (
	Card   = "CARD"   // the card as a document
	Text   = "TEXT"   // words in every slot that is shown
	Schema = "SCHEMA" // what forms are made of and values validated by
	Value  = "VALUE"  // what comes in artifacts
	HTTP   = "HTTP"   // status, headers, bodies, redirects
	RPC    = "RPC"    // the envelope of JSON-RPC
	SSE    = "SSE"    // the bytes of an event stream
	Stream = "STREAM" // which events come, and when it ends
	Task   = "TASK"   // how a task goes on and ends
	Auth   = "AUTH"   // what it does with credentials, and to get them
	Net    = "NET"    // connections, names and TLS
	Life   = "LIFE"   // signals, terminals, sizes and pastes; on a terminal alone
	File   = "FILE"   // files on the disk, and files that an agent sends
)

// Behavior is one way in which an agent misbehaves.
type Behavior struct {
	Name, Category string
	What           string // the agent does
	Expect         Outcome
	// Says is a part of what the program prints; "" for nothing in particular.
	Says string
	// Once is in it exactly once; "" for nothing in particular.
	Once string
	// Data is what to send; "" for {"word":"hi"}.
	Data string
	// Flags are those of the message, such as credentials from [Environment].
	Flags []string
	// Login is how credentials are kept first, as flags; nil for not at all.
	Login []string
	// Timeout is how long a program should wait for the agent; 0 for as long as
	// it likes.
	Timeout time.Duration

	// Slow is whether it takes more than a moment.
	Slow bool

	// Home prepares the user's directories before the program starts; nil for
	// nothing. SaveDir below dir is where files are saved.
	Home func(dir string) error
	// Left looks at them when the program has ended, and says what is wrong; nil
	// where nothing can be.
	Left func(dir string) error

	// Moments happen at the terminal while a form is filled in; nil for none.
	Moments []Moment
	// Typed is what the one field holds when they are over, "" for "hi" alone.
	Typed string

	bend func(*script)
}

// All are the behaviors, by category.
func All() []Behavior {
	var all []Behavior
	for _, of := range []struct {
		category string
		list     []Behavior
	}{{Card, cards}, {Text, texts}, {Schema, schemas}, {Value, values}, {HTTP, https}, {RPC, rpcs}, {SSE, sses}, {Stream, streams}, {Task, tasks}, {File, files}, {Auth, auths}, {Net, nets}, {Life, lifes}} {
		for _, b := range of.list {
			b.Category = of.category
			all = append(all, b)
		}
	}
	return all
}
