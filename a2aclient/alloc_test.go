//go:build !race

// The race detector allocates on its own account, so what an event allocates is
// counted without it.

package a2aclient

import (
	"fmt"
	"runtime"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/sse"
)

// decodeAll reads a body as it comes over the network and hands out its events.
func decodeAll(body []byte, each func(a2a.Event)) {
	p := newStreamDecoder()
	for at := 0; at < len(body); at += sse.ReadSize {
		p.read(body[at:min(at+sse.ReadSize, len(body))])
		for _, e := range p.batch.events {
			each(e)
		}
		p.nextBatch()
	}
}

// The ceiling: what a status event of 300 bytes may allocate.
const (
	maxAllocs = 2.5 // its message's id and its text; the rest shares
	maxBytes  = 900
)

func TestEventsAllocateLittle(t *testing.T) {
	const n = 20_000
	for _, pattern := range []string{updateV10, updateV03} {
		body := streamOf(pattern, n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		events := 0
		decodeAll(body, func(a2a.Event) { events++ })
		runtime.ReadMemStats(&after)
		allocs, size := float64(after.Mallocs-before.Mallocs)/n, float64(after.TotalAlloc-before.TotalAlloc)/n
		t.Logf("%.2f allocations, %.0f bytes an event", allocs, size)
		if events != n || allocs > maxAllocs || size > maxBytes {
			t.Errorf("%d events, %.2f allocations and %.0f bytes an event, want %d, at most %.1f and %d", events, allocs, size, n, maxAllocs, maxBytes)
		}
	}
}

// Who keeps an artifact keeps nothing of the events around it.
func TestKeptArtifactKeepsNothingElse(t *testing.T) {
	const n, every = 100_000, 50
	var body []byte
	status := streamOf(updateV10, every)
	for range n / every {
		body = append(body, status...)
		body = fmt.Appendf(body, `data: {"result":{"artifactUpdate":{"taskId":"t","append":true,"artifact":{"artifactId":"a","parts":[{"data":[1]}]}}}}`+"\n\n")
	}
	var kept []*a2a.Artifact
	before := heapNow()
	decodeAll(body, func(e a2a.Event) {
		if e.Artifact != nil {
			kept = append(kept, e.Artifact)
		}
	})
	size := heapNow() - before
	maxSize := int64(len(kept)) * 1000
	t.Logf("%d artifacts hold %d bytes of a stream of %d", len(kept), size, len(body))
	if len(kept) != n/every || size > maxSize {
		t.Errorf("%d artifacts hold %d bytes, want %d and at most %d", len(kept), size, n/every, maxSize)
	}
	runtime.KeepAlive(body)
}

// heapNow is what is reachable.
func heapNow() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
