package bench

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Threshold is a limit that a measurement must keep, such as: settled p95 < 2s, errors <= 1%, throughput > 5/s.
type Threshold struct {
	text     string
	metric   string // of Metrics, errors or throughput
	stat     string // of a metric
	operator string
	value    float64 // milliseconds, percent, messages a second, or a number of errors
	percent  bool
}

// ThresholdVerdict says whether a threshold holds.
type ThresholdVerdict struct {
	Threshold string `json:"threshold"`
	Seen      string `json:"seen"`
	OK        bool   `json:"ok"`
}

// ParseThreshold reads a threshold.
func ParseThreshold(text string) (*Threshold, error) {
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return nil, errors.New("there is no < or > in it")
	}
	t := &Threshold{text: strings.TrimSpace(text), operator: text[at : at+1]}
	value := text[at+1:]
	if strings.HasPrefix(value, "=") {
		t.operator, value = t.operator+"=", value[1:]
	}
	words := strings.Fields(strings.ReplaceAll(text[:at], ".", " "))
	switch {
	case len(words) == 1 && slices.Contains(statNames, words[0]):
		t.metric, t.stat = Metrics[Settled], words[0]
	case len(words) == 2 && slices.Contains(Metrics[:], words[0]) && slices.Contains(statNames, words[1]):
		t.metric, t.stat = words[0], words[1]
	case len(words) == 1 && (words[0] == "errors" || words[0] == "throughput"):
		t.metric = words[0]
	default:
		return nil, fmt.Errorf("its left side is one of %s with one of %s, or errors, or throughput", strings.Join(Metrics[:], ", "), strings.Join(statNames, ", "))
	}
	return t, t.parseValue(strings.TrimSpace(value))
}

func (t *Threshold) parseValue(text string) error {
	if t.stat != "" {
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 {
			return errors.New("its right side is a time, such as 2s or 500ms")
		}
		t.value = millis(d)
		return nil
	}
	number, suffix := text, "/s"
	if t.metric == "errors" {
		suffix = "%"
	}
	number, t.percent = strings.CutSuffix(number, suffix)
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(v >= 0 && v <= 1e9) {
		return fmt.Errorf("its right side is a number, such as 1%s", suffix)
	}
	t.value = v
	return nil
}

// Check says whether the report keeps the threshold. One over no sample fails.
func (t *Threshold) Check(r *Report) ThresholdVerdict {
	v := ThresholdVerdict{Threshold: t.text}
	var seen float64
	switch stats := r.Metrics[t.metric]; {
	case r.N == 0, t.stat != "" && stats == nil:
		v.Seen = "no sample"
		return v
	case t.stat != "":
		seen = stats.get(t.stat)
		v.Seen = duration(seen)
	case t.metric == "throughput":
		seen = r.Throughput
		v.Seen = figure(seen) + "/s"
	case t.percent:
		seen = r.errorRate()
		v.Seen = figure(seen) + " %"
	default:
		seen = float64(r.N - r.OK)
		v.Seen = strconv.Itoa(r.N - r.OK)
	}
	v.OK = map[string]bool{"<": seen < t.value, "<=": seen <= t.value, ">": seen > t.value, ">=": seen >= t.value}[t.operator]
	return v
}
