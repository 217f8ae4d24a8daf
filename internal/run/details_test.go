package run_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

func details(metadata ...string) (d run.Details) {
	for _, m := range metadata {
		d = d.WithEvent(a2a.Event{Task: &a2a.Task{Metadata: json.RawMessage(m)}})
	}
	return d
}

func facts(d run.Details) string {
	var all []string
	for _, f := range d.Facts {
		all = append(all, f.Name.Line(0).String()+"="+f.Text.Line(0).String())
	}
	return strings.Join(all, "; ")
}

func TestFactsAreMembersOfMetadata(t *testing.T) {
	d := details(`{"title":"Trip","https://example.com/cost/v1":{"price":{"amount":0.02,"currency":"EUR"}},"tags":["a"],"empty":{}}`, `{"title":"Trip to Rome"}`)
	const want = `title=Trip to Rome; https://example.com/cost/v1 › price › amount=0.02; https://example.com/cost/v1 › price › currency=EUR; tags=["a"]; empty={}`
	if got := facts(d); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if d.Title() != safe.Text("Trip to Rome") {
		t.Error(d.Title())
	}
}

func TestUsageIsFoundUnderItsNames(t *testing.T) {
	for metadata, want := range map[string]string{
		`{"usage":{"input_tokens":10,"output_tokens":5,"total_tokens":15}}`:           "15 tokens",
		`{"usage":{"promptTokens":10}}`:                                               "10 tokens",
		`{"tokens":7,"cost":0.020}`:                                                   "7 tokens, 0.020",
		`{"https://x/v1":{"price":{"amount":12345678901234567890,"currency":"JPY"}}}`: "12345678901234567890 JPY",
		`{"cost_usd":1.5}`:                                     "1.5 USD",
		`{"usage":{"seconds":3}}`:                              "3 seconds",
		`{"llm":{"deep":{"tokenUsage":{"total":9}}}}`:          "9 tokens",
		`{"tokenizer":3,"costume":4,"year":2026}`:              "",
		`{"usage":{"tokens":"many"}}`:                          "",
		`{"price":{"amount":` + strings.Repeat("9", 40) + `}}`: strings.Repeat("9", 24) + "…",
		`{"token_id":4,"usage":{"max_tokens":100}}`:            "",
		`[1]`: "",
		`{`:   "",
	} {
		if got := details(metadata).Usage().Line(0).String(); got != want {
			t.Errorf("%s: got %q, want %q", metadata, got, want)
		}
	}
}

// What an agent says is bounded, and a snapshot stays as it is.
func TestDetailsAreBounded(t *testing.T) {
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprintf(`"m%d":%d`, i, i))
	}
	d := details("{" + strings.Join(many, ",") + "}")
	if len(d.Facts) != 200 {
		t.Errorf("%d facts", len(d.Facts))
	}
	if d = details(`{"a":"` + strings.Repeat("x", 5000) + `"}`); len(d.Facts[0].Text.Line(0).String()) > 2100 {
		t.Error("a long value is kept")
	}
	if d = details(`{"a":"` + strings.Repeat("x", 100_000) + `"}`); len(d.Facts) != 0 {
		t.Error("large metadata are kept")
	}
	if d = details(strings.Repeat(`{"a":`, 60) + "1" + strings.Repeat("}", 60)); len(d.Facts) != 1 {
		t.Error(facts(d))
	}
	first := details(`{"a":1}`)
	second := first.WithEvent(a2a.Event{Metadata: json.RawMessage(`{"a":2}`)})
	if facts(first) != "a=1" || facts(second) != "a=2" {
		t.Errorf("%s, %s", facts(first), facts(second))
	}
}
