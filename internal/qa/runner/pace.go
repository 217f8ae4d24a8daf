package runner

import (
	"context"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/limit"
)

// Pace limits the rate of messages to each host. Several goroutines may use it. A nil Pace sets no limit.
type Pace struct {
	mu    sync.Mutex
	hosts map[string]*pacedHost
}

type pacedHost struct {
	limiter *rate.Limiter
	pause   time.Time // the agent asks for no message until then
}

// NewPace returns a Pace that only waits when agents ask for it with Retry-After, until a call of [Pace.Limit].
func NewPace() *Pace { return &Pace{hosts: map[string]*pacedHost{}} }

// PaceHost returns the host that receives the messages to an agent.
func PaceHost(a *a2aclient.Agent) string {
	set, err := auth.NewCredentialSet(a.Interface().URL)
	if err != nil { // such as an address of gRPC
		return a.Interface().URL.Line(0).String()
	}
	return set.Origin()
}

func (p *Pace) host(name string) *pacedHost {
	h := p.hosts[name]
	if h == nil {
		h = &pacedHost{limiter: rate.NewLimiter(rate.Inf, 1)}
		p.hosts[name] = h
	}
	return h
}

// Limit sets the time between two messages to a host, where it is longer than the one that was set before.
func (p *Pace) Limit(name string, interval time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if h := p.host(name); interval > 0 && rate.Every(interval) < h.limiter.Limit() {
		h.limiter.SetLimit(rate.Every(interval))
	}
}

// Wait waits until a message may go to a host. It fails where the context ends first.
func (p *Pace) Wait(ctx context.Context, name string) error {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	h := p.host(name)
	p.mu.Unlock()
	turn := h.limiter.Reserve() // Wait would fail at once where the context ends before its turn
	for {
		p.mu.Lock()
		left := max(turn.Delay(), time.Until(h.pause))
		p.mu.Unlock()
		if left <= 0 {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			turn.Cancel()
			return ctx.Err()
		case <-time.After(left):
		}
	}
}

// See reads Retry-After from the answer of a host. It waits no longer than the limit for Retry-After.
func (p *Pace) See(name string, f a2aclient.Frame) {
	if p == nil || f.Sent || f.Header == nil {
		return
	}
	status := f.Head.Line(0).String()
	if !strings.HasPrefix(status, "429") && !strings.HasPrefix(status, "503") {
		return
	}
	wait, ok := a2aclient.ParseRetryAfter(f.Header.Get("Retry-After"))
	if !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if h, until := p.host(name), time.Now().Add(min(wait, limit.RetryAfter.Duration())); until.After(h.pause) {
		h.pause = until
	}
}
