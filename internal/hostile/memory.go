package hostile

import (
	"context"
	"net"
	"sync"
)

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
