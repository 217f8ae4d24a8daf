package command

import (
	"testing"

	"a2aform/internal/store"
	"a2aform/ui/kit"
)

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
