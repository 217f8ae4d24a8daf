package webhook

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"a2aform/internal/safe"
)

// spaces is a body without end.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// postAll posts a body and reads the answer, for a moment at most.
func postAll(to, token string, body io.Reader) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, body)
	if err != nil {
		return
	}
	req.Header.Set(Header, token)
	tr := &http.Transport{}
	defer tr.CloseIdleConnections()
	if resp, err := tr.RoundTrip(req); err == nil {
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	}
}

// Many large notifications at once, some without an end, do not fill the memory, and the one
// that counts is still heard.
func TestManyLargeNotificationsStayWithinMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it is about size, not about goroutines")
	}
	var most uint64
	watch := func(string) {
		var m runtime.MemStats
		runtime.GC() // what counts is what is held
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
		time.Sleep(50 * time.Millisecond) // a terminal may be slow
	}
	_, agent := newPoster(t, func(p *poster, to, token string) {
		var all sync.WaitGroup
		for i := range 32 {
			var body io.Reader = spaces{}
			if i%2 == 0 {
				body = io.LimitReader(spaces{}, 31<<20)
			}
			all.Go(func() { postAll(to, token, body) })
		}
		all.Wait()
		p.ended.Store(true)
		postAll(to, token, strings.NewReader(status("t", "COMPLETED")))
	})
	task, err := Wait(t.Context(), agent, safe.Text("t"), Options{Address: "127.0.0.1:0", Check: time.Minute, Say: watch})
	if err != nil || !task.Status.State.Settled() {
		t.Errorf("%+v, %v", task, err)
	}
	if most > 400<<20 {
		t.Errorf("%d MiB", most>>20)
	}
}

// A notification that comes slowly does not keep others waiting.
func TestSlowNotificationDoesNotHoldUpOthers(t *testing.T) {
	const slow = 8
	heard := make(chan struct{})
	_, agent := newPoster(t, func(p *poster, to, token string) {
		var all sync.WaitGroup
		var ends []*io.PipeWriter
		for range slow {
			reader, writer := io.Pipe()
			ends = append(ends, writer)
			all.Go(func() { postAll(to, token, reader) })
			_, _ = io.WriteString(writer, "{")
		}
		p.ended.Store(true)
		postAll(to, token, strings.NewReader(status("t", "COMPLETED")))
		<-heard
		for _, w := range ends {
			_ = w.Close()
		}
		all.Wait()
	})
	if _, err := Wait(t.Context(), agent, safe.Text("t"), Options{Address: "127.0.0.1:0", Check: time.Minute, Say: func(string) {}}); err != nil {
		t.Error(err)
	}
	close(heard) // before any of the slow ones ends
}
