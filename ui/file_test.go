package ui

import (
	"os"
	"testing"
)

func TestByteSize(t *testing.T) {
	for n, want := range map[int]string{0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.0 kB", 12_345: "12.3 kB", 64 << 20: "67.1 MB", 3_000_000_000_000: "3000.0 GB"} {
		if got := byteSize(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestExpand(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Skip(err)
	}
	for typed, want := range map[string]string{
		"a b.json": "a b.json", " /x ": "/x", "'/a b'": "/a b", `"c"`: "c", "'": "'", "~": home, "~/x": home + "/x", "~you/x": "~you/x",
	} {
		if got := expand(typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
