package command

import (
	"os"
	"strings"
	"testing"
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
