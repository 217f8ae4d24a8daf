package doctor_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"a2aform/internal/qa/doctor"
)

// largeCard is a card of 42 MB with 10,000 schemas of 16 members, each named by a skill.
func largeCard() []byte {
	base := doctor.FindRule("C01").HoldsCard()
	head := base[:bytes.Index(base, []byte(`"skills"`))]
	var skills, schemas strings.Builder
	for i := range 10_000 {
		if i > 0 {
			skills.WriteByte(',')
			schemas.WriteByte(',')
		}
		fmt.Fprintf(&skills, `{"id":"skill-%d","name":"Skill %d","description":"Does %d.","tags":["t"],"inputModes":["text/plain","application/json;schema=s%d"]}`, i, i, i, i)
		fmt.Fprintf(&schemas, `"s%d":{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Schema %d","type":"object","properties":{`, i, i)
		for j := range 16 {
			if j > 0 {
				schemas.WriteByte(',')
			}
			fmt.Fprintf(&schemas, `"member%d":{"title":"Member %d","description":"%s","type":"integer","minimum":%d,"maximum":%d,"default":%d}`, j, j, strings.Repeat("what it is for ", 10), j, j+100, j+1)
		}
		schemas.WriteString(`},"required":["member0","member1"],"additionalProperties":false}`)
	}
	return []byte(string(head) + `"skills":[` + skills.String() + `],"schemas":{` + schemas.String() + `}}`)
}

// BenchmarkLargeCard measures how long it takes, against decoding the same card, and how much memory it needs at most.
func BenchmarkLargeCard(b *testing.B) {
	card := largeCard()
	b.SetBytes(int64(len(card)))
	for b.Loop() {
		started := time.Now()
		var v any
		if err := json.Unmarshal(card, &v); err != nil {
			b.Fatal(err)
		}
		decode := time.Since(started)
		v = nil
		debug.FreeOSMemory()
		stop, peak := make(chan bool), make(chan uint64)
		go func() {
			var most uint64
			for {
				select {
				case <-stop:
					peak <- most
					return
				case <-time.After(10 * time.Millisecond):
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					most = max(most, m.Sys-m.HeapReleased)
				}
			}
		}()
		started = time.Now()
		r := doctor.Check(card, doctor.Options{})
		took := time.Since(started)
		stop <- true
		b.ReportMetric(took.Seconds(), "s/card")
		b.ReportMetric(float64(took)/float64(decode), "x-decode")
		b.ReportMetric(float64(<-peak)/(1<<20), "MiB-peak")
		b.ReportMetric(float64(len(r.Findings)+r.LeftOut()), "findings")
	}
}
