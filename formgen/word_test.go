package formgen_test

import (
	"strings"
	"testing"
)

func TestSummaryHidesSecrets(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"users":{"type":"array","items":{"type":"object","properties":{
		"name":{"type":"string"},"pass":{"type":"string","format":"password"}}}}}}`)
	f.At("/users").Append()
	field(t, f, "/users/0/name").SetText("bob")
	if got := field(t, f, "/users/0").Summary(); got != "bob" {
		t.Errorf("without a secret: %q", got)
	}
	field(t, f, "/users/0/pass").SetText("hunter2")
	if got := field(t, f, "/users/0").Summary(); strings.Contains(got, "hunter2") {
		t.Errorf("the secret is shown: %q", got)
	}
}

func TestAdviceOnNumbersIsANumber(t *testing.T) {
	x := field(t, open(t, trip), "/budget")
	for _, text := range []string{"a,b", "1,\x1b[31m", ","} {
		x.SetText(text)
		if got := x.OwnProblems()[0].Message; got != "is not a number" {
			t.Errorf("%q: %q", text, got)
		}
	}
}
