//go:build unix

package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/demo"
	"a2aform/ui/uitest"
)

// On a terminal, test --ask asks for the answer that a case has no turn for. Without a terminal it is refused.
func TestCaseThatAsksIsAnsweredOnATerminal(t *testing.T) {
	t.Parallel()
	server, err := demo.Start(t.Context(), "", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	path := filepath.Join(t.TempDir(), "report.toml")
	const text = `version = 1
name = "report"
skill = "expense-report"
[input]
json = '{"title":"Visit","currency":"EUR","items":[{"date":"2026-03-02","what":"Train","category":"travel","amount":24.90}],"note":null,"confirmed":true}'
[expect]
state = "completed"
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d := uitest.Run(t, call(t, "test", path, "-a", server.URL, "--ask"), 80, 24)
	d.WaitFor("Demo Agent asks in report:", "Approve a total of 24.90 EUR?", "Your answer:").WaitGone("0/1").Type("yes").Press("enter").WaitFor("✓ report", "1 passed")
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
	if out, err := call(t, "test", path, "-a", server.URL, "--ask").CombinedOutput(); err == nil || !strings.Contains(string(out), "--ask needs a terminal") {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := call(t, "test", path, "-a", server.URL).CombinedOutput(); err == nil || err.Error() != "exit status 10" || !strings.Contains(string(out), "one more question than the case has turns for") {
		t.Errorf("%v: %s", err, out)
	}
}
