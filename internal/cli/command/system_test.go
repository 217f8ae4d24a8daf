package command

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"a2aform/internal/store"
	"a2aform/ui/kit"
)

func TestBrowserCommand(t *testing.T) {
	const url = "https://example.com/a?b=c&d=$(e)"
	for system, want := range map[string]string{
		"linux": "xdg-open|", "freebsd": "xdg-open|", "darwin": "open|", "windows": "rundll32|url.dll,FileProtocolHandler|",
	} {
		if got := strings.Join(opener(system, url), "|"); got != want+url {
			t.Errorf("%s: %s", system, got)
		}
	}
}

func TestNothingIsOpenedWithoutDisplay(t *testing.T) {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		t.Skip("there is always a display here")
	}
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	if err := OpenURL(t.Context(), "https://example.com"); !errors.Is(err, kit.ErrNoDisplay) {
		t.Error(err)
	}
}

func TestFailingCommandIsReported(t *testing.T) {
	if err := startCommand(t.Context(), []string{"no-such-command-a2aform"}); err == nil || !strings.Contains(err.Error(), "cannot be run") {
		t.Error(err)
	}
	if err := startCommand(t.Context(), []string{os.Args[0], "-test.no-such-flag"}); err == nil || !strings.Contains(err.Error(), "could not open") {
		t.Error(err)
	}
	if err := startCommand(t.Context(), []string{os.Args[0], "-test.run=^$"}); err != nil {
		t.Error(err)
	}
}

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

func TestNotificationByTerminal(t *testing.T) {
	for _, tt := range []struct {
		wanted store.Notify
		env    map[string]string
		want   kit.Notify
	}{
		{"auto", map[string]string{"TERM": "xterm-256color"}, kit.NotifyOSC9},
		{"auto", map[string]string{"TERM": "xterm-kitty"}, kit.NotifyOSC99},
		{"auto", map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "7600"}, kit.NotifyOSC777},
		{"auto", map[string]string{"TERM": "xterm-kitty", "SSH_TTY": "/dev/pts/1"}, kit.NotifyNone},
		{"on", map[string]string{"TERM": "xterm-kitty", "SSH_CONNECTION": "a 1 b 2"}, kit.NotifyOSC99},
		{"off", map[string]string{"TERM": "foot"}, kit.NotifyNone},
	} {
		if got := Notification(tt.wanted, func(name string) string { return tt.env[name] }); got != tt.want {
			t.Errorf("%s with %v: %d, want %d", tt.wanted, tt.env, got, tt.want)
		}
	}
}
