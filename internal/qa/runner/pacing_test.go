package runner_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
)

func answer(status, after string) a2aclient.Frame {
	return a2aclient.Frame{Head: safe.Text(status), Header: http.Header{"Retry-After": {after}}}
}

// Eight workers send 20 messages to one host and 20 to another, at 5 in a second to each.
func TestOneLimitForAllWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, began := runner.NewPace(), time.Now()
		p.Limit("a", 200*time.Millisecond)
		p.Limit("a", 100*time.Millisecond) // the slower one counts
		p.Limit("b", 100*time.Millisecond)
		took := map[string]time.Duration{}
		var mu sync.Mutex
		for _, host := range []string{"a", "b", "c"} {
			var workers sync.WaitGroup
			jobs := make(chan int, 20)
			for i := range 20 {
				jobs <- i
			}
			close(jobs)
			for range 8 {
				workers.Go(func() {
					for range jobs {
						if err := p.Wait(t.Context(), host); err != nil {
							t.Error(err)
						}
					}
				})
			}
			workers.Wait()
			mu.Lock()
			took[host] = time.Since(began)
			mu.Unlock()
			began = time.Now()
		}
		for host, want := range map[string]time.Duration{"a": 19 * 200 * time.Millisecond, "b": 19 * 100 * time.Millisecond, "c": 0} {
			if took[host] != want {
				t.Errorf("%s: 20 messages took %s, want %s", host, took[host], want)
			}
		}
	})
}

func TestRetryAfterHoldsBackItsHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := runner.NewPace()
		p.See("a", answer("200 OK", "9"))
		p.See("a", answer("429 Too Many Requests", "soon"))
		p.See("b", answer("503 Service Unavailable", "3"))
		p.See("b", answer("429 Too Many Requests", "2"))
		p.See("c", answer("429 Too Many Requests", "100000"))
		for host, want := range map[string]time.Duration{"a": 0, "b": 3 * time.Second} {
			began := time.Now()
			if err := p.Wait(t.Context(), host); err != nil || time.Since(began) != want {
				t.Errorf("%s: %s, %v", host, time.Since(began), err)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := p.Wait(ctx, "c"); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		began := time.Now()
		if err := p.Wait(t.Context(), "c"); err != nil || time.Since(began) > time.Minute {
			t.Errorf("beyond the limit: %s, %v", time.Since(began), err)
		}
	})
}

// Where the command ends before the turn of a message, it waits until then, and the turn goes to another message.
func TestWaitingEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, began := runner.NewPace(), time.Now()
		p.Limit("a", time.Minute)
		if err := p.Wait(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := p.Wait(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 5*time.Second {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		if err := p.Wait(t.Context(), "a"); err != nil || time.Since(began) != time.Minute {
			t.Errorf("%v after %s", err, time.Since(began))
		}
	})
}

func TestNoPaceHoldsNothingBack(t *testing.T) {
	var p *runner.Pace
	p.See("a", answer("429 Too Many Requests", "9"))
	if err := p.Wait(t.Context(), "a"); err != nil {
		t.Error(err)
	}
}
