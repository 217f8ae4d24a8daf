package runner_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/store"
)

const (
	benchCases = 1000
	benchJobs  = 8
)

// BenchmarkThroughput runs 1,000 cases, 8 at once, as `test -j 8` does: with a journal, and with run files for failures.
// Its anchor is a client of HTTP alone that sends the same bodies over 8 connections and reads the answers. The goal is at least
// half of the anchor's messages a second with an agent that takes 20 ms, as the demo agent takes 1.2 s. An agent that takes no
// time shares the processors with the tests: that figure is what a case costs.
func BenchmarkThroughput(b *testing.B) {
	const fightCase = "skill = 'fight-comparison'\n[input]\njson = '{\"a\":\"Lion\",\"b\":\"Tiger\"}'\n[expect]\nschemas = ['fightResponse']\n"
	b.Run("agent=20ms", func(b *testing.B) { benchThroughput(b, fightCase, 10*time.Millisecond) }) // two steps
	b.Run("agent=0", func(b *testing.B) { benchThroughput(b, fightCase, 0) })
}

func benchThroughput(b *testing.B, text string, pace time.Duration) {
	handler := demo.New(demo.Options{Pace: pace})
	var mu sync.Mutex
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if r.Method == http.MethodPost && body == nil {
			body, _ = io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		mu.Unlock()
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	card, err := a2aclient.Fetch(b.Context(), server.URL)
	if err != nil {
		b.Fatal(err)
	}
	dialed, err := card.Dial()
	if err != nil {
		b.Fatal(err)
	}
	defer dialed.Close()
	home := b.TempDir()
	keep, err := store.Open(func(name string) string { return map[string]string{"A2AFORM_HOME": home}[name] })
	if err != nil {
		b.Fatal(err)
	}
	f, problems := casefile.Parse("bench.toml", []byte("version = 1\n"+text), casefile.Options{})
	if problems != nil {
		b.Fatal(problems)
	}
	one := slices.Collect(f.Cases())[0]
	options := runner.Options{Jobs: benchJobs, Store: keep, Record: runner.RecordFailed, Agent: func(context.Context, *casefile.Case) (*a2aclient.Agent, error) { return dialed, nil }}
	options.Done = func(r *runner.Result) {
		if r.Verdict != check.Pass {
			b.Errorf("%s: %v %+v", r.Verdict, r.Err, r.Attempts)
		}
	}
	var ours, bare time.Duration
	for b.Loop() {
		started := time.Now()
		runner.Run(b.Context(), func(yield func(*casefile.Case) bool) {
			for i := range benchCases {
				c := *one
				c.Name = fmt.Sprint(i)
				if !yield(&c) {
					return
				}
			}
		}, options)
		ours += time.Since(started)
		started = time.Now()
		bareClient(b, dialed.Interface().URL.Exact(), body)
		bare += time.Since(started)
	}
	b.ReportMetric(float64(b.N*benchCases)/ours.Seconds(), "cases/s")
	b.ReportMetric(float64(b.N*benchCases)/bare.Seconds(), "anchor/s")
	b.ReportMetric(100*bare.Seconds()/ours.Seconds(), "%-of-anchor")
}

// bareClient sends a body 1,000 times over 8 connections.
func bareClient(b *testing.B, url string, body []byte) {
	transport := &http.Transport{MaxConnsPerHost: benchJobs, MaxIdleConnsPerHost: benchJobs}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	var workers sync.WaitGroup
	jobs := make(chan []byte)
	for range benchJobs {
		workers.Go(func() {
			for text := range jobs {
				request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, url, bytes.NewReader(text))
				if err != nil {
					b.Error(err)
					return
				}
				request.Header.Set("Content-Type", "application/json")
				request.Header.Set("Accept", "text/event-stream, application/json;q=0.5")
				request.Header.Set("A2A-Version", "1.0")
				response, err := client.Do(request)
				if err != nil {
					b.Error(err)
					return
				}
				if n, err := io.Copy(io.Discard, response.Body); err != nil || n == 0 || response.StatusCode != http.StatusOK {
					b.Errorf("%d bytes, status %d, %v", n, response.StatusCode, err)
				}
				_ = response.Body.Close()
			}
		})
	}
	for range benchCases {
		jobs <- bytes.ReplaceAll(body, []byte(`"messageId":"`), []byte(`"messageId":"`+a2aclient.NewID()[:8]))
	}
	close(jobs)
	workers.Wait()
}
