// Package qatest runs the same test cases for the tests of several packages: cases of all kinds against the demo agent.
package qatest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/runner"
	"a2aform/ui/uitest"
)

const (
	fight   = "skill = 'fight-comparison'\n[input]\njson = '{\"a\":\"Lion\",\"b\":\"Tiger\"}'\n"
	trip    = "skill = 'trip-planner'\n[input]\njson = '{\"destination\":\"Lisbon\",\"firstDay\":\"2026-05-14\",\"nights\":1,\"pace\":\"relaxed\",\"traveller\":{\"name\":\"Ada\"}}'\n"
	expense = "skill = 'expense-report'\n[input]\njson = '''{\"title\":\"Visit\",\"currency\":\"EUR\",\"items\":[{\"date\":\"2026-03-02\",\"what\":\"Hotel\",\"category\":\"lodging\",\"amount\":131.00,\"billable\":true}],\"note\":null,\"confirmed\":true}'''\n"
)

// Texts are the files of the cases: what is wanted of each holds, or does not in one way.
func Texts() (all []string) {
	for _, text := range texts {
		all = append(all, "version = 1\n"+text)
	}
	return all
}

var texts = []string{
	"name = 'fight'\nwhy = 'T-1'\ntags = ['smoke']\n" + fight + "[expect]\noutput = 'valid'\nschemas = ['fightResponse']\nartifacts = 1\nthat = '.data.winner == \"Tiger\"'\n",
	"name = 'values'\n" + fight + `[[expect.value]]
at = '/data/winner'
is = 'Lion'
why = 'the lion is stronger'
[[expect.value]]
at = '/data/probability'
near = 0.6
within = 0.01
[[expect.value]]
at = '/data/explanation'
matches = '^Lions'
[[expect.value]]
at = '/data/none'
exists = true
[[expect.value]]
at = '/data/winner'
in = ['Lion', 'Bear']
[[expect.value]]
at = '/data/winner'
type = 'number'
[[expect.value]]
at = '/data/winner'
length = 4
`,
	"name = 'several ways'\nrepeat = 2\n" + fight + "[expect]\nstate = 'failed'\noutput = 'invalid'\nschemas = ['other']\nartifacts = { min = 2, max = 3 }\nthat = '.data.winner'\n",
	"name = 'same'\n" + fight + "[expect.same]\nfile = 'golden.json'\nignore = ['/**/explanation']\n",
	"name = 'no golden file'\n" + fight + "[expect.same]\nfile = 'none.json'\n",
	"name = 'rows'\nskill = 'small-talk'\n[input]\ntext = '${row.text}'\n[table]\nrows = [{text = 'hello'}, {text = 'tell me a joke'}]\n[expect]\nstate = 'answered'\n",
	"name = 'trip'\n" + trip + "[[expect.value]]\nat = '/data/0/date'\nof-format = 'date'\n",
	"name = 'does not fit'\nskill = 'fight-comparison'\n[input]\njson = '{\"a\":1}'\n",
	"name = 'invalid on purpose'\nskill = 'fight-comparison'\n[input]\ninvalid = true\njson = '{\"a\":1}'\n",
	"name = 'not invalid'\nskill = 'fight-comparison'\n[input]\ninvalid = true\njson = '{\"a\":\"x\",\"b\":\"y\"}'\n",
	"name = 'no skill'\nskill = 'fight-comparson'\n[input]\ntext = 'x'\n",
	"name = 'left out'\nskip = 'broken upstream'\n[input]\ntext = 'x'\n",
	"name = 'set'\nskill = 'fight-comparison'\n[input]\nset = { a = 'Lion', b = 'Tiger' }\n",
	"name = 'question'\n" + expense,
	"name = 'question expected'\n" + expense + "[expect]\nstate = 'input-required'\n",
	"name = 'answered'\n" + expense + "[[turn]]\ntext = 'yes'\n[[expect.value]]\nat = '/data/total'\nnear = 131\nwithin = 0\n",
	"name = 'too many turns'\n" + expense + "[[turn]]\ntext = 'yes'\n[[turn]]\ntext = 'yes'\n",
	"name = 'rejected'\n" + expense + "[[turn]]\ntext = 'no'\n[expect]\nstate = 'rejected'\n",
	"name = 'first'\n" + fight + "[capture]\nwinner = '.data.winner'\nnothing = '.data.none'\n",
	"name = 'second'\nneeds = ['first']\nskill = 'small-talk'\n[input]\ntext = 'about the winner'\n",
	"name = 'of none'\nneeds = ['missing']\nskill = 'small-talk'\n[input]\ntext = 'x'\n",
}

// Results are those of the cases, in their order, with a card.
func Results(t *testing.T) (results []*runner.Result) {
	t.Helper()
	agent := dial(t)
	dir := t.TempDir()
	golden := filepath.Join(dir, "golden.json")
	if err := os.WriteFile(golden, []byte(`{"data":{"winner":"Lion","probability":0.65},"artifacts":[{"parts":[{}]}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var cases []*casefile.Case
	for i, text := range Texts() {
		path := filepath.Join(dir, fmt.Sprintf("case-%02d.toml", i))
		f, problems := casefile.Parse(path, []byte(text), casefile.Options{})
		if problems != nil {
			t.Fatal(problems)
		}
		cases = slices.AppendSeq(cases, f.Cases())
	}
	runner.Run(t.Context(), slices.Values(cases), runner.Options{
		Jobs:   1,
		Agent:  func(context.Context, *casefile.Case) (*a2aclient.Agent, error) { return agent, nil },
		Report: func(r *runner.Result) { results = append(results, r) },
	})
	for _, r := range results {
		r.Took = 1500 * time.Millisecond
		for i := range r.Attempts {
			a := &r.Attempts[i]
			a.Started, a.Took = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC), 1234*time.Millisecond
		}
	}
	return results
}

func dial(t *testing.T) *a2aclient.Agent {
	t.Helper()
	n := 0
	handler := demo.New(demo.Options{Pace: time.Millisecond, NewID: func() string { n++; return fmt.Sprintf("id-%d", n) }})
	server := httptest.NewServer(http.Handler(handler))
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	return agent
}

// changing is what is another in each run: measured times, ids and the directory of the cases.
var changing = regexp.MustCompile(`"(ms|p\d+ms|settled|firstArtifact|firstEvent|longestGap)": ?[0-9.]+|sha256:[0-9a-f]{64}|\b[0-9a-f]{8}\b|(took|slowest) (\d+ ms|n\.n s|0\.\d\d s)( or less)?|<td>(\d+ ms| *n\.n s)</td>|\bid-\d+|/[^ "]*/case-|\d{4}-\d\d-\d\dT[0-9:.]+Z|/[^ "]*/(golden|none)\.json`)

// Mask hides what is another in each run.
func Mask(text string) string {
	return changing.ReplaceAllStringFunc(uitest.Mask(text), func(found string) string {
		for _, stays := range []string{"case-", "golden.json", "none.json"} {
			if strings.HasSuffix(found, stays) {
				return "…/" + stays
			}
		}
		return "…"
	})
}
