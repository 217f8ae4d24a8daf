package export

import (
	"bytes"
	"errors"
	"runtime"
	"sync/atomic"

	"a2aform/internal/safego"
)

// exportStripe is how many rows one goroutine formats at a time.
const exportStripe = 1024

// stripeText is what a goroutine made of some rows.
type stripeText struct {
	text bytes.Buffer
	out  *exporter
	err  error
}

// eachRow writes all rows in their order. Those of a large list are formatted on all
// processors; a few chunks are held in memory at a time.
func (e *exporter) eachRow(t extract, write func(out *exporter, t extract, row int)) {
	n := t.Rows()
	if n < 2*exportStripe || !t.IsLazy() {
		for row := 0; row < n && e.err == nil; row++ {
			write(e, t, row)
		}
		return
	}
	workers := runtime.GOMAXPROCS(0)
	free := make(chan extract, workers)
	for range workers {
		free <- t.clone()
	}
	var stopped atomic.Bool
	stripes := make(chan chan *stripeText, 2*workers)
	safego.Go(func() {
		defer close(stripes)
		for from := 0; from < n && !stopped.Load(); from += exportStripe {
			done := make(chan *stripeText, 1)
			stripes <- done
			own := <-free
			safego.Go(func() {
				done <- formatRows(own, from, min(from+exportStripe, n), write)
				free <- own
			})
		}
	})
	for done := range stripes {
		part := <-done
		if part.err != nil && e.err == nil {
			e.err = part.err
		}
		if e.err != nil {
			stopped.Store(true)
			continue
		}
		e.bytes(part.text.Bytes())
		e.join(part.out)
	}
}

func formatRows(t extract, from, to int, write func(out *exporter, t extract, row int)) *stripeText {
	part := &stripeText{}
	part.out = newExporter(&part.text, Text)
	for row := from; row < to && part.out.err == nil; row++ {
		write(part.out, t, row)
	}
	part.err = errors.Join(part.out.err, part.out.w.Flush())
	return part
}

// join remembers what another exporter, of later rows, had to leave.
func (e *exporter) join(other *exporter) {
	switch {
	case other.invalid == nil:
	case e.invalid == nil:
		e.invalid = other.invalid
	default:
		e.invalid.Count += other.invalid.Count
	}
	switch {
	case other.duplicates == nil:
	case e.duplicates == nil:
		e.duplicates = other.duplicates
	default:
		e.duplicates.count += other.duplicates.count
	}
}
