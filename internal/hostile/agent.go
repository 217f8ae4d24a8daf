package hostile

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// maxAsked is how much of a request is read, in bytes.
const maxAsked = 64 << 20

// Agent is an agent that misbehaves. It may be used by several goroutines at
// once.
type Agent struct {
	URL string // of its card's host

	script          *script
	own, other      *http.Server
	otherURL        string
	gone            chan struct{}
	closing         sync.Once
	mu              sync.Mutex
	calls, messages map[string]int
	strays          []string
	open            map[net.Conn]bool
}

// Start runs an agent on loopback that does everything right but for the
// behaviours, in their order. What they leave to chance the seed decides. The
// agent ends with the context, or by Close.
func Start(ctx context.Context, seed uint64, behaviours ...Behaviour) (*Agent, error) {
	s := newScript(seed)
	for _, b := range behaviours {
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
	context.AfterFunc(ctx, a.Close)
	return a, nil
}

func listen(ctx context.Context, h http.Handler) (*http.Server, string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			_ = l.Close()
		}
	}()
	return server, "http://" + l.Addr().String(), nil
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
		a.mu.Lock()
		defer a.mu.Unlock()
		for c := range a.open {
			_ = c.Close()
		}
	})
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

// Strays are the requests to another host that the agent named: nobody asked
// for them.
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
		_, _ = io.Copy(io.Discard, conn)
	}()
	q.gone = gone
	a.script.reply(q.method)(conn, q)
}

// read notes what is asked. All of it is read, or closing would reset the
// connection.
func (a *Agent) read(r *http.Request) *request {
	q := &request{method: askCard, id: "null", host: r.Host, elsewhere: a.otherURL}
	data, _ := io.ReadAll(io.LimitReader(r.Body, maxAsked))
	if r.Method == http.MethodPost {
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Message struct {
					MessageID string `json:"messageId"`
				} `json:"message"`
			} `json:"params"`
		}
		_ = json.Unmarshal(data, &m)
		q.method, q.message = m.Method, m.Params.Message.MessageID
		if len(m.ID) > 0 {
			q.id = string(m.ID)
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls[q.method]++
	if q.message != "" {
		a.messages[q.message]++
	}
	return q
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
