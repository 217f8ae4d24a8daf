package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
	sdk "github.com/a2aproject/a2a-go/v2/a2aclient"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
)

// reader is one way to read what the agent sends; keep nothing, count events.
type reader struct {
	name string
	read func(ctx context.Context, base string) (events int, err error)
}

var readers = []reader{
	{"events: a2aclient", func(ctx context.Context, base string) (int, error) {
		return ours(ctx, base, "events", a2aclient.ModeAuto)
	}},
	{"events: a2a-go", func(ctx context.Context, base string) (int, error) { return theirs(ctx, base, "events") }},
	{"events: framer", framer},
	{"20 MB event: a2aclient", func(ctx context.Context, base string) (int, error) {
		return ours(ctx, base, "artifact", a2aclient.ModeStream)
	}},
	{"20 MB event: io.Copy and scan", func(ctx context.Context, base string) (int, error) {
		return copyAndScan(ctx, base, "SendStreamingMessage", 0)
	}},
	{"20 MB event: the same, size known", func(ctx context.Context, base string) (int, error) {
		return copyAndScan(ctx, base, "SendStreamingMessage", artifactBytes+1<<20)
	}},
	{"20 MB event: a2a-go", func(ctx context.Context, base string) (int, error) { return theirs(ctx, base, "artifact") }},
	{"20 MB reply: a2aclient", func(ctx context.Context, base string) (int, error) {
		return ours(ctx, base, "artifact", a2aclient.ModePoll)
	}},
	{"20 MB reply: io.Copy and scan", func(ctx context.Context, base string) (int, error) {
		return copyAndScan(ctx, base, "SendMessage", 0)
	}},
	{"20 MB reply: the same, size known", func(ctx context.Context, base string) (int, error) {
		return copyAndScan(ctx, base, "SendMessage", artifactBytes+1<<20)
	}},
}

func (o options) measure(r reader) (result, error) {
	if o.profile != "" && strings.Contains(r.name, "a2aclient") {
		f, err := os.Create(o.profile)
		if err != nil {
			return result{}, err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return result{}, err
		}
		defer pprof.StopCPUProfile()
	}
	debug.FreeOSMemory()
	runtime.GC()
	idle := resident("VmRSS:")
	begin, cpu := time.Now(), cpuTime()
	events, err := r.read(context.Background(), o.base)
	got := result{Events: events, Wall: time.Since(begin), CPU: cpuTime() - cpu, Peak: resident("VmHWM:")}
	got.Above = got.Peak - idle
	return got, err
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func resident(name string) int64 { return statusOf(os.Getpid(), name) }

// statusOf is a line of a process's status in bytes, 0 where there is none.
func statusOf(pid int, name string) int64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, name); ok {
			var kb int64
			_, _ = fmt.Sscan(value, &kb)
			return kb << 10
		}
	}
	return 0
}

func ours(ctx context.Context, base, text string, mode a2aclient.Mode) (events int, err error) {
	card, err := a2aclient.Fetch(ctx, base)
	if err != nil {
		return 0, err
	}
	agent, err := card.Dial()
	if err != nil {
		return 0, err
	}
	defer agent.Close()
	state := a2a.StateUnknown
	for e, err := range agent.Run(ctx, &a2aclient.Request{Text: text, Mode: mode}) {
		switch {
		case err != nil:
			return events, err
		case e.Status != nil:
			state = e.Status.State
		case e.Task != nil:
			state = e.Task.Status.State
		}
		events++
	}
	if state != a2a.StateCompleted {
		return events, fmt.Errorf("the last state was %s", state)
	}
	return events, nil
}

func theirs(ctx context.Context, base, text string) (events int, err error) {
	endpoint := protocol.NewAgentInterface(base+"/rpc", protocol.TransportProtocolJSONRPC)
	client, err := sdk.NewFromEndpoints(ctx, []*protocol.AgentInterface{endpoint})
	if err != nil {
		return 0, err
	}
	defer func() { _ = client.Destroy() }()
	state := protocol.TaskStateUnspecified
	request := &protocol.SendMessageRequest{Message: protocol.NewMessage(protocol.MessageRoleUser, protocol.NewTextPart(text))}
	for e, err := range client.SendStreamingMessage(ctx, request) {
		if err != nil {
			if text == "artifact" {
				fmt.Fprintln(os.Stderr, "a2a-go:", err)
				return 1, nil
			}
			return events, err
		}
		switch e := e.(type) {
		case *protocol.TaskStatusUpdateEvent:
			state = e.Status.State
		case *protocol.Task:
			state = e.Status.State
		}
		events++
	}
	if state != protocol.TaskStateCompleted {
		return events, fmt.Errorf("the last state was %s", state)
	}
	return events, nil
}

// post asks without a client: the body as HTTP gives it.
func post(ctx context.Context, base, method, text string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/rpc", strings.NewReader(method+" "+text))
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// framer looks for the ends of events and for nothing else: the least that any
// reader must do.
func framer(ctx context.Context, base string) (events int, err error) {
	body, err := post(ctx, base, "SendStreamingMessage", "events")
	if err != nil {
		return 0, err
	}
	defer func() { _ = body.Close() }()
	chunk := make([]byte, 64<<10)
	kept := 0
	for {
		n, err := body.Read(chunk[kept:])
		rest := chunk[:kept+n]
		for {
			end := bytes.Index(rest, []byte("\n\n"))
			if end < 0 {
				break
			}
			events++
			rest = rest[end+2:]
		}
		kept = copy(chunk, rest)
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return events, err
		}
	}
}

// copyAndScan is the anchor for one large artifact: io.Copy into a buffer, which
// has room for it where the size is given, then one look at each byte.
func copyAndScan(ctx context.Context, base, method string, size int) (int, error) {
	body, err := post(ctx, base, method, "artifact")
	if err != nil {
		return 0, err
	}
	defer func() { _ = body.Close() }()
	var all bytes.Buffer
	all.Grow(size)
	if _, err := io.Copy(&all, body); err != nil {
		return 0, err
	}
	quotes := 0
	for _, c := range all.Bytes() {
		if c == '"' {
			quotes++
		}
	}
	if quotes < 1000 {
		return 0, errors.New("this is not the artifact")
	}
	return 1, nil
}
