package command

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestClipboardOfTmux(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("tmux is a shell script here")
	}
	inTmux := func(name string) string { return map[string]string{"TMUX": "/tmp/tmux-1000/default,1,0"}[name] }
	if Clipboard(func(string) string { return "" }) != nil {
		t.Error("a clipboard outside tmux")
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, tt := range []struct {
		script string
		fails  bool
	}{
		{"#!/bin/sh\necho \"$@\" >\"$0.args\"\ncat >\"$0.text\"\n", false},
		{"#!/bin/sh\necho 'load-buffer: unknown option -- w' >&2\nexit 1\n", true},
	} {
		tmux := filepath.Join(dir, "tmux")
		if err := os.WriteFile(tmux, []byte(tt.script), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := Clipboard(inTmux)(t.Context(), "two\nlines"); (err != nil) != tt.fails {
			t.Fatalf("%s: %v", tt.script, err)
		}
		if tt.fails {
			continue
		}
		for name, want := range map[string]string{"args": "load-buffer -w -\n", "text": "two\nlines"} {
			if got, err := os.ReadFile(tmux + "." + name); err != nil || string(got) != want {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
	}
}
