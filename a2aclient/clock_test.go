package a2aclient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// script is a transport without a network, so that the clock can be faked: one
// answer a call, in order.
type script struct {
	t     *testing.T
	steps []step
	calls []string
}

type step func(ctx context.Context) (*http.Response, error)

func (s *script) RoundTrip(req *http.Request) (*http.Response, error) {
	body, _ := io.ReadAll(req.Body)
	for _, m := range []string{"SendStreamingMessage", "SendMessage", "GetTask", "SubscribeToTask", "ListTasks"} {
		if strings.Contains(string(body), `"`+m+`"`) {
			s.calls = append(s.calls, m)
		}
	}
	if len(s.steps) == 0 {
		s.t.Errorf("no step for call %v", s.calls)
		return nil, syscall.ECONNREFUSED
	}
	next := s.steps[0]
	s.steps = s.steps[1:]
	return next(req.Context())
}

func response(kind string, body io.ReadCloser) *http.Response {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {kind}}, Body: body}
}

// streamStep answers with events, each after its pause, and then ends by end.
func streamStep(end error, pauses ...any) step {
	return func(ctx context.Context) (*http.Response, error) {
		r, w := io.Pipe()
		go func() {
			for _, p := range pauses {
				switch p := p.(type) {
				case time.Duration:
					select {
					case <-time.After(p):
					case <-ctx.Done():
						_ = w.CloseWithError(ctx.Err())
						return
					}
				case comment:
					if _, err := fmt.Fprintf(w, ": %s\n\n", p); err != nil {
						return
					}
				case string:
					if _, err := fmt.Fprintf(w, "data: {\"result\":%s}\n\n", p); err != nil {
						return
					}
				}
			}
			_ = w.CloseWithError(end)
		}()
		return response("text/event-stream", r), nil
	}
}

func reply1(body string) step {
	return func(context.Context) (*http.Response, error) {
		return response("application/json", io.NopCloser(strings.NewReader(`{"result":`+body+`}`))), nil
	}
}

// unknownTask is the answer of an agent that does not know the task.
func unknownTask(context.Context) (*http.Response, error) {
	return response("application/json", io.NopCloser(strings.NewReader(`{"error":{"code":-32001,"message":"no such task"}}`))), nil
}

// withStatus is an answer with another status of HTTP.
func withStatus(status int, answer step) step {
	return func(ctx context.Context) (*http.Response, error) {
		resp, err := answer(ctx)
		resp.StatusCode = status
		return resp, err
	}
}

// busy wants to be left alone for a while.
func busy(after string) step {
	return func(context.Context) (*http.Response, error) {
		resp := response("application/json", io.NopCloser(strings.NewReader("{}")))
		resp.StatusCode = http.StatusTooManyRequests
		resp.Header.Set("Retry-After", after)
		return resp, nil
	}
}

// dripping sends a byte now and then, and never ends.
func dripping(ctx context.Context) (*http.Response, error) {
	r, w := io.Pipe()
	go func() {
		for ctx.Err() == nil {
			_, _ = w.Write([]byte{' '})
			select {
			case <-time.After(time.Second / 2):
			case <-ctx.Done():
			}
		}
		_ = w.CloseWithError(ctx.Err())
	}()
	return response("application/json", r), nil
}

func down(context.Context) (*http.Response, error) { return nil, syscall.ECONNREFUSED }

func away(context.Context) (*http.Response, error) { return nil, syscall.EHOSTUNREACH }

// overloaded is a server that answers, though not about the task.
func overloaded(context.Context) (*http.Response, error) {
	resp := response("text/plain", http.NoBody)
	resp.StatusCode = http.StatusServiceUnavailable
	return resp, nil
}

func silent(ctx context.Context) (*http.Response, error) { <-ctx.Done(); return nil, ctx.Err() }

// taken is silent about a request that has left.
func taken(ctx context.Context) (*http.Response, error) {
	httptrace.ContextClientTrace(ctx).WroteHeaders()
	return silent(ctx)
}

// moved names another address.
func moved(context.Context) (*http.Response, error) {
	resp := response("text/html", http.NoBody)
	resp.StatusCode, resp.Header = http.StatusFound, http.Header{"Location": {"/login"}}
	return resp, nil
}

const forever = 1000 * time.Hour

func TestPolicy(t *testing.T) {
	working, done := taskV10("TASK_STATE_WORKING"), statusV10("TASK_STATE_COMPLETED")
	news := func(ctx context.Context) (*http.Response, error) {
		return streamStep(nil, working, time.Millisecond, statusV10("TASK_STATE_WORKING"))(ctx)
	}
	last := reply1(bareTask("TASK_STATE_COMPLETED")) // the last look behind a stream that was opened again
	listed := `{"tasks":[{"id":"t0","status":{}},{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_WORKING"},"history":[{"messageId":"m1","role":"ROLE_USER","parts":[]}]}]}`
	refused := func(context.Context) (*http.Response, error) {
		return response("application/json", io.NopCloser(strings.NewReader(`{"error":{"code":-32004,"message":"no"}}`))), nil
	}
	tests := []struct {
		name  string
		mode  Mode
		task  string
		steps []step
		words string
		took  time.Duration
		err   string
		// for how many seconds an agent that does not answer is asked again, 0 for one at whose address nothing listens at once
		patience int
	}{
		{
			"polls until it is settled", ModePoll, "",
			[]step{reply1(working), reply1(bareTask("TASK_STATE_WORKING")), reply1(bareTask("TASK_STATE_WORKING")), reply1(bareTask("TASK_STATE_FAILED"))},
			"task:working (polling) task:working task:failed", 500*time.Millisecond + 500*time.Millisecond + 750*time.Millisecond, "", 0,
		},
		{
			"polls through faults", ModePoll, "",
			[]step{reply1(working), down, down, reply1(bareTask("TASK_STATE_COMPLETED"))},
			"task:working (polling) (unreachable) task:completed", (500 + 750 + 1000) * time.Millisecond, "", 0,
		},
		{
			"polls through a network that is away", ModePoll, "",
			[]step{reply1(working), away, away, reply1(bareTask("TASK_STATE_COMPLETED"))},
			"task:working (polling) (unreachable) task:completed", (500 + 750 + 1000) * time.Millisecond, "", 62,
		},
		{
			"polls through an answer that drips", ModePoll, "",
			[]step{reply1(working), dripping, reply1(bareTask("TASK_STATE_COMPLETED"))},
			"task:working (polling) task:completed", 500*time.Millisecond + limit.ReplyTime.Duration() + 750*time.Millisecond, "", 0,
		},
		{
			"polls what drips for ever", ModePoll, "",
			slices.Concat([]step{reply1(working)}, slices.Repeat([]step{dripping}, limit.Polls.Int())),
			"task:working (polling)", time.Duration(limit.Polls.Int())*limit.ReplyTime.Duration() + 500*time.Millisecond + failing(limit.Polls.Int()),
			"the agent did not finish its answer within 5m; check the agent's log", 0,
		},
		{
			"cut, and opened again", ModeStream, "",
			[]step{streamStep(io.ErrUnexpectedEOF, working), streamStep(nil, working, time.Second, done), last},
			"task:working (reconnecting) task:working completed task:completed", 1500 * time.Millisecond, "", 0,
		},
		{
			"clean end too early", ModeStream, "",
			[]step{streamStep(nil, working), streamStep(nil, working, done), last},
			"task:working (reconnecting) task:working completed task:completed", 500 * time.Millisecond, "", 0,
		},
		{
			"cut, settled meanwhile", ModeStream, "",
			[]step{streamStep(io.ErrUnexpectedEOF, working), refused, reply1(bareTask("TASK_STATE_COMPLETED"))},
			"task:working (reconnecting) (polling) task:completed", 500 * time.Millisecond, "", 0,
		},
		{
			"server gone", ModeStream, "",
			slices.Concat([]step{streamStep(io.ErrUnexpectedEOF, working)}, slices.Repeat([]step{down}, limit.Reconnects.Int()+3)),
			"task:working (reconnecting) (reconnecting) (reconnecting) (reconnecting) (reconnecting) (polling) (unreachable)",
			(500+1000+2000+4000+4000)*time.Millisecond + failing(3), "no longer available", 2,
		},
		{
			"server that is overloaded", ModeStream, "",
			slices.Concat([]step{streamStep(io.ErrUnexpectedEOF, working)}, slices.Repeat([]step{overloaded}, limit.Reconnects.Int()+limit.Polls.Int())),
			"task:working (reconnecting) (reconnecting) (reconnecting) (reconnecting) (reconnecting) (polling)",
			(500+1000+2000+4000+4000)*time.Millisecond + failing(limit.Polls.Int()), "no longer available", 0,
		},
		{
			"long but alive", ModeStream, "",
			[]step{streamStep(nil, working, 14*time.Second, statusV10("TASK_STATE_WORKING"), 14*time.Second, done)},
			"task:working working completed", 28 * time.Second, "", 0,
		},
		{
			"silent, then alive", ModeStream, "",
			[]step{streamStep(nil, working, 50*time.Second, done)},
			"task:working (stalled) completed", 50 * time.Second, "", 0,
		},
		{
			"silent, settled meanwhile", ModeStream, "",
			[]step{streamStep(nil, working, forever), reply1(bareTask("TASK_STATE_COMPLETED"))},
			"task:working (stalled) task:completed", 60 * time.Second, "", 0,
		},
		{
			"silent, opened again", ModeStream, "",
			[]step{streamStep(nil, working, forever), reply1(bareTask("TASK_STATE_WORKING")), streamStep(nil, working, done), last},
			"task:working (stalled) task:working task:working completed task:completed", 60 * time.Second, "", 0,
		},
		{
			"silent, cannot be opened again, alive", ModeStream, "",
			[]step{streamStep(nil, working, 70*time.Second, done), reply1(bareTask("TASK_STATE_WORKING")), refused},
			"task:working (stalled) task:working completed", 70 * time.Second, "", 0,
		},
		{
			"settled, but the stream stays open", ModeStream, "",
			[]step{streamStep(nil, working, done, forever)},
			"task:working completed", settleGrace, "", 0,
		},
		{
			"settled, and an artifact comes late", ModeStream, "",
			[]step{streamStep(nil, working, done, 300*time.Millisecond, `{"artifactUpdate":{"taskId":"t1","artifact":{}}}`, forever)},
			"task:working completed artifact", 300*time.Millisecond + settleGrace, "", 0,
		},
		{
			"settled, and it talks on for ever", ModeStream, "",
			[]step{streamStep(nil, append([]any{working}, slices.Repeat([]any{300 * time.Millisecond, done}, 100)...)...)},
			"task:working" + strings.Repeat(" completed", 18) + " (unchecked)", 18 * 300 * time.Millisecond, "", 0,
		},
		{
			"paused, and it talks on for ever", ModeStream, "",
			[]step{streamStep(nil, append([]any{working}, slices.Repeat([]any{time.Second, statusV10("TASK_STATE_AUTH_REQUIRED")}, 100)...)...)},
			"task:working" + strings.Repeat(" auth-required", 6), 6 * time.Second, "", 0,
		},
		{
			"paused again and again, and works in between", ModeStream, "",
			[]step{streamStep(nil, append(append([]any{working}, slices.Repeat([]any{3 * time.Second, statusV10("TASK_STATE_AUTH_REQUIRED"), 3 * time.Second, statusV10("TASK_STATE_WORKING")}, 3)...), done)...)},
			"task:working" + strings.Repeat(" auth-required working", 3) + " completed", 18 * time.Second, "", 0,
		},
		{
			"paused, but the stream stays open", ModeStream, "",
			[]step{streamStep(nil, working, statusV10("TASK_STATE_AUTH_REQUIRED"), forever)},
			"task:working auth-required", signInGrace, "", 0,
		},
		{
			"asks, but the stream stays open", ModeStream, "",
			[]step{streamStep(nil, working, statusV10("TASK_STATE_INPUT_REQUIRED"), forever)},
			"task:working input-required", pauseGrace, "", 0,
		},
		{
			"an answer whose snapshot is still paused", ModeStream, "t1",
			[]step{streamStep(nil, taskV10("TASK_STATE_INPUT_REQUIRED"), 10*time.Second, done)},
			"task:input-required completed", 10 * time.Second, "", 0,
		},
		{
			"a polled answer whose snapshot is still paused", ModePoll, "t1",
			[]step{reply1(taskV10("TASK_STATE_INPUT_REQUIRED")), reply1(bareTask("TASK_STATE_COMPLETED"))},
			"task:input-required (polling) task:completed", 500 * time.Millisecond, "", 0,
		},
		{"no connection at all", ModePoll, "", []step{silent}, "(stalled) (stalled)", limit.SendTime.Duration(), "could not connect to 127.0.0.1:1 in time", 0},
		{"no answer at all", ModePoll, "", []step{taken, refused}, "(stalled) (stalled)", limit.SendTime.Duration(), "accepted the request but did not answer in time", 0},
		{
			"the task is somewhere else", ModePoll, "",
			[]step{reply1(working), moved},
			"task:working (polling)", 500 * time.Millisecond, "the status of the task is no longer available (GetTask: HTTP: the agent redirects from http://127.0.0.1:1/ to http://127.0.0.1:1/login with status 302, which does not ask to send the request there;", 0,
		},
		{
			"breaks down and stays so", ModeStream, "",
			[]step{streamStep(nil, working, `0,"error":{"code":-32603,"message":"boom"}`), reply1(bareTask("TASK_STATE_WORKING"))},
			"task:working (failed) task:working", 0, "the agent returned an error: “boom”", 0,
		},
		{
			"breaks down and forgets the task", ModeStream, "",
			[]step{streamStep(nil, working, `0,"error":{"code":-32603,"message":"boom"}`), unknownTask},
			"task:working (failed)", 0, "the agent returned an error: “boom”", 0,
		},
		{
			"cut again and again, with news in between", ModeStream, "",
			[]step{streamStep(nil, working), news, news, news, news, news, news, streamStep(nil, working, done), down, last},
			"task:working" + strings.Repeat(" (reconnecting) task:working working", 6) + " (reconnecting) task:working completed task:completed", 8*500*time.Millisecond + 6*time.Millisecond, "", 0,
		},
		{
			"cut for ever, with news in between", ModeStream, "",
			slices.Concat([]step{streamStep(nil, working)}, slices.Repeat([]step{news}, limit.Restarts.Int()), []step{reply1(bareTask("TASK_STATE_COMPLETED"))}),
			"task:working" + strings.Repeat(" (reconnecting) task:working working", limit.Restarts.Int()) + " (polling) task:completed", time.Duration(limit.Restarts.Int()) * 501 * time.Millisecond, "", 0,
		},
		{
			"event for another task", ModeStream, "",
			[]step{streamStep(nil, working, strings.ReplaceAll(done, "t1", "t2"), strings.ReplaceAll(working, "t1", "t3"), done)},
			"task:working (skipped) (skipped) completed", 0, "", 0,
		},
		{
			"goes on behind the end", ModeStream, "",
			[]step{streamStep(nil, working, done, statusV10("TASK_STATE_WORKING"), statusV10("TASK_STATE_FAILED"), done, statusV10("TASK_STATE_FAILED"), statusV10("TASK_STATE_FAILED"))},
			"task:working completed (skipped) (skipped) completed (skipped)", 0, "", 0,
		},
		{
			"asked for its task, answers another", ModePoll, "",
			slices.Concat([]step{reply1(working)}, slices.Repeat([]step{reply1(strings.ReplaceAll(bareTask("TASK_STATE_COMPLETED"), "t1", "t2"))}, limit.Polls.Int())),
			"task:working (polling)", 500*time.Millisecond + failing(limit.Polls.Int()), "no longer available", 0,
		},
		{
			"cut, and the last look fails", ModeStream, "",
			[]step{streamStep(io.ErrUnexpectedEOF, working), streamStep(nil, working, done), refused},
			"task:working (reconnecting) task:working completed (unchecked)", 500 * time.Millisecond, "", 0,
		},
		{"cut before a task was named", ModeStream, "", []step{streamStep(io.ErrUnexpectedEOF), refused}, "", 0, "the agent returned no task", 0},
		{
			"cut before a task was named, and found", ModeStream, "",
			[]step{streamStep(io.ErrUnexpectedEOF), down, reply1(listed), streamStep(nil, working, done), last},
			"task:working (unchecked) task:working completed task:completed", 500 * time.Millisecond, "", 0,
		},
		{
			"asked too often, and told when to come again", ModePoll, "",
			[]step{reply1(working), busy("7"), busy("3600"), reply1(bareTask("TASK_STATE_COMPLETED"))},
			"task:working (polling) (put-off) task:completed", 500*time.Millisecond + 7*time.Second + time.Minute, "", 0,
		},
		{
			"the task that was named is stored later", ModePoll, "",
			[]step{reply1(working), unknownTask, unknownTask, reply1(bareTask("TASK_STATE_COMPLETED"))},
			"task:working (polling) task:completed", (500 + 750 + 1000) * time.Millisecond, "", 0,
		},
		{
			"the task that was named is never known", ModePoll, "",
			[]step{reply1(working), unknownTask, unknownTask, unknownTask, unknownTask, unknownTask},
			"task:working (polling)", 8250 * time.Millisecond, "the agent no longer knows the task that it named (the agent does not know this task: “no such task” (GetTask, code -32001)); the agent may have finished the task t1", 0,
		},
		{
			"the task is not known after the stream", ModeStream, "",
			[]step{streamStep(io.EOF, working), unknownTask, unknownTask, reply1(bareTask("TASK_STATE_COMPLETED"))},
			"task:working (reconnecting) (polling) task:completed", 1250 * time.Millisecond, "", 0,
		},
		{
			"the task is not known after the stream, with status 500", ModeStream, "",
			[]step{streamStep(io.EOF, working), withStatus(500, unknownTask), withStatus(500, unknownTask), withStatus(500, unknownTask)},
			"task:working (reconnecting) (polling)", 1250 * time.Millisecond, "the agent no longer knows the task that it named", 0,
		},
		{
			"an answer that is cut", ModeStream, "t1",
			[]step{streamStep(io.ErrUnexpectedEOF), reply1(bareTask("TASK_STATE_INPUT_REQUIRED"))},
			"(unchecked) (polling) task:input-required", 0, "", 0,
		},
		{
			"an answer that cannot be read", ModePoll, "t1",
			[]step{reply1(`{"ok":1}`), down, reply1(bareTask("TASK_STATE_COMPLETED"))},
			"(unchecked) (polling) (unreachable) task:completed", (500 + 750) * time.Millisecond, "", 0,
		},
		{
			"silent from the start", ModeStream, "",
			[]step{streamStep(nil, 130*time.Second, working, done), refused, refused},
			"(stalled) (stalled) (stalled) task:working completed", 130 * time.Second, "", 0,
		},
		{
			"silent from the start, and found", ModeStream, "",
			[]step{streamStep(nil, forever), reply1(listed), reply1(bareTask("TASK_STATE_COMPLETED"))},
			"(stalled) task:working task:completed", 60 * time.Second, "", 0,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{t: t, steps: tt.steps}
				c, _ := Parse([]byte(`{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "f")
				a, err := c.Dial(WithTransport(s))
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				words, events, err := runAll(a, t, &Request{MessageID: "m1", Text: "x", Mode: tt.mode, TaskID: safe.Text(tt.task)})
				if took := time.Since(start); words != tt.words || took != tt.took {
					t.Errorf("%q after %v; want %q after %v (calls %v, %v)", words, took, tt.words, tt.took, s.calls, err)
				}
				for _, e := range events {
					if e.Notice == nil || e.Notice.Kind != "unreachable" {
						continue
					}
					want := cmp.Or(tt.patience, 12)
					if text := fmt.Sprintf("No answer. Asking again for up to %d seconds.", want); e.Notice.Text != text {
						t.Errorf("%q of an agent that nobody answers for, want %q", e.Notice.Text, text)
					}
				}
				if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
					t.Errorf("error %v, want %q", err, tt.err)
				}
				if err != nil && tt.took > limit.SendTime.Duration() && !errors.Is(err, ErrUnsettled) {
					t.Errorf("%v is not unsettled", err)
				}
				if len(s.steps) != 0 {
					t.Errorf("%d steps were not taken: %v", len(s.steps), s.calls)
				}
			})
		})
	}
}

func TestAcceptance09SubscribeToEndedTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := func(context.Context) (*http.Response, error) {
			return response("application/json", io.NopCloser(strings.NewReader(`{"error":{"code":-32004,"message":"it is over"}}`))), nil
		}
		s := &script{t: t, steps: []step{refused, reply1(bareTask("TASK_STATE_COMPLETED"))}}
		c, _ := Parse([]byte(`{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "f")
		a, _ := c.Dial(WithTransport(s))
		var words []string
		for e, err := range a.Subscribe(t.Context(), safe.Text("t1")) {
			if err != nil {
				t.Fatal(err)
			}
			words = append(words, eventText(e))
			var refused *Error
			if e.Notice != nil && (!errors.As(e.Notice.Err, &refused) || refused.Code != CodeUnsupported) {
				t.Errorf("the reason given for polling is %v", e.Notice.Err)
			}
		}
		if got := strings.Join(words, " "); got != "(polling) task:completed" {
			t.Errorf("%q", got)
		}
	})
}

func TestSubscribeToUnknownTask(t *testing.T) {
	f := newFake(t, scripts{"tasks/get": jsonBody(`{"error":{"code":-32001,"message":"what?"}}`)})
	var last error
	for _, err := range agentOf(t, f.URL, "0.3", true, "").Subscribe(t.Context(), safe.Text("t9")) {
		last = err
	}
	var e *Error
	if errors.Is(last, ErrUnsettled) || !errors.As(last, &e) || e.Code != CodeTaskNotFound || f.methods() != "tasks/resubscribe tasks/get" {
		t.Errorf("%v after %s", last, f.methods())
	}
}
