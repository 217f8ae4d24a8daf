package hostile

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
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
