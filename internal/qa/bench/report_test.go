package bench_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"a2aform/internal/qa/bench"
)

// measured is a report of n samples that settled after 10, 20, … ms, and of some errors.
func measured(n, errors int) (*bench.Report, bench.Result) {
	var result bench.Result
	for i := range n + errors {
		s := bench.NewSample()
		if i >= n {
			s.Err = "refused (-32603)"
		}
		s.Set(bench.Settled, time.Duration(i+1)*10*time.Millisecond)
		result.Samples = append(result.Samples, s)
	}
	result.Window = 10 * time.Second
	r := &bench.Report{Agent: "An\x1b[31m agent", URL: "https://agent.example/", Skill: "fight", Loop: "closed", Concurrency: 4}
	r.Add(result)
	return r, result
}

func TestThresholds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"settled p95 < 2s":        "✓ 950 ms",
		"settled.p95<940ms":       "✗ 950 ms",
		"p95 <= 950ms":            "✓ 950 ms",
		"p95 < 950ms":             "✗ 950 ms",
		"min >= 10ms":             "✓ 10 ms",
		"max > 1s":                "✗ 1 s",
		"errors < 1%":             "✗ 3.85 %",
		"errors <= 4":             "✓ 4",
		"errors<4":                "✗ 4",
		"throughput >= 10/s":      "✓ 10/s",
		"throughput > 10":         "✗ 10/s",
		"first-artifact p50 < 1h": "✗ no sample",
	} {
		threshold, err := bench.ParseThreshold(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		r, _ := measured(100, 4)
		v := threshold.Check(r)
		if got := map[bool]string{true: "✓ ", false: "✗ "}[v.OK] + v.Seen; got != want || v.Threshold != text {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		if v := threshold.Check(&bench.Report{}); v.OK {
			t.Errorf("%s holds over no sample", text)
		}
	}
	for _, text := range []string{"", "p95", "p95 = 2s", "p42 < 1s", "settled < 1s", "p95 < 1", "p95 < -1s", "errors < x", "errors p95 < 1s", "errors < 1/s", "throughput < NaN", "a b c < 1s"} {
		if _, err := bench.ParseThreshold(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestBaseline(t *testing.T) {
	t.Parallel()
	before, _ := measured(100, 0)
	raw, err := json.Marshal(before)
	if err != nil {
		t.Fatal(err)
	}
	read, err := bench.ReadBaseline(raw)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		change func(*bench.Report)
		worse  int
		note   bool
	}{
		"the same":           {func(*bench.Report) {}, 0, false},
		"within tolerance":   {func(r *bench.Report) { r.Metrics["settled"].P95 = 1.2 * 950 }, 0, false},
		"over the tolerance": {func(r *bench.Report) { r.Metrics["settled"].P95 = 1.2*950 + 1 }, 1, false},
		"faster":             {func(r *bench.Report) { r.Metrics["settled"].P50 = 1 }, 0, false},
		"more errors":        {func(r *bench.Report) { r.OK = 98 }, 1, false},
		"one point of them":  {func(r *bench.Report) { r.OK = 99 }, 0, false},
		"no sample":          {func(r *bench.Report) { delete(r.Metrics, "settled") }, 2, false},
		"another load":       {func(r *bench.Report) { r.Concurrency = 5 }, 0, true},
	} {
		now, _ := measured(100, 0)
		tt.change(now)
		c := now.Compare(read, "base.json", 20)
		if c.Worse() != tt.worse || c.Note != "" != tt.note || len(c.Changes) != 3 {
			t.Errorf("%s: %+v", name, c)
		}
	}
	small, _ := measured(1, 0)
	slower, _ := measured(1, 0)
	slower.Metrics["settled"].P50, slower.Metrics["settled"].P95 = 15, 15
	if c := slower.Compare(small, "", 0); c.Worse() != 0 {
		t.Errorf("5 ms are noise: %+v", c)
	}
	for _, text := range []string{"", "{}", "[]", `{"loop":"closed","metrics":{}}`, `{"loop":"closed","ok":1}`} {
		if _, err := bench.ReadBaseline([]byte(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestTextReport(t *testing.T) {
	t.Parallel()
	r, _ := measured(100, 4)
	before, _ := measured(100, 0)
	before.Metrics["settled"].P95 = 500
	for _, text := range []string{"p95 < 2s", "connect p95 < 2s"} {
		threshold, err := bench.ParseThreshold(text)
		if err != nil {
			t.Fatal(err)
		}
		r.Thresholds = append(r.Thresholds, threshold.Check(r))
	}
	r.Baseline, r.Warmup, r.Stopped = r.Compare(before, "base.json", 20), 5, true
	var b bytes.Buffer
	if err := r.WriteText(&b, `{"a": "Lion"}`); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimLeft(`
An␛[31m agent · https://agent.example/
fight  {"a": "Lion"}
closed loop, 4 messages at once. A slow agent gets fewer messages; --rate sends at a fixed rate.
104 messages in 10 s · 10/s · 5 before to warm up

ms                   min      p50      p90      p95      p99      max       n
settled             10.0    500.0    900.0    950.0    990.0  1,000.0     100

errors   4 of 104 (3.85 %), which the times leave out
       4 refused (-32603)
bytes    sent 0 B · received 0 B
stopped  before all messages were sent
✓ p95 < 2s  950 ms
✗ connect p95 < 2s  no sample
against base.json (worse from 20 %)
✓ settled p50          500 ms → 500 ms  +0 %
✗ settled p95          500 ms → 950 ms  +90 %
✗ errors               0 % → 3.85 %
`, "\n")
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestSamplesAreWritten(t *testing.T) {
	t.Parallel()
	_, result := measured(1, 1)
	result.Samples[0].Set(bench.Connect, 1500*time.Microsecond)
	for format, want := range map[string]string{
		"csv":   "at,late,connect,headers,first-event,first-artifact,settled,sent,received,run,error\n0,0,1.5,,,,10,0,0,,\"\"\n0,0,,,,,20,0,0,,\"refused (-32603)\"\n",
		"jsonl": `{"at":0,"late":0,"connect":1.5,"settled":10,"sent":0,"received":0,"run":"","error":""}` + "\n" + `{"at":0,"late":0,"settled":20,"sent":0,"received":0,"run":"","error":"refused (-32603)"}` + "\n",
	} {
		var b bytes.Buffer
		if err := bench.WriteSamples(&b, format, result.Samples); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%s: %s", format, b.String())
		}
	}
}
