package a2aclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/internal/hostile"
	"a2aform/internal/safe"
)

// executor is an agent that counts how often it was made to act. Its task is
// over when it is named, whoever hears of it.
type executor struct{ executions atomic.Int32 }

const (
	sweptTask  = `{"id":"t1","contextId":"c1","status":{"state":"%s"},"artifacts":[%s]}`
	sweptParts = `{"artifactId":"a","parts":[{"text":"1"},{"text":"2"},{"text":"3"}]}`
)

func (x *executor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // half a request makes nobody act
	}
	chunk := func(n int) string {
		return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t1","append":%t,"artifact":{"artifactId":"a","parts":[{"text":"%d"}]}}}`, n > 1, n)
	}
	whole := fmt.Sprintf(sweptTask, "TASK_STATE_COMPLETED", sweptParts)
	switch {
	case bytes.Contains(body, []byte(`"SendStreamingMessage"`)):
		x.executions.Add(1)
		w.Header().Set("Content-Type", "text/event-stream")
		for _, e := range []string{`{"task":` + fmt.Sprintf(sweptTask, "TASK_STATE_WORKING", "") + `}`, chunk(1), chunk(2), chunk(3), statusV10("TASK_STATE_COMPLETED")} {
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}\n\n", e)
			_ = http.NewResponseController(w).Flush()
		}
	case x.executions.Load() == 0:
		jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no such task"}}`)(w, r)
	case bytes.Contains(body, []byte(`"GetTask"`)):
		result(whole)(w, r)
	default:
		jsonBody(`{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"the task is over"}}`)(w, r)
	}
}

// exchange is one send through a proxy.
type exchange struct {
	fault   hostile.Fault
	warm    bool // the connection was used before
	network func(t *testing.T) (listen, front net.Listener, dial, through func(context.Context) (net.Conn, error))
}

// outcome is how it came out.
type outcome struct {
	err        error
	seen       *seen
	executions int
	up, down   int64
	late       time.Duration // after the end of an outage
}

func (x exchange) run(t *testing.T) outcome {
	t.Helper()
	listen, front, dial, through := x.network(t)
	agent := &executor{}
	server := &http.Server{Handler: agent, ErrorLog: quiet(), ReadHeaderTimeout: forever}
	go func() { _ = server.Serve(listen) }()
	proxy := hostile.New(dial)
	proxy.Serve(front)
	transport := newTransport()
	transport.Proxy, transport.DialContext = nil, func(ctx context.Context, _, _ string) (net.Conn, error) { return through(ctx) }
	defer func() { transport.CloseIdleConnections(); _ = server.Close(); proxy.Close() }()
	a := scripted(t, transport)
	if x.warm {
		_, _ = a.Get(t.Context(), safe.Text("t1"))
	}
	proxy.Arm(x.fault)
	// Where the stream stalls before the task has a name the user decides how long to wait: ten minutes.
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	o := outcome{seen: &seen{}}
	for e, err := range a.Run(ctx, &Request{Text: "x", MessageID: "00000000-0000-4000-8000-000000000000"}) {
		if o.err = err; err == nil {
			o.seen.take(e)
		}
	}
	o.up, o.down = proxy.Passed()
	o.late = time.Since(proxy.Back())
	o.executions = int(agent.executions.Load())
	return o
}

// wrong says what may never be, "" for nothing: more executions than submits, an
// end that is not the truth, or a message that "was not sent" and was.
func (o outcome) wrong() string {
	var sent *TransportError
	switch {
	case o.executions > 1:
		return fmt.Sprintf("executed %d times", o.executions)
	case o.err == nil && (o.seen.String() != "completed map[a:1.2.3.]" || o.executions != 1):
		return fmt.Sprintf("a false end: %s after %d executions", o.seen, o.executions)
	case o.err != nil && o.executions > 0 && !errors.Is(o.err, ErrUnsettled):
		return fmt.Sprintf("the agent acted, and the user is told: %v", o.err)
	case errors.As(o.err, &sent) && !sent.Sent && strings.HasPrefix(sent.Method, "Send") && o.executions > 0:
		return fmt.Sprintf("the agent acted on what was not sent: %v", o.err)
	}
	return ""
}

func inMemory(*testing.T) (listen, front net.Listener, dial, through func(context.Context) (net.Conn, error)) {
	server, client := hostile.NewMemory(), hostile.NewMemory()
	return server, client, server.Dial, client.Dial
}

func overTCP(t *testing.T) (listen, front net.Listener, dial, through func(context.Context) (net.Conn, error)) {
	t.Helper()
	open := func() (net.Listener, func(context.Context) (net.Conn, error)) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		return l, func(ctx context.Context) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
		}
	}
	listen, dial = open()
	front, through = open()
	return listen, front, dial, through
}

// stride is the distance of the offsets that are tried: 1 for a whole sweep,
// which A2AFORM_SWEEP=full asks for.
func stride(usual int64) int64 {
	if os.Getenv("A2AFORM_SWEEP") == "full" {
		return 1
	}
	return usual
}

// faults are those to try at every offset of an exchange that went well.
func faults(t *testing.T, step int64, size outcome, kinds ...hostile.Kind) (list []hostile.Fault) {
	t.Helper()
	if size.err != nil || size.wrong() != "" || size.up < 100 || size.down < 500 {
		t.Fatalf("without a fault: %+v", size)
	}
	for way, n := range map[hostile.Way]int64{hostile.Up: size.up, hostile.Down: size.down} {
		for _, kind := range kinds {
			for after := int64(0); after < n; after += step {
				list = append(list, hostile.Fault{Kind: kind, Way: way, After: after, For: 40 * time.Second})
			}
		}
	}
	return list
}

// TestNoFaultMakesAFalseEnd closes, stalls and delays the connection, and takes the
// network away for a while, behind the
// bytes of one send and its stream, on a faked clock.
func TestNoFaultMakesAFalseEnd(t *testing.T) {
	t.Parallel()
	settled, unsettled, tried := 0, 0, 0
	for _, warm := range []bool{false, true} {
		run := func(f hostile.Fault) (o outcome) {
			synctest.Test(t, func(t *testing.T) { o = exchange{f, warm, inMemory}.run(t) })
			return o
		}
		for _, f := range faults(t, stride(11), run(hostile.Fault{}), hostile.Close, hostile.Stall, hostile.Delay, hostile.Outage) {
			o := run(f)
			tried++
			if what := o.wrong(); what != "" {
				t.Errorf("%s at byte %d of way %d, warm %t: %s", f.Kind, f.After, f.Way, warm, what)
			}
			if o.err == nil {
				settled++
			} else {
				unsettled++
			}
		}
	}
	t.Logf("%d faults: %d runs came to their end all the same, %d ended with what is not known; none was executed twice or had a false end", tried, settled, unsettled)
	if stride(11) == 1 && tried < 10_000 {
		t.Errorf("a whole sweep has only %d faults", tried)
	}
}

// TestNoResetMakesAFalseEnd cuts real connections.
func TestNoResetMakesAFalseEnd(t *testing.T) {
	t.Parallel()
	size := exchange{hostile.Fault{}, false, overTCP}.run(t)
	slots := make(chan struct{}, 100) // at once: they mostly wait before they open a stream again
	var all sync.WaitGroup
	list := faults(t, stride(61), size, hostile.Reset, hostile.Close)
	for _, f := range list {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			if what := (exchange{f, false, overTCP}).run(t).wrong(); what != "" {
				t.Errorf("%s at byte %d of way %d: %s", f.Kind, f.After, f.Way, what)
			}
		})
	}
	all.Wait()
	t.Logf("%d faults over TCP: none was executed twice or had a false end", len(list))
}
