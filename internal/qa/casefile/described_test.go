package casefile_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/hostile/qatest"
	"a2aform/internal/qa/casefile"
	"a2aform/ui/uitest"
)

// more are cases with keys that those of package qatest do not have, and files with mistakes.
var more = []string{
	"version = 1\nskill = 's'\ntimeout = '90s'\nrepeat = 3\npass-rate = 0.5\nneeds = ['a', 'b']\n[input]\ntext = 'x'\nanswer-as = 'json'\n[expect]\nstate = ['completed', 'answered']\nsettled = '10s'\nfirst-artifact = '1s'\nartifacts = 2\n[expect.reject]\nkeyword = 'maximum'\nat = '/n'\n",
	"version = 1\nagent = 'books'\n[input]\nfiles = ['a.txt']\n[[turn]]\nwhen = 'auth-required'\ndo = 'cancel'\n[[turn]]\njson = '{\"a\":1}'\n[[expect.value]]\nat = '/a/*'\ncount = 2\n[[expect.value]]\nat = '/b'\nis = 1.50\n[[expect.value]]\nat = '/c'\nat-least = 1\nat-most = 2\n",
	"version = 1\n[matrix]\ntransport = ['grpc', 'jsonrpc']\nversion = ['0.3', '1.0']\n[input]\njson = '{\"n\":${row.n}}'\n[table]\nrows = [{n = 1, t = 'a'}, {n = 2.5, t = 'b'}]\n",
	"version = 2\n", "", "version = 1\n[input]\ntext = 1\n", "version = 1\nskil = 's'\n[inptu]\ntext = 'x'\n", "version = 1\n[input]\ntext = 'x'\njson = '{}'\n",
	"version = 1\n[input]\njson = '{'\n", "version = 1\n[input]\ntext = '${row.x}'\n", "version = 1\n[input]\ntext = '${env.X'\n", "version = 1\ntimeout = 'soon'\nrepeat = 0\npass-rate = 2\n[input]\ntext = 'x'\n",
	"version = 1\n[input]\ntext = 'x'\n[expect]\nstate = 'done'\noutput = 'good'\nthat = '.['\n[[expect.value]]\nat = 'a'\nis = 1\n[[expect.value]]\nat = '/a'\n[[expect.value]]\nat = '/a'\nmatches = '('\n", "version = 1\nname = 'a'\nname = 'b'\n", "version = 1\n[input\n",
}

// TestCaseFilesAreDescribed compares what is read of the files of cases with a golden file: the cases, how they are written again, or what
// is wrong with them.
func TestCaseFilesAreDescribed(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i, text := range append(qatest.Texts(), more...) {
		f, problems := casefile.Parse(fmt.Sprintf("case-%d.toml", i), []byte(text), casefile.Options{})
		fmt.Fprintf(&b, "== %d\n%s\n", i, text)
		for _, p := range problems {
			fmt.Fprintf(&b, "problem %d:%d %s\n", p.Line, p.Column, p.Text)
		}
		if f == nil {
			continue
		}
		for c := range f.Cases() {
			fmt.Fprintf(&b, "-- %d messages, placeholders %t, captured %t, need %d, line %d\n%s", c.Messages(), c.HasPlaceholders(), c.UsesCaptured(), c.Need(4), c.LineOf("skill", ""), uitest.Dump(c))
			if len(problems) == 0 {
				fmt.Fprintf(&b, "%s", casefile.Format(c))
			}
		}
	}
	for _, name := range []string{"A Name: of ünïcode / and more", "", "...", "CON", strings.Repeat("long ", 40)} {
		fmt.Fprintf(&b, "%q %q %t\n", name, casefile.FileName(name), casefile.IsField(name))
	}
	uitest.Text(t, "cases", b.String())
}
