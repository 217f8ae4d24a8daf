package runner_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
)

// Messages that may not go yet are not sent: neither beyond the rate, nor before the agent wants another one. The command ends
// while they wait.
func TestMessagesWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		every time.Duration
		busy  bool // the agent asks to be left alone
	}{"rate": {time.Hour, false}, "Retry-After": {0, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent atomic.Int32
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			a := agent(t, func(h http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if r.Method != http.MethodPost {
						h.ServeHTTP(w, r)
						return
					}
					if sent.Add(1) == 1 {
						time.AfterFunc(200*time.Millisecond, cancel)
					}
					if test.busy {
						w.Header().Set("Retry-After", "50")
						w.WriteHeader(http.StatusTooManyRequests)
						return
					}
					h.ServeHTTP(w, r)
				})
			})
			o := options(a)
			o.Jobs, o.Pace = 1, runner.NewPace()
			o.Pace.Limit(runner.PaceHost(a), test.every)
			results := runAll(ctx, cases(t, "skill = 'small-talk'\n[input]\ntext = 'a'\n", "skill = 'small-talk'\n[input]\ntext = 'b'\n", "skill = 'small-talk'\n[input]\ntext = 'c'\n"), o)
			if n := sent.Load(); n != 1 {
				t.Errorf("%d messages were sent", n)
			}
			for _, r := range results[1:] {
				if r.Verdict != check.Error || r.Attempts[0].Messages != 0 {
					t.Errorf("%s: %s, %d messages", r.Case.Name, r.Verdict, r.Attempts[0].Messages)
				}
			}
		})
	}
}
