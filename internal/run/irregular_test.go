package run

import (
	"testing"
	"time"
)

func TestSpan(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for d, want := range map[time.Duration]string{
		3*time.Minute + 20*time.Second: "3m", 5 * time.Hour: "5h0m", 3 * day: "3 days", 1<<63 - 1: "more than 100 years",
	} {
		if got := span(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}
