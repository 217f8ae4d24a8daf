package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"
)

// held is how long an agent keeps back the last byte of its answer, until the program has read the others.
const held = 200 * time.Millisecond

// results prints how long a result of an agent takes from its last byte until its table is painted.
func (b *bench) results() error {
	fmt.Printf("\n| from the last byte of a result to its table, %d runs each | ms |\n|---|---|\n", b.rounds)
	for _, result := range []struct {
		name string
		size int
	}{{"10 KB", 10_000}, {"0.1 MB", 100_000}, {"1 MB", 1_000_000}, {"10 MB", 10_000_000}} {
		table, cell := tableOf(result.size)
		answer := fmt.Appendf(nil, reply, fmt.Sprintf(tablePart, bytes.TrimSpace(table)))
		last := len(answer) - 1
		sent := make(chan time.Time, 1)
		address, err := serveAgent(func(host string) string { return fmt.Sprintf(resultCard, tableSchema(), host) },
			func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write(answer[:last])
				w.(http.Flusher).Flush()
				time.Sleep(held)
				sent <- time.Now()
				_, _ = w.Write(answer[last:])
			})
		if err != nil {
			return err
		}
		var times []time.Duration
		for range b.rounds {
			painted, err := b.awaitResult(address, cell)
			if err := errors.Join(err, os.RemoveAll(b.home())); err != nil { // with the runs
				return err
			}
			times = append(times, painted.Sub(<-sent))
		}
		fmt.Printf("| %s | %s |\n", result.name, spread(times))
	}
	return nil
}

// awaitResult sends what the form is, and returns when the result was painted.
func (b *bench) awaitResult(address, cell string) (painted time.Time, err error) {
	s, end, err := b.start(program{"`a2aform`", []string{b.program, address, "--skill", "table"}, ""})
	if err != nil {
		return painted, err
	}
	defer end()
	for _, step := range []struct{ marker, key string }{{"ctrl+s", "\x13"}, {"[ Send  enter ]", "\r"}, {cell, ""}} {
		if err := s.await(step.marker); err != nil {
			return painted, err
		}
		if painted, s.from = time.Now(), len(s.seen); step.key == "" {
			return painted, nil
		}
		if _, err := s.tty.WriteString(step.key); err != nil {
			return painted, err
		}
	}
	return painted, nil
}
