package report

import (
	"math"
	"slices"
	"time"

	"a2aform/internal/ojson"
)

// distribution counts times in buckets, each of which is one percent wide, so that a million attempts need a few hundred numbers.
type distribution struct {
	buckets map[int]bucket
	count   int
}

type bucket struct {
	count   int
	longest time.Duration
}

const step = 1.01 // from one bucket to the next

func (d *distribution) add(t time.Duration) {
	if d.buckets == nil {
		d.buckets = map[int]bucket{}
	}
	at := int(math.Round(math.Log(max(float64(t), 1)) / math.Log(step)))
	d.buckets[at] = bucket{d.buckets[at].count + 1, max(d.buckets[at].longest, t)}
	d.count++
}

// addSeen adds milliseconds of a verdict document, which has none for what was not reached.
func (d *distribution) addSeen(ms *ojson.Value) {
	if t, err := time.ParseDuration(ms.Text() + "ms"); err == nil && ms.Is(ojson.Number) {
		d.add(t)
	}
}

// percentile is the time within which p of 100 attempts were, to one percent; 0 for no attempt.
func (d *distribution) percentile(p int) time.Duration {
	var list []int
	for at := range d.buckets {
		list = append(list, at)
	}
	slices.Sort(list)
	left := (d.count*p + 99) / 100
	for _, at := range list {
		if left -= d.buckets[at].count; left <= 0 {
			return d.buckets[at].longest
		}
	}
	return 0
}

// Times are how long attempts took until something came: half of them, 95 and 99 of 100.
type Times struct {
	Until         string
	P50, P95, P99 time.Duration
}

// Times are those until the first event, the first artifact and the end, as far as there were any.
func (s *Summary) Times() (list []Times) {
	for _, until := range []struct {
		name string
		of   *distribution
	}{{"first event", &s.firstEvent}, {"first artifact", &s.firstArtifact}, {"end", &s.end}} {
		if until.of.count > 0 {
			list = append(list, Times{until.name, until.of.percentile(50), until.of.percentile(95), until.of.percentile(99)})
		}
	}
	return list
}
