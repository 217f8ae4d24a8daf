package hostile

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// Kind is what happens to a connection.
type Kind string

// The kinds of faults.
const (
	Reset Kind = "reset" // both sides are cut at once; over TCP by RST
	Close Kind = "close" // both sides are closed, as by a server that goes down in order
	Stall Kind = "stall" // nothing passes any more, and neither side learns of it
	Delay Kind = "delay" // nothing passes for a while, then all that was held up
	// Outage cuts both sides, and for a while all new connections.
	Outage Kind = "outage"
)

// Way is the direction in which a byte passes.
type Way int

// The directions.
const (
	Up   Way = iota // to the server
	Down            // to the client
)

// Fault happens once, behind a number of bytes that passed one way since the
// proxy was armed, over all its connections.
type Fault struct {
	Kind  Kind
	Way   Way
	After int64
	For   time.Duration // Delay, Outage: how long
}

// Proxy passes connections on to a server, and lets one fault happen. It may be
// used by several goroutines at once.
type Proxy struct {
	dial func(context.Context) (net.Conn, error)
	done chan struct{}
	all  sync.WaitGroup

	mu     sync.Mutex
	closed bool
	front  []net.Listener
	links  map[*link]bool
	fault  Fault
	armed  bool
	passed [2]int64
	back   time.Time // the end of an outage
}

// New is a proxy for the server that dial reaches.
func New(dial func(context.Context) (net.Conn, error)) *Proxy {
	return &Proxy{dial: dial, done: make(chan struct{}), links: map[*link]bool{}}
}

// Serve takes connections until the listener or the proxy is closed; it does not
// wait for that.
func (p *Proxy) Serve(l net.Listener) {
	p.mu.Lock()
	p.front = append(p.front, l)
	p.mu.Unlock()
	p.all.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			p.all.Go(func() { p.join(client) })
		}
	})
}

// Arm begins to count, and lets the fault happen in place of the byte behind
// After. It takes the place of a fault that has not happened yet.
func (p *Proxy) Arm(f Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault, p.armed, p.passed = f, true, [2]int64{}
}

// Passed is how many bytes came each way since the proxy was armed, whether the
// fault let them through or not.
func (p *Proxy) Passed() (up, down int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.passed[Up], p.passed[Down]
}

// Back is when the last outage ended, or will end; zero where there was none.
func (p *Proxy) Back() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.back
}

// Close closes everything and waits until nothing runs any more.
func (p *Proxy) Close() {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.done)
	}
	for _, l := range p.front {
		_ = l.Close()
	}
	for l := range p.links {
		l.close()
	}
	p.mu.Unlock()
	p.all.Wait()
}

// link is one connection through the proxy.
type link struct {
	ends  [2]net.Conn // by the way that leads there: server, client
	muted chan struct{}
	once  sync.Once
}

func (l *link) close() { _, _ = l.ends[Up].Close(), l.ends[Down].Close() }

func (l *link) reset() {
	for _, c := range l.ends {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // makes of the close an RST
		}
	}
	l.close()
}

func (l *link) mute() { l.once.Do(func() { close(l.muted) }) }

func (l *link) isMuted() bool {
	select {
	case <-l.muted:
		return true
	default:
		return false
	}
}

// join connects a client to the server, and passes on what either says until
// one of them is done.
func (p *Proxy) join(client net.Conn) {
	if time.Now().Before(p.Back()) {
		_ = client.Close()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	server, err := p.dial(ctx)
	if err != nil {
		_ = client.Close()
		return
	}
	l := &link{ends: [2]net.Conn{server, client}, muted: make(chan struct{})}
	p.mu.Lock()
	if p.links[l] = true; p.closed {
		l.close()
	}
	p.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { p.carry(l, Up) })
	both.Go(func() { p.carry(l, Down) })
	both.Wait()
	p.mu.Lock()
	delete(p.links, l)
	p.mu.Unlock()
}

// carry passes on what comes one way. The end of one way ends both, except on a
// muted link.
func (p *Proxy) carry(l *link, w Way) {
	from, to := l.ends[1-w], l.ends[w]
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if fault := p.pass(l, w, to, buf[:n]); fault != nil || err != nil {
			break
		}
	}
	if l.isMuted() {
		<-p.done
	}
	l.close()
}

var errCut = errors.New("the proxy cut the connection")

// pass hands bytes on, up to the fault and, where that leaves the link alive,
// behind it.
func (p *Proxy) pass(l *link, w Way, to net.Conn, data []byte) error {
	if l.isMuted() {
		return nil // swallowed
	}
	before, fault := p.count(w, len(data))
	if _, err := to.Write(data[:before]); err != nil || fault.Kind == "" {
		return err
	}
	switch fault.Kind {
	case Reset:
		l.reset()
		return errCut
	case Close, Outage:
		l.close()
		return errCut
	case Stall:
		l.mute()
		return nil
	}
	select {
	case <-time.After(fault.For):
	case <-p.done:
	}
	_, err := to.Write(data[before:])
	return err
}

// count counts bytes one way; where the fault lies among them, it gives those
// before it, and the fault, once.
func (p *Proxy) count(w Way, n int) (before int, f Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	start := p.passed[w]
	p.passed[w] += int64(n)
	if !p.armed || p.fault.Way != w || p.fault.Kind == "" || start+int64(n) <= p.fault.After {
		return n, Fault{}
	}
	if p.armed = false; p.fault.Kind == Outage {
		p.back = time.Now().Add(p.fault.For)
	}
	return int(p.fault.After - start), p.fault
}
