package formgen_test

import (
	"testing"

	"a2aform/formgen"
)

func TestByteSize(t *testing.T) {
	for n, want := range map[int]string{0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.0 kB", 12_345: "12.3 kB", 64 << 20: "67.1 MB", 3_000_000_000_000: "3000.0 GB"} {
		if got := formgen.ByteSize(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
