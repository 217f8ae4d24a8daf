package peers

import (
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// policy is the tag that keeps a page from running scripts, axe too.
var policy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)

// What axe-core finds: contrast, headings, names of elements, and so on (https://github.com/dequelabs/axe-core).
func TestPagesAreAccessible(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: this needs Chromium")
	}
	t.Parallel()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		missing(t, "chromium is not installed")
	}
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		missing(t, "run npm ci in internal/peers")
	}
	for name, page := range pages(t) {
		for setting, scheme := range map[string]string{"0": "dark", "1": "light"} {
			t.Run(name+" "+scheme, func(t *testing.T) {
				t.Parallel()
				file := filepath.Join(t.TempDir(), "page.html")
				script := "<script>" + string(axe) + "</script><script>axe.run().then(r => document.documentElement.innerHTML = '<pre>' + JSON.stringify({Passes: r.passes.length, Violations: r.violations}).replace(/&/g, '&amp;').replace(/</g, '&lt;') + '</pre>')</script>"
				if err := os.WriteFile(file, append(policy.ReplaceAll(page, nil), script...), 0o600); err != nil {
					t.Fatal(err)
				}
				cmd := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--user-data-dir="+t.TempDir(), "--blink-settings=preferredColorScheme="+setting, "--virtual-time-budget=20000", "--dump-dom", "file://"+file)
				dom, err := cmd.Output()
				if err != nil {
					t.Fatal(err)
				}
				_, said, _ := strings.Cut(string(dom), "<pre>")
				said, _, _ = strings.Cut(said, "</pre>")
				var found struct {
					Passes     int
					Violations []struct {
						ID, Help string
						Nodes    []struct{ HTML, FailureSummary string }
					}
				}
				if err := json.Unmarshal([]byte(html.UnescapeString(said)), &found); err != nil {
					t.Fatalf("axe did not end: %v", err)
				}
				if found.Passes < 10 {
					t.Errorf("only %d checks passed", found.Passes)
				}
				for _, v := range found.Violations {
					t.Errorf("%s: %s: %d times, first %s\n%s", v.ID, v.Help, len(v.Nodes), v.Nodes[0].HTML, v.Nodes[0].FailureSummary)
				}
			})
		}
	}
}

// pages are the pages that the program and the site make.
func pages(t *testing.T) map[string][]byte {
	t.Helper()
	dir, home := t.TempDir(), t.TempDir()
	run := func(args ...string) {
		t.Helper()
		if _, err := execute(t, home, nil, t.Output(), args...); err != nil {
			t.Fatalf("a2aform %s: %v", strings.Join(args, " "), err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name+".html") }
	run("send", "demo", "--record", "--skill", "fight-comparison", "--set", "a=Lion", "--set", "b=Tiger")
	run("runs", "report", "last", "--to", at("run"))
	run("runs", "export", "last", "-o", "html", "--to", at("result"))
	run("test", "-a", "demo", "../../testdata/suite", "--report", "html="+at("cases"))
	site := exec.CommandContext(t.Context(), "go", "-C", "../tools/site", "run", ".", "../../..", filepath.Join(dir, "site"))
	if out, err := site.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	all := map[string][]byte{}
	for name, file := range map[string]string{"run": at("run"), "result": at("result"), "cases": at("cases"), "readme": at("site/index"), "tutorial": at("site/docs/tutorial")} {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = page
	}
	return all
}
