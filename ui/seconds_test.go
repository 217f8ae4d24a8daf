package ui

import (
	"testing"
	"time"

	"a2aform/ui/kit"
)

func TestDurationsBelowASecondAreMilliseconds(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "  0 ms", 4*time.Millisecond + 900*time.Microsecond: "  4 ms", 12 * time.Millisecond: " 12 ms", 999 * time.Millisecond: "999 ms",
		time.Second: " 1.0 s", 12340 * time.Millisecond: "12.3 s", 90 * time.Second: "1m30s",
	} {
		if got := kit.Seconds(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}
