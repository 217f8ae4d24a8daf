package export

import (
	"context"
	"errors"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safego"
)

// errMemory says that a query keeps more than it may.
var errMemory error = needsMemory{}

type needsMemory struct{}

func (needsMemory) Error() string {
	return "this needs more than " + limit.QueryMemory.String() + " of memory; " + limit.QueryMemory.Hint()
}

// queryTurn has one query run at a time, so that what one takes is known, and
// one that was given up has ended before the next begins.
var queryTurn = make(chan struct{}, 1)

// watchedMemory is how often the memory of a query is looked at.
const watchedMemory = 10 * time.Millisecond

// takeTurn waits until no other query runs. It fails with ctx, and else gives how
// the turn ends.
func takeTurn(ctx context.Context) (end func(), err error) {
	select {
	case queryTurn <- struct{}{}:
		return func() { <-queryTurn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// withinMemory runs work under a context that ends with errMemory as its cause
// where the process comes to hold more than a query may add to it. What one step
// of the query takes at once is not seen in time.
func withinMemory(ctx context.Context, work func(context.Context) error) error {
	ctx, end := context.WithCancelCause(ctx)
	over := make(chan struct{})
	before := queryMemory(heapInUse)
	safego.Go(func() {
		defer close(over)
		watchMemory(ctx, before, end)
	})
	err := work(ctx)
	if errors.Is(context.Cause(ctx), errMemory) {
		err = errMemory
	}
	end(nil)
	<-over
	if err != nil && queryMemory(heapInUse) > before+limit.QueryMemory.Int()/8 {
		debug.FreeOSMemory()
	}
	return err
}

// watchMemory ends a query once it keeps more than it may. What is garbage counts
// only where it is more than the collector leaves.
func watchMemory(ctx context.Context, before int, end context.CancelCauseFunc) {
	maximum := before + limit.QueryMemory.Int()
	tick := time.NewTicker(watchedMemory)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if queryMemory(heapAlive) > maximum || queryMemory(heapInUse) > 2*maximum {
				end(errMemory)
			}
		}
	}
}

// What is asked of the heap: with what is garbage by now, and what was alive when
// it was collected last.
const (
	heapInUse = "/memory/classes/heap/objects:bytes"
	heapAlive = "/gc/heap/live:bytes"
)

func queryMemory(name string) int {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return int(sample[0].Value.Uint64()) //nolint:gosec // no heap has that many bytes
}
