package bench

import (
	"math"
	"slices"
	"time"
)

// Report is what is said of a measurement, as JSON.
type Report struct {
	Agent       string             `json:"agent"`
	URL         string             `json:"url"`
	Skill       string             `json:"skill,omitempty"`
	Cases       []string           `json:"cases,omitempty"`
	Loop        string             `json:"loop"` // closed or open
	Concurrency int                `json:"concurrency"`
	Rate        string             `json:"rate,omitempty"` // of an open loop
	Started     time.Time          `json:"started"`
	Warmup      int                `json:"warmup"`
	N           int                `json:"n"`          // samples
	OK          int                `json:"ok"`         // of them without an error; the metrics are of these
	Window      float64            `json:"window"`     // in milliseconds
	Throughput  float64            `json:"throughput"` // of those that are ok, per second
	Sent        int64              `json:"bytesSent"`
	Received    int64              `json:"bytesReceived"`
	Metrics     map[string]*Stats  `json:"metrics"`
	Errors      map[string]int     `json:"errors"`
	Thresholds  []ThresholdVerdict `json:"thresholds,omitempty"`
	Baseline    *Comparison        `json:"baseline,omitempty"`
	Stopped     bool               `json:"stopped,omitempty"` // by the user or --timeout
	Limited     bool               `json:"limited,omitempty"` // by the maximum number of samples
}

// Stats are the times of a metric in milliseconds, by nearest rank.
type Stats struct {
	N   int     `json:"n"`
	Min float64 `json:"min"`
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// statNames are the names of the figures of a metric, in their order.
var statNames = []string{"min", "p50", "p90", "p95", "p99", "max"}

// get returns a figure by its name.
func (s *Stats) get(name string) float64 {
	return []float64{s.Min, s.P50, s.P90, s.P95, s.P99, s.Max}[slices.Index(statNames, name)]
}

// millis is a time in milliseconds, to the microsecond.
func millis(d time.Duration) float64 { return float64(d.Round(time.Microsecond).Microseconds()) / 1000 }

// round rounds to three decimals.
func round(v float64) float64 { return math.Round(v*1000) / 1000 }

// statsOf returns the figures of times, nil for none.
func statsOf(times []time.Duration) *Stats {
	n := len(times)
	if n == 0 {
		return nil
	}
	slices.Sort(times)
	rank := func(percent int) float64 { return millis(times[(n*percent+99)/100-1]) }
	return &Stats{n, millis(times[0]), rank(50), rank(90), rank(95), rank(99), millis(times[n-1])}
}

// Add sums up the samples in the report.
func (r *Report) Add(result Result) {
	r.N, r.Window, r.Errors = len(result.Samples), millis(result.Window), map[string]int{}
	var times [metrics][]time.Duration
	for _, s := range result.Samples {
		r.Sent, r.Received = r.Sent+s.Sent, r.Received+s.Received
		if s.Err != "" {
			r.Errors[s.Err]++
			continue
		}
		r.OK++
		for m, took := range s.Times {
			if took != unseen {
				times[m] = append(times[m], took)
			}
		}
	}
	if result.Window > 0 {
		r.Throughput = round(float64(r.OK) / result.Window.Seconds())
	}
	r.Metrics = map[string]*Stats{}
	for m, name := range Metrics {
		if stats := statsOf(times[m]); stats != nil {
			r.Metrics[name] = stats
		}
	}
}

// errorRate is the share of samples that are errors, in percent.
func (r *Report) errorRate() float64 { return 100 * float64(r.N-r.OK) / float64(max(r.N, 1)) }
