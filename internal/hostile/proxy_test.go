package hostile

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// echo answers every byte with itself until the listener is closed.
func echo(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			_, _ = io.Copy(c, c)
			_ = c.Close()
		}()
	}
}

// exchange sends ten bytes through a proxy with that fault and gives what came back,
// how it ended, and when.
func exchange(t *testing.T, f Fault) (got string, took time.Duration, err error) {
	server, front := NewMemory(), NewMemory()
	go echo(server)
	p := New(server.Dial)
	p.Serve(front)
	p.Arm(f)
	defer func() { p.Close(); _ = server.Close(); synctest.Wait() }()
	c, err := front.Dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	start := time.Now()
	_ = c.SetDeadline(start.Add(time.Minute))
	go func() { _, _ = c.Write([]byte("0123456789")) }()
	buf := make([]byte, 10)
	n, err := io.ReadFull(c, buf)
	return string(buf[:n]), time.Since(start), err
}

func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		fault Fault
		got   string
		err   error
		took  time.Duration
	}{
		{Fault{}, "0123456789", nil, 0},
		{Fault{Kind: Close, Way: Down, After: 0}, "", io.EOF, 0},
		{Fault{Kind: Reset, Way: Down, After: 9}, "012345678", io.ErrUnexpectedEOF, 0},
		{Fault{Kind: Close, Way: Down, After: 10}, "0123456789", nil, 0},
		{Fault{Kind: Stall, Way: Down, After: 3}, "012", context.DeadlineExceeded, time.Minute},
		{Fault{Kind: Delay, Way: Down, After: 3, For: 20 * time.Second}, "0123456789", nil, 20 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			got, took, err := exchange(t, tt.fault)
			var late net.Error
			asWanted := errors.Is(err, tt.err) || errors.Is(tt.err, context.DeadlineExceeded) && errors.As(err, &late) && late.Timeout()
			if got != tt.got || !asWanted || took != tt.took {
				t.Errorf("%+v: %q, %v after %v", tt.fault, got, err, took)
			}
		})
	}
}

// A cut on the way up may also cut what is on its way down.
func TestCutUploadMayCutResponse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if got, _, err := exchange(t, Fault{Kind: Close, Way: Up, After: 4}); err == nil || len(got) > 4 {
			t.Errorf("%q, %v", got, err)
		}
	})
}

func TestResetClosesWithRST(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go echo(server)
	front, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := New(func(ctx context.Context) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", server.Addr().String())
	})
	p.Serve(front)
	p.Arm(Fault{Kind: Reset, Way: Down, After: 2})
	defer func() { p.Close(); _ = server.Close() }()
	c, err := net.Dial("tcp", front.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = c.Write([]byte("0123456789"))
	if _, err := io.ReadAll(c); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("%v", err)
	}
	if up, down := p.Passed(); up != 10 || down != 10 {
		t.Errorf("%d up, %d down", up, down)
	}
}
