package peers

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// The rows of a wide table on a page are at most three lines high in a window of 1280 pixels.
func TestPageRowsAreLow(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: this needs Chromium")
	}
	t.Parallel()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		missing(t, "chromium is not installed")
	}
	const measure = `<script>onload = () => {
	let rows = [...document.querySelectorAll(".grid > tbody > tr")].map(r => r.getBoundingClientRect().height)
	document.documentElement.innerHTML = "<pre>" + Math.ceil(Math.max(...rows)) + " of " + rows.length + "</pre>"
}</script>`
	const threeLines = 3*24 + 14 // pixels
	for _, name := range []string{"invoices", "elements", "kev", "majors"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := []string{"show", filepath.Join("../../render/table/testdata/tables", name+".json"), "-o", "html"}
			page, err := execute(t, t.TempDir(), nil, t.Output(), args...)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "page.html")
			if err := os.WriteFile(file, append(policy.ReplaceAll([]byte(page), nil), measure...), 0o600); err != nil {
				t.Fatal(err)
			}
			dom, err := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--user-data-dir="+t.TempDir(), "--window-size=1280,900", "--virtual-time-budget=20000", "--dump-dom", "file://"+file).Output()
			if err != nil {
				t.Fatal(err)
			}
			found := regexp.MustCompile(`<pre>(\d+) of (\d+)</pre>`).FindSubmatch(dom)
			if found == nil || string(found[2]) == "0" {
				t.Fatal("the browser found no rows")
			}
			if high, err := strconv.Atoi(string(found[1])); err != nil || high > threeLines {
				t.Errorf("the highest of %s rows has %s pixels", found[2], found[1])
			}
		})
	}
}
