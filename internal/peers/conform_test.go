package peers

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/qa/conform"
	"a2aform/internal/qa/doctor"
	"a2aform/internal/qa/finding"
)

var update = flag.Bool("update", false, "write the table of the documentation")

// conformed are the agents of the table in docs/reference/conform.md.
var conformed = []struct {
	name  string
	start func(*testing.T) string
}{
	{"JavaScript 1.3.0", func(t *testing.T) string { return start(t, "v1.mjs") }},
	{"JavaScript 0.3.14", func(t *testing.T) string { return start(t, "v03.mjs") }},
	{"JavaScript 0.2.5", func(t *testing.T) string { return start(t, "v02.mjs") }},
	{"Go 2.4.0, A2A 1.0", func(t *testing.T) string { return goSDKs["1.0 over JSON-RPC"].serve(t) }},
	{"Go 2.4.0, A2A 0.3", func(t *testing.T) string { return goSDKs["0.3 over JSON-RPC"].serve(t) }},
}

var outcomeSigns = map[conform.Outcome]string{conform.Pass: "✓", conform.Fail: "✗", conform.Warn: "!", conform.Info: "·", conform.Undecided: "?"}

// The table of the documentation says what conform and doctor find in agents on SDKs.
func TestConformFindsWhatIsDocumentedOfSDKs(t *testing.T) {
	rows := map[string][]string{} // by the id of a check
	head, line := "| check |", "|---|"
	broken := map[finding.Level][]string{}
	for _, c := range conformed {
		head, line = head+" "+c.name+" |", line+"---|"
		url := c.start(t)
		results := conformTo(t, url, conform.Options{Slow: []byte(`{"a":"rest","b":"Tiger"}`)})
		waiting := []string{"OS3.11c", "OS3.12"} // another input asks for something
		results = slices.DeleteFunc(results, func(r *conform.Result) bool { return slices.Contains(waiting, r.ID) })
		results = append(results, conformTo(t, url, conform.Options{Slow: []byte(`{"a":"ask","b":"Tiger"}`), Checks: waiting})...)
		for _, check := range conform.Checks() {
			i := slices.IndexFunc(results, func(r *conform.Result) bool { return r.ID == check.ID })
			if i < 0 {
				t.Fatalf("%s: no result of %s", c.name, check.ID)
			}
			t.Logf("%s %s %s: %s", c.name, check.ID, results[i].Outcome, results[i].What)
			rows[check.ID] = append(rows[check.ID], outcomeSigns[results[i].Outcome])
		}
		for level, rules := range doctored(t, url) {
			broken[level] = append(broken[level], rules)
		}
	}
	var table strings.Builder
	fmt.Fprintf(&table, "%s\n%s\n", head, line)
	for _, check := range conform.Checks() {
		fmt.Fprintf(&table, "| %s | %s |\n", check.ID, strings.Join(rows[check.ID], " | "))
	}
	for _, level := range []finding.Level{finding.Error, finding.Warning} {
		fmt.Fprintf(&table, "| %ss of `doctor` | %s |\n", level, strings.Join(broken[level], " | "))
	}
	documented(t, "sdks", table.String())
}

// documented holds a part of the page of conform to the text that a test has made. With -update it writes the part.
func documented(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("..", "..", "docs", "reference", "conform.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin := "<!-- generated: " + name + " -->\n"
	head, rest, _ := strings.Cut(string(page), begin)
	old, tail, ok := strings.Cut(rest, "<!-- end -->")
	text = "\n" + text + "\n"
	switch {
	case !ok:
		t.Fatalf("%s has no part %s", path, name)
	case old == text:
	case *update:
		if err := os.WriteFile(path, []byte(head+begin+text+"<!-- end -->"+tail), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is outdated, write it with: go -C internal/peers test -run TestConform -update\n%s", path, text)
	}
}

// conformTo checks an agent. Its tasks last, or ask, where the slow input of the options says so.
func conformTo(t *testing.T, url string, o conform.Options) []*conform.Result {
	t.Helper()
	card, err := a2aclient.Fetch(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if o.Agent, err = card.Dial(a2aclient.WithPollInterval(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	defer o.Agent.Close()
	o.Skill, o.Jobs, o.Timeout, o.Seed = "fight-comparison", 4, 20*time.Second, 1
	report, err := conform.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return report.Results
}

// doctored are the rules that the card of an agent breaks, by level.
func doctored(t *testing.T, url string) map[finding.Level]string {
	t.Helper()
	card, err := a2aclient.Fetch(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	rules := map[finding.Level][]string{}
	for _, f := range doctor.Check(card.Raw, doctor.Options{Source: card.Source}).Findings {
		if !slices.Contains(rules[f.Level], f.Rule) {
			rules[f.Level] = append(rules[f.Level], f.Rule)
		}
	}
	texts := map[finding.Level]string{}
	for _, level := range []finding.Level{finding.Error, finding.Warning} {
		slices.Sort(rules[level])
		texts[level] = strings.Join(rules[level], " ")
		if texts[level] == "" {
			texts[level] = "none"
		}
	}
	return texts
}
