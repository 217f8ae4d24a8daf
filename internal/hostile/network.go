package hostile

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"
)

// moment is when a fault of the network begins to count: when a method is asked
// for the so manieth time.
type moment struct {
	asked string
	time  int
	Fault
}

// meets lets the network fail once: behind so many bytes since the method was
// asked for.
func meets(asked string, time int, f Fault) func(*script) {
	return func(s *script) {
		s.fault = &moment{asked, time, f}
		s.network = func(ctx context.Context, a *Agent) error {
			l, err := onLoopback(ctx)
			if err != nil {
				return err
			}
			to := a.host()
			a.proxy = New(func(ctx context.Context) (net.Conn, error) { return new(net.Dialer).DialContext(ctx, "tcp", to) })
			a.proxy.Serve(l)
			a.ends = append(a.ends, a.proxy.Close)
			a.URL = "http://" + l.Addr().String()
			return nil
		}
	}
}

// host is the host of the agent's address.
func (a *Agent) host() string { return a.URL[len("http://"):] }

// isAt gives the agent another address; HOST in it is its own.
func isAt(address string) func(*script) {
	return func(s *script) {
		s.network = func(_ context.Context, a *Agent) error {
			a.URL = (&request{host: a.host()}).place(address)
			return nil
		}
	}
}

// overTLS serves by TLS with a certificate, and is asked by an address of that
// scheme.
func overTLS(scheme string, c certificate) func(*script) {
	return func(s *script) {
		s.set("supportedInterfaces", interfaceIs(scheme+"://HOST/rpc", "JSONRPC"))
		s.network = func(ctx context.Context, a *Agent) error {
			config, authority, err := c.make()
			if err != nil {
				return err
			}
			l, err := onLoopback(ctx)
			if err != nil {
				return err
			}
			server := serveOn(tls.NewListener(l, config), http.HandlerFunc(a.serve))
			a.ends = append(a.ends, func() { _ = server.Close() })
			a.URL, a.Authority = scheme+"://"+l.Addr().String(), authority
			return nil
		}
	}
}

// portIsClosed moves the agent to an address of this machine that refuses connections.
func portIsClosed(s *script) {
	s.network = func(ctx context.Context, a *Agent) error {
		l, err := onLoopback(ctx)
		if err != nil {
			return err
		}
		client, err := new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
		if err != nil {
			return err
		}
		// The near end of a connection that stays open: no program can listen there.
		a.ends = append(a.ends, func() { _, _ = client.Close(), l.Close() })
		a.URL = "http://" + client.LocalAddr().String()
		return nil
	}
}

// nobodyAccepts is an address at which connections are neither taken nor
// refused.
func nobodyAccepts(s *script) {
	s.network = func(ctx context.Context, a *Agent) (err error) {
		a.URL, err = full(ctx, a)
		return err
	}
}

// nobodyAcceptsMessages has its card say such an address.
func nobodyAcceptsMessages(s *script) {
	s.network = func(ctx context.Context, a *Agent) error {
		address, err := full(ctx, a)
		a.mu.Lock() // which each request takes before it reads the script
		defer a.mu.Unlock()
		s.set("supportedInterfaces", interfaceIs(address+"/rpc", "JSONRPC"))
		return err
	}
}

// full is an address whose queue of connections is full.
func full(ctx context.Context, a *Agent) (address string, err error) {
	l, err := onLoopback(ctx)
	if err != nil {
		return "", err
	}
	a.ends = append(a.ends, func() { _ = l.Close() })
	shorten(l)
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for {
		c, err := new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
		if err != nil {
			return "http://" + l.Addr().String(), nil // as is wanted
		}
		a.ends = append(a.ends, func() { _ = c.Close() })
	}
}

// slowly writes byte by byte.
func slowly(pause time.Duration, a answer) answer {
	return func(w io.Writer, q *request) { a(trickle{w, pause, q.gone}, q) }
}

type trickle struct {
	io.Writer
	pause time.Duration
	gone  <-chan struct{}
}

// Write waits before every byte, as long as the client reads (io.Writer).
func (t trickle) Write(p []byte) (int, error) {
	for i := range p {
		select {
		case <-time.After(t.pause):
		case <-t.gone:
			return i, net.ErrClosed
		}
		if _, err := t.Writer.Write(p[i : i+1]); err != nil {
			return i, err
		}
	}
	return len(p), nil
}

// halfClosed says no more behind an answer, and goes on listening.
func halfClosed(a answer) answer {
	return func(w io.Writer, q *request) {
		a(w, q)
		if c, ok := w.(interface{ CloseWrite() error }); ok {
			_ = c.CloseWrite()
		}
		<-q.gone
	}
}

// keepsNothing promises to keep its connections, and cuts each when it is used
// again.
func keepsNothing(s *script) { s.kept = true }

// promise is a connection whose answers do not say that it will end.
type promise struct{ net.Conn }

// Write leaves the header out that says so (io.Writer).
func (p promise) Write(b []byte) (int, error) {
	if _, err := p.Conn.Write(bytes.Replace(b, []byte("Connection: close\r\n"), nil, 1)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// cutWhenUsed resets a connection when something comes on it.
func cutWhenUsed(c net.Conn) {
	n, _ := c.Read(make([]byte, 1))
	if tcp, ok := c.(*net.TCPConn); ok && n > 0 {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}

// Memory is a network in memory, of one address. Its connections work on a faked
// clock.
type Memory struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

// NewMemory returns a network without a listener: Dial waits for an Accept.
func NewMemory() *Memory {
	return &Memory{conns: make(chan net.Conn), done: make(chan struct{})}
}

// Dial connects to the next Accept.
func (m *Memory) Dial(ctx context.Context) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case m.conns <- server:
		return client, nil
	case <-m.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept gives the next connection (net.Listener).
func (m *Memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.conns:
		return c, nil
	case <-m.done:
		return nil, net.ErrClosed
	}
}

// Close ends listening (net.Listener). Connections stay.
func (m *Memory) Close() error {
	m.once.Do(func() { close(m.done) })
	return nil
}

// Addr says that there is none (net.Listener).
func (m *Memory) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "memory"} }

// streamIs answers every message by a stream, written so.
func streamIs(how func(answer) answer) func(*script) {
	return func(s *script) {
		s.answers[send] = how(func(w io.Writer, q *request) { s.stream(s.events...)(w, q) })
	}
}

var nets = []Behavior{
	{Name: "refused connection", What: "is not there", Expect: Refuses, Says: "nothing is listening at", bend: portIsClosed},
	{Name: "nobody accepts", What: "lets connections wait", Expect: Refuses, Says: "could not connect to 127.0.0.1", Timeout: 2 * time.Second, bend: nobodyAccepts},
	{Name: "nobody accepts messages", What: "lets the connections for messages wait", Expect: Refuses, Says: "--timeout has expired, and nothing was sent", Timeout: 2 * time.Second, bend: nobodyAcceptsMessages},
	{Name: "no such name", What: "has a name that does not exist", Expect: Refuses, Says: "not found; check the spelling and the network", bend: isAt("https://nobody." + strings.Repeat("x", 64) + ".invalid:9")},
	{Name: "resets the answer", What: "resets the connection in place of an answer", Expect: Refuses, Says: "check there before you send again", bend: meets(send, 1, Fault{Kind: Reset, Way: Down})},
	{Name: "resets within the headers", What: "resets the connection in the headers of its answer", Expect: Refuses, Says: "check there before you send again", bend: meets(send, 1, Fault{Kind: Reset, Way: Down, After: 30})},
	{Name: "closes within the headers", What: "closes the connection in the headers of its answer", Expect: Refuses, Says: "check there before you send again", bend: meets(send, 1, Fault{Kind: Close, Way: Down, After: 30})},
	{Name: "resets within the stream", What: "resets the connection behind the first event", Expect: Recovers, Says: "Connection lost. Reconnecting", bend: meets(send, 1, Fault{Kind: Reset, Way: Down, After: 400})},
	{Name: "closes within the stream", What: "closes the connection behind the first event", Expect: Recovers, Says: "Connection lost. Reconnecting", bend: meets(send, 1, Fault{Kind: Close, Way: Down, After: 400})},
	{Name: "stalls within the stream", What: "lets nothing pass behind the first event", Expect: Refuses, Says: "the --timeout has expired", Timeout: 2 * time.Second, bend: meets(send, 1, Fault{Kind: Stall, Way: Down, After: 400})},
	{Name: "halts within the stream", What: "lets nothing pass for a second", Expect: Works, Says: "label cell", bend: meets(send, 1, Fault{Kind: Delay, Way: Down, After: 400, For: time.Second})},
	{Name: "resets the message", What: "resets the connection while the message leaves", Expect: Refuses, Says: "check there before you send again", bend: meets(askCard, 2, Fault{Kind: Reset, Way: Up, After: 100})},
	{Name: "stalls the message", What: "takes no more while the message leaves", Expect: Refuses, Says: "but may have started one", Timeout: 2 * time.Second, bend: meets(askCard, 2, Fault{Kind: Stall, Way: Up, After: 100})},
	{Name: "byte by byte", What: "sends its answer byte by byte", Expect: Works, Says: "label cell", bend: streamIs(func(a answer) answer { return slowly(time.Millisecond/4, a) })},
	{Name: "headers byte by byte", What: "sends headers byte by byte, and never ends", Expect: Refuses, Says: "but may have started one", Timeout: 2 * time.Second, bend: sendIs(slowly(20*time.Millisecond, endless(okHead, many("X-Filler: x\r\n"))))},
	{Name: "says half and listens", What: "closes its own half within the stream", Expect: Recovers, Says: "Connection lost. Reconnecting", bend: func(s *script) {
		s.answers[send] = halfClosed(func(w io.Writer, q *request) { s.cutStream(s.events[:2]...)(w, q) })
	}},
	{Name: "goes down", What: "goes away within the stream, and does not come back", Expect: Refuses, Says: "task t-1 may continue on the agent", Timeout: 4 * time.Second, bend: func(s *script) {
		s.answers[send] = func(w io.Writer, q *request) {
			q.leave()
			s.cutStream(s.events[:2]...)(w, q)
		}
	}},
	{Name: "promises to stay", What: "promises to keep a connection, and cuts it when it is used again", Expect: Refuses, Says: "check there before you send again", Flags: withToken, bend: guards(byBearer, "", hasExtended(func(*script) {}), keepsNothing)},
	{Name: "good TLS", What: "shows a certificate that is right", Expect: Works, Says: "label cell", bend: overTLS("https", certificate{})},
	{Name: "certificate of another", What: "shows a certificate for another name", Expect: Refuses, Says: "is for another name", bend: overTLS("https", certificate{name: "other.example"})},
	{Name: "certificate of old", What: "shows a certificate that has expired", Expect: Refuses, Says: "has expired or is not valid yet", bend: overTLS("https", certificate{expired: true})},
	{Name: "certificate of nobody", What: "shows a certificate that no authority signed", Expect: Refuses, Says: "is signed by an unknown authority", bend: overTLS("https", certificate{unknown: true})},
	{Name: "TLS of old", What: "speaks TLS 1.1 alone", Expect: Refuses, Says: "no TLS connection", bend: overTLS("https", certificate{old: true})},
	{Name: "TLS where none is wanted", What: "speaks TLS at an address of plain HTTP", Expect: Refuses, Says: "if the host speaks TLS, write https://", bend: overTLS("http", certificate{})},
	{Name: "no TLS where it is wanted", What: "speaks plain HTTP at an address of TLS", Expect: Refuses, Says: "does not speak TLS", bend: isAt("https://HOST")},
}

// Moment is what a user, a terminal or the system does while a form is filled in.
// Those of a behavior happen one after the other, each when the program has come
// to rest.
type Moment struct {
	Types         string         // bytes as a terminal sends them
	Signal        syscall.Signal // to the process; 0 for none
	Width, Height int            // the terminal's size from here on; 0 for as it was
	HangsUp       bool           // the terminal goes away
	Shows         string         // must be on the screen once it has come to rest; "" for nothing in particular
}

const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

func moments(all ...Moment) []Moment { return all }

// storm are many sizes, down to one cell, and the last one is another than the
// first.
func storm() (all []Moment) {
	for i := range 40 {
		all = append(all, Moment{Width: 1 + i*37%150, Height: 1 + i*17%50})
	}
	return append(all, Moment{Width: 60, Height: 20})
}

// lifes are checked on a terminal only. Of each the expectation is what becomes of
// the one message: Works, it was sent; Refuses, the program ended before.
var lifes = []Behavior{
	{Name: "hang-up", What: "SIGHUP comes", Expect: Refuses, Moments: moments(Moment{Signal: syscall.SIGHUP})},
	{Name: "termination", What: "SIGTERM comes twice", Expect: Refuses, Moments: moments(Moment{Signal: syscall.SIGTERM}, Moment{Signal: syscall.SIGTERM})},
	{Name: "quit signal", What: "SIGQUIT comes", Expect: Refuses, Moments: moments(Moment{Signal: syscall.SIGQUIT})},
	{Name: "closed window", What: "the terminal goes away", Expect: Refuses, Moments: moments(Moment{HangsUp: true})},
	{Name: "storm of sizes", What: "the terminal has forty sizes, down to one cell", Expect: Works, Moments: storm()},
	{Name: "one cell", What: "the terminal is one cell, and keys are typed blindly", Expect: Works, Moments: moments(Moment{Width: 1, Height: 1}, Moment{Types: "\x1b[B\x1b[A"}, Moment{Width: 30, Height: 8, Shows: "too small: 30×8"}, Moment{Width: 80, Height: 24})},
	{Name: "paste that submits", What: "a paste holds its own end, ctrl+s and enter", Expect: Works, Moments: moments(Moment{Types: pasteBegins + "x" + pasteEnds + "\x13\r\r\r" + pasteEnds}), Typed: "hix\x13\n\n\n"},
	{Name: "paste that quits", What: "a paste holds its own end and ctrl+c", Expect: Works, Moments: moments(Moment{Types: pasteBegins + "x" + pasteEnds + "\x03\x03\x03" + pasteEnds}), Typed: "hix\x03\x03\x03"},
	{Name: "paste without marks", What: "text of many lines comes as keys", Expect: Works, Moments: moments(Moment{Types: strings.Repeat("y\x13\r", 60)}), Typed: "hi" + strings.Repeat("y\x13\n", 60)},
	{Name: "answers nobody asked for", What: "the terminal answers queries that were not made, and reports the mouse", Expect: Works, Moments: moments(Moment{Types: "\x1b[?62;1;6c\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[<0;5;5M\x1b[<0;5;5m\x1b[24;80R\x1b[I\x1b[O\x1bP>|evil\x1b\\"})},
	{Name: "bytes that are no keys", What: "the terminal sends bytes of no encoding", Expect: Works, Moments: moments(Moment{Types: "\xff\xfe\xc0\x80\x9b"})},
}
