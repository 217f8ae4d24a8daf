package ui

import (
	"os"
	"testing"
)

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
