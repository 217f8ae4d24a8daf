package bench

import (
	"context"
	"sync"
	"time"

	"a2aform/internal/safego"
)

// MaxSamples is how many samples a measurement may have.
const MaxSamples = 100_000

// NotSent is the error of a message that was due, and was not sent before the time was up because all workers were busy.
const NotSent = "not sent in time"

// Metric is what is timed of a message.
type Metric int

// The metrics.
const (
	Connect       Metric = iota // a connection was made; messages over a connection that was open have none
	Headers                     // the headers of the response came
	FirstEvent                  // the first event came
	FirstArtifact               // the first artifact came
	Settled                     // the task ended, or the message that answers came
	metrics
)

// Metrics are the names of the metrics, in their order.
var Metrics = [metrics]string{"connect", "headers", "first-event", "first-artifact", "settled"}

// unseen is the time of a metric that a message did not reach.
const unseen = -1

// Sample is what was measured of one message.
type Sample struct {
	At       time.Duration // when it was due, from the beginning
	Late     time.Duration // how much later it was sent
	Times    [metrics]time.Duration
	Err      string // what kind of failure it is; "" for none
	Sent     int64  // bytes of bodies
	Received int64
	Run      string // the id of its run, where that was kept
}

// NewSample returns a sample without any time.
func NewSample() Sample {
	return Sample{Times: [metrics]time.Duration{unseen, unseen, unseen, unseen, unseen}}
}

// Set sets the time of a metric.
func (s *Sample) Set(m Metric, took time.Duration) { s.Times[m] = max(took, 0) }

// Options are how an agent is measured.
type Options struct {
	Count       int           // how many messages to measure, at most
	For         time.Duration // send no message later than this; 0 for no limit
	Warmup      int           // messages that are sent before, and not measured
	Concurrency int           // messages at once, at least 1
	Interval    time.Duration // between two messages of an open loop; 0 for a closed loop
	// Send sends message number n, from 1, and returns when its answer is complete. Times of the sample count from the call.
	Send func(ctx context.Context, n int) Sample
	// Done is called after each measured message with the number of samples, one at a time; nil for nothing.
	Done func(samples int)
}

// Result is what was measured.
type Result struct {
	Samples []Sample
	Window  time.Duration // from the first message to the end of the last answer
}

// Run measures. Where the context ends first, it returns what was measured until then.
func Run(ctx context.Context, o Options) Result {
	l := &loop{Options: o}
	if o.Warmup > 0 {
		l.phase(ctx, o.Warmup, 0)
	}
	l.isMeasured, l.began = true, time.Now()
	l.phase(ctx, o.Count, o.For)
	return Result{l.samples, time.Since(l.began)}
}

type loop struct {
	Options
	isMeasured bool // not a warm-up
	began      time.Time
	mu         sync.Mutex // of what follows
	number     int        // of the last message
	samples    []Sample
}

// phase sends messages until all have been, or the time is up, and waits for their answers.
func (l *loop) phase(ctx context.Context, count int, limit time.Duration) {
	var workers sync.WaitGroup
	due := make(chan time.Time)
	for range min(l.Concurrency, count) {
		safego.GoGroup(&workers, func() {
			for at := range due {
				l.send(ctx, at)
			}
		})
	}
	l.dispatch(ctx, due, count, limit)
	close(due)
	workers.Wait()
}

// dispatch hands messages to the workers as they become due.
func (l *loop) dispatch(ctx context.Context, due chan<- time.Time, count int, limit time.Duration) {
	var over <-chan time.Time
	if limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		over = timer.C
		if l.Interval > 0 {
			count = min(count, int((limit+l.Interval-1)/l.Interval))
		}
	}
	began := time.Now()
	for i := range count {
		var at time.Time // of a closed loop: when a worker is free
		if l.Interval > 0 {
			at = began.Add(time.Duration(i) * l.Interval)
			select {
			case <-time.After(time.Until(at)):
			case <-ctx.Done():
				return
			}
		}
		select {
		case due <- at:
		case <-ctx.Done():
			return
		case <-over:
			for ; l.Interval > 0 && i < count; i++ {
				missed := NewSample()
				missed.At, missed.Err = time.Duration(i)*l.Interval, NotSent
				l.add(missed)
			}
			return
		}
	}
}

// send sends the next message. The times of its sample count from when it was due.
func (l *loop) send(ctx context.Context, due time.Time) {
	l.mu.Lock()
	l.number++
	number := l.number
	l.mu.Unlock()
	began := time.Now()
	sample := l.Send(ctx, number)
	if ctx.Err() != nil && sample.Err != "" { // the agent did not cause this
		return
	}
	if due.IsZero() {
		due = began
	}
	sample.At, sample.Late = due.Sub(l.began), began.Sub(due)
	for m := Headers; m < metrics; m++ {
		if sample.Times[m] != unseen {
			sample.Times[m] += sample.Late
		}
	}
	l.add(sample)
}

func (l *loop) add(s Sample) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.isMeasured {
		return
	}
	l.samples = append(l.samples, s)
	if l.Done != nil {
		l.Done(len(l.samples))
	}
}
