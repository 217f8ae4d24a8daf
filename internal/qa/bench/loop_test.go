package bench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/qa/bench"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/plan"
)

// sleeper is an agent that takes a time for each message.
func sleeper(delay func(n int) time.Duration) func(context.Context, int) bench.Sample {
	return func(ctx context.Context, n int) bench.Sample {
		s, took := bench.NewSample(), delay(n)
		select {
		case <-time.After(took):
			s.Set(bench.Settled, took)
		case <-ctx.Done():
			s.Err = "interrupted"
		}
		return s
	}
}

func always(d time.Duration) func(int) time.Duration { return func(int) time.Duration { return d } }

func reportOf(result bench.Result) *bench.Report {
	r := &bench.Report{}
	r.Add(result)
	return r
}

// Percentiles are samples, by nearest rank.
func TestPercentilesAreNearestRank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		result := bench.Run(t.Context(), bench.Options{Count: 200, Concurrency: 1, Send: sleeper(func(n int) time.Duration { return time.Duration(n) * time.Millisecond })})
		got, want := *reportOf(result).Metrics["settled"], bench.Stats{N: 200, Min: 1, P50: 100, P90: 180, P95: 190, P99: 198, Max: 200}
		if got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if want := 200 * 201 / 2 * time.Millisecond; result.Window != want {
			t.Errorf("it took %s, want %s", result.Window, want)
		}
	})
}

// A closed loop keeps the number of messages in flight that its options name, and no more.
func TestClosedLoopSendsWhenAWorkerIsFree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		now, most := 0, 0
		add := func(n int) {
			mu.Lock()
			defer mu.Unlock()
			now += n
			most = max(most, now)
		}
		send := sleeper(always(100 * time.Millisecond))
		result := bench.Run(t.Context(), bench.Options{Count: 40, Warmup: 8, Concurrency: 4, Send: func(ctx context.Context, n int) bench.Sample {
			add(1)
			defer add(-1)
			return send(ctx, n)
		}})
		r := reportOf(result)
		if most != 4 || r.N != 40 || result.Window != time.Second || r.Throughput != 40 || r.Metrics["settled"].P99 != 100 {
			t.Errorf("%d at once, %d in %s, %v/s, p99 %v", most, r.N, result.Window, r.Throughput, r.Metrics["settled"].P99)
		}
	})
}

// stalls is an agent that answers in a millisecond, but does nothing from the first to the second second.
func stalls(began time.Time) func(int) time.Duration {
	return func(int) time.Duration {
		if since := time.Since(began); since >= time.Second && since < 2*time.Second {
			return 2*time.Second - since
		}
		return time.Millisecond
	}
}

// In an open loop a stall shows in the times of all messages that it delays, whether they wait at the agent or for a worker. In a
// closed loop it shows in one.
func TestStallShowsInTheOpenLoop(t *testing.T) {
	for name, tt := range map[string]struct {
		count, workers int
		interval       time.Duration
		p50, p99, most float64
	}{
		"many workers": {500, 256, 10 * time.Millisecond, 1, 950, 1000},
		"one worker":   {500, 1, 10 * time.Millisecond, 1, 955, 1000},
		"closed loop":  {1500, 1, 0, 1, 1, 1000},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				result := bench.Run(t.Context(), bench.Options{Count: tt.count, Concurrency: tt.workers, Interval: tt.interval, Send: sleeper(stalls(time.Now()))})
				if got := reportOf(result).Metrics["settled"]; got.N != tt.count || got.P50 != tt.p50 || got.P99 != tt.p99 || got.Max != tt.most {
					t.Errorf("%+v, want %v, %v and %v", got, tt.p50, tt.p99, tt.most)
				}
			})
		})
	}
}

// After the time is up no message is sent. Of an open loop those that were due and not sent are errors.
func TestDurationEndsTheLoop(t *testing.T) {
	for name, tt := range map[string]struct {
		workers  int
		interval time.Duration
		delay    time.Duration
		ok, late int
		window   time.Duration
	}{
		"closed":              {2, 0, 300 * time.Millisecond, 8, 0, 1200 * time.Millisecond},
		"open":                {9, 100 * time.Millisecond, 300 * time.Millisecond, 10, 0, 1200 * time.Millisecond},
		"open, workers busy":  {1, 100 * time.Millisecond, 300 * time.Millisecond, 4, 6, 1200 * time.Millisecond},
		"open, never at once": {1, 100 * time.Millisecond, 5 * time.Second, 1, 9, 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				result := bench.Run(t.Context(), bench.Options{Count: bench.MaxSamples, For: time.Second, Concurrency: tt.workers, Interval: tt.interval, Send: sleeper(always(tt.delay))})
				r := reportOf(result)
				if r.OK != tt.ok || r.Errors[bench.NotSent] != tt.late || r.N != tt.ok+tt.late || result.Window != tt.window {
					t.Errorf("%d ok, %v in %s, want %d ok, %d not sent in %s", r.OK, r.Errors, result.Window, tt.ok, tt.late, tt.window)
				}
			})
		})
	}
}

// Where the user ends the command, what was measured until then is kept, and what was under way is not.
func TestStoppedLoopKeepsWhatWasMeasured(t *testing.T) {
	for name, interval := range map[string]time.Duration{"closed": 0, "open": 50 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
				defer cancel()
				result := bench.Run(ctx, bench.Options{Count: 1000, Concurrency: 2, Interval: interval, Send: sleeper(always(100 * time.Millisecond))})
				if r := reportOf(result); r.N != 4 || len(r.Errors) > 0 || result.Window != 250*time.Millisecond {
					t.Errorf("%d samples, %v in %s", r.N, r.Errors, result.Window)
				}
			})
		})
	}
}

// pausing is an agent over HTTP that answers after a delay, the headers and first event before.
type pausing struct{ delay func(n int) time.Duration }

func (p *pausing) RoundTrip(req *http.Request) (*http.Response, error) {
	var call struct {
		ID     json.RawMessage
		Params struct {
			Message struct{ Parts []struct{ Text string } }
		}
	}
	if err := json.NewDecoder(req.Body).Decode(&call); err != nil {
		return nil, err
	}
	var n int
	_, _ = fmt.Sscan(call.Params.Message.Parts[0].Text, &n)
	r, w := io.Pipe()
	event := func(text string) {
		_, _ = fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", call.ID, text)
	}
	time.Sleep(2 * time.Millisecond)
	go func() {
		time.Sleep(time.Millisecond)
		event(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)
		time.Sleep(p.delay(n) - 4*time.Millisecond)
		event(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"done"}]}}}`)
		time.Sleep(time.Millisecond)
		event(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`)
		_ = w.Close()
	}()
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: r}, nil
}

func sender(t *testing.T, transport http.RoundTripper, text string) *plan.Sender {
	t.Helper()
	card, err := a2aclient.Parse([]byte(`{"name":"known","version":"1","capabilities":{"streaming":true},"skills":[],
		"supportedInterfaces":[{"url":"https://agent.example/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial(a2aclient.WithTransport(transport))
	if err != nil {
		t.Fatal(err)
	}
	file, problems := casefile.Parse("case.toml", []byte("version = 1\n"+text), casefile.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for c := range casefile.All([]*casefile.File{file}) {
		s, err := plan.NewSender(c, agent, plan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Fatal("no case")
	return nil
}

// Messages are measured from the client: each moment of an agent with a known delay is seen when it is sent.
func TestAgentWithKnownDelayIsMeasured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		agent := &pausing{func(n int) time.Duration { return time.Duration(100+10*n) * time.Millisecond }}
		send := bench.Sender([]*plan.Sender{sender(t, agent, "[input]\ntext = '${iteration}'\n")})
		r := reportOf(bench.Run(t.Context(), bench.Options{Count: 100, Concurrency: 10, Send: send}))
		for _, want := range []struct {
			metric             string
			p50, p90, p95, p99 float64
		}{
			{"headers", 2, 2, 2, 2}, {"first-event", 3, 3, 3, 3}, {"first-artifact", 599, 999, 1049, 1089}, {"settled", 600, 1000, 1050, 1090},
		} {
			got := r.Metrics[want.metric]
			if got == nil || got.N != 100 || got.P50 != want.p50 || got.P90 != want.p90 || got.P95 != want.p95 || got.P99 != want.p99 {
				t.Errorf("%s: %+v, want %+v", want.metric, got, want)
			}
		}
		if r.OK != 100 || r.Sent == 0 || r.Received == 0 || r.Metrics["connect"] != nil {
			t.Errorf("%+v", r)
		}
	})
}

// What an agent does wrong is an error of its kind, and no time.
func TestErrorsAreCountedByKind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		agent := &pausing{func(n int) time.Duration { return time.Duration(n) * time.Second }}
		send := bench.Sender([]*plan.Sender{
			sender(t, agent, "timeout = '10s'\n[input]\ntext = '20'\n"),
			sender(t, agent, "[input]\ntext = '1'\n[expect]\nstate = 'rejected'\n"),
			sender(t, agent, "[input]\ntext = '1'\n[expect]\nartifacts = 2\n"),
			sender(t, agent, "[input]\ntext = '1'\n[expect]\nstate = 'completed'\n"),
			sender(t, status{http.StatusTooManyRequests}, "[input]\ntext = '1'\n"),
		})
		r := reportOf(bench.Run(t.Context(), bench.Options{Count: 10, Concurrency: 5, Send: send}))
		got := fmt.Sprint(r.Errors)
		if want := "map[completed:2 expectation artifacts:2 refused (HTTP 429):2 timeout:2]"; got != want || r.OK != 2 || r.Metrics["settled"].N != 2 {
			t.Errorf("%s, %d ok, want %s", got, r.OK, want)
		}
		time.Sleep(time.Minute) // the agent ends
	})
}

type status struct{ code int }

func (s status) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: s.code, Status: fmt.Sprint(s.code, " no"), Header: http.Header{"Content-Type": {"text/plain"}}, Body: io.NopCloser(strings.NewReader("no"))}, nil
}
