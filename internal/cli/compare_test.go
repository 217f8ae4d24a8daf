package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/cli/command"
	"a2aform/internal/demo"
)

// otherTotal is an agent like the one at that address, whose totals are wrong.
func otherTotal(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(nil)
	t.Cleanup(server.Close)
	server.Config.Handler = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(u) },
		ModifyResponse: func(r *http.Response) error {
			body, err := io.ReadAll(r.Body)
			body = bytes.ReplaceAll(body, []byte(address), []byte(server.URL))
			body = bytes.ReplaceAll(body, []byte(`"total":131.00`), []byte(`"total":130.99`))
			r.Body = io.NopCloser(bytes.NewReader(body))
			r.ContentLength = -1
			r.Header.Del("Content-Length")
			return err
		},
	}
	return server.URL
}

// The same message goes to both agents, and the answers are compared place by place.
func TestCompare(t *testing.T) {
	t.Parallel()
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	a, b := server.URL, otherTotal(t, server.URL)
	dir := t.TempDir()
	file := filepath.Join(dir, "expenses.toml")
	text := "version = 1\nskill = 'expense-report'\n[input]\njson = '''{\"title\":\"Trip\",\"currency\":\"EUR\",\"items\":[{\"date\":\"2026-03-02\",\"what\":\"Hotel\",\"category\":\"lodging\",\"amount\":131.00,\"billable\":true}],\"note\":null,\"confirmed\":true}'''\n[[turn]]\ntext = 'yes'\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (string, string, int) {
		var stdout, stderr bytes.Buffer
		err := Run(t.Context(), &command.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Args: append([]string{"compare"}, args...), Getenv: func(name string) string {
			return map[string]string{"A2AFORM_HOME": dir}[name]
		}})
		if err != nil {
			stderr.WriteString(err.Error())
		}
		return stdout.String(), stderr.String(), command.ExitCode(err)
	}
	fight := []string{"--skill", "fight-comparison", "--set", "a=Lion", "--set", "b=Tiger"}
	for _, test := range []struct {
		name         string
		args         []string
		exit         int
		out, notices string
	}{
		{"equal", append([]string{a, b, "--yes", "--fail-on", "differ"}, fight...), 0, "0 differences · ", ""},
		{"both answers are named", append([]string{a, b, "--yes"}, fight...), 0, "\nB  " + b + ", run ", ""},
		{"different", []string{"--agents", a + "," + b, file, "--yes"}, 0, "~ total  131.00 → 130.99  ", ""},
		{"fail on differ", []string{"--agents", a + "," + b, file, "--yes", "--fail-on", "differ"}, 10, "1 difference", "the answers to 1 of 1 cases differ"},
		{"allowed", []string{"--agents", a + "," + b, file, "--yes", "--fail-on", "differ", "--within", "/**/total=0.01"}, 0, "0 differences", ""},
		{"Markdown", []string{"--agents", a + "," + b, file, "--yes", "-o", "md"}, 0, "### `expenses`\n", ""},
		{"needs consent", append([]string{a, b}, fight...), 2, "", "needs --yes"},
		{"no form without a terminal", []string{a, b, "--skill", "fight-comparison"}, 2, "", "the terminal cannot show the form"},
		{"one agent", append([]string{a, "--yes"}, fight...), 2, "", "name two agents"},
		{"one agent is down", append([]string{a, "http://127.0.0.1:1", "--yes"}, fight...), 3, "", "127.0.0.1:1"},
		{"wrong input", []string{a, b, "--yes", "--skill", "fight-comparison", "--set", "a=Lion"}, 2, "", "required"},
		{"no case files", []string{"--agents", a + "," + b}, 2, "", "name the case files"},
		{"one page", []string{"--agents", a + "," + b, file, "-o", "html"}, 2, "", "one comparison"},
	} {
		out, notices, exit := run(test.args...)
		if exit != test.exit || !strings.Contains(out, test.out) || !strings.Contains(notices, test.notices) {
			t.Errorf("%s: exit %d\n%s\n%s", test.name, exit, out, notices)
		}
	}
	out, _, _ := run("--agents", a+","+b, file, file, "--yes", "-o", "json")
	var list []struct {
		Changes []struct{ At string }
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) < 1 || len(list[0].Changes) != 1 || list[0].Changes[0].At != "/0/parts/0/data/total" {
		t.Errorf("%v\n%s", err, out)
	}
}
