package check_test

import (
	"regexp"
	"strings"
	"testing"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
)

// verdictLines are the lines of a verdict, one a line of text.
func verdictLines(r *check.Result) string {
	var all []string
	for _, l := range r.Lines {
		text := l.Check
		if l.At != "" {
			text += " " + l.At
		}
		text += ": " + string(l.Outcome) + ", " + l.Expected + " | " + l.Seen
		if l.Why != "" {
			text += " (" + l.Why + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n")
}

// expecting is a case whose expectations are these lines of a case file.
func expecting(t *testing.T, isInvalid bool, expect string) *casefile.Case {
	t.Helper()
	head := "version = 1\n[input]\njson = '{\"a\":\"Lion\"}'\n"
	if isInvalid {
		head = "version = 1\n[input]\ninvalid = true\njson = '{\"b\":1}'\n"
	}
	f, problems := casefile.Parse("dir/case.toml", []byte(head+"[expect]\n"+expect), casefile.Options{})
	if problems != nil {
		t.Fatalf("%s: %v", expect, problems)
	}
	return f.First()
}

// ofTask is a task that ended so, with a text and artifacts.
func ofTask(state, text string, parts ...string) string {
	message, artifacts := "", ""
	if text != "" {
		message = `,"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"` + text + `"}]}`
	}
	for i, p := range parts {
		if i > 0 {
			artifacts += ","
		}
		artifacts += `{"artifactId":"` + string(rune('a'+i)) + `","parts":[` + p + `]}`
	}
	return `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_` + state + `"` + message + `},"artifacts":[` + artifacts + `]}}`
}

func TestExpectationsAreChecked(t *testing.T) {
	t.Parallel()
	const winner = `{"data":{"winner":"Tiger","p":0.65,"rows":[{"n":1},{"n":2}]},"metadata":{"mimeType":"application/json;schema=winner"}}`
	won := ofTask("COMPLETED", "", winner)
	two := ofTask("COMPLETED", "", winner, winner)
	none := ofTask("COMPLETED", "")
	failed := ofTask("FAILED", "no luck")
	asks := ofTask("INPUT_REQUIRED", "which one?")
	const broken = `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":{"winner":7},"metadata":{"mimeType":"application/json;schema=winner"}}]}]}}`
	const message = `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"done"}]}}`
	for _, tt := range []struct {
		name, result, expect string
		invalid              bool
		want                 string // the verdict, and a line for each expectation
	}{
		{"done", won, "", false, `pass
state: ok, completed or answered | completed
output: ok, valid | valid`},
		{"a message", message, "", false, `fail
state: ok, completed or answered | answered
output: failed, valid winner | no data of the schema, which the card promises`},
		{"another state", won, "state = 'failed'", false, `fail
state: failed, failed | completed
output: ok, valid | valid`},
		{"one of several states", failed, "state = ['completed', 'failed']", false, `pass
state: ok, completed or failed | failed: no luck`},
		{"any state", failed, "state = 'any'", false, `pass
state: ok, any | failed: no luck`},
		{"accepted", won, "state = 'accepted'", false, `pass
state: ok, accepted | completed
output: ok, valid | valid`},
		{"not accepted", ofTask("REJECTED", "no"), "state = 'accepted'", false, `fail
state: failed, accepted | rejected: no`},
		{"failed", failed, "output = 'valid'\nschemas = ['winner']\nartifacts = 1\nthat = '.a'", false, `fail
state: failed, completed or answered | failed: no luck
output: not reached, valid | no part names a schema
schemas: not reached, winner | none
artifacts: not reached, 1 | 0
that: not reached, .a | nothing`},
		{"asks", asks, "", false, `fail
state: failed, completed or answered | input-required: which one?
turns: failed, 0 | one more question than the case has turns for (the agent asked 0 times)`},
		{"is to ask", asks, "state = 'input-required'", false, `pass
state: ok, input-required | input-required: which one?`},
		{"invalid output", broken, "", false, `fail
state: ok, completed or answered | completed
output /data/winner: failed, must be text | 7`},
		{"invalid output is expected", broken, "output = 'invalid'", false, `pass
state: ok, completed or answered | completed
output: ok, invalid | invalid`},
		{"invalid output is expected in vain", won, "output = 'invalid'", false, `fail
state: ok, completed or answered | completed
output: failed, invalid | valid`},
		{"output with a schema is expected", none, "output = 'valid'", false, `fail
state: ok, completed or answered | completed
output: failed, valid | no part names a schema`},
		{"schemas", won, "schemas = ['winner', 'loser']", false, `fail
state: ok, completed or answered | completed
output: ok, valid | valid
schemas: ok, winner | winner
schemas: failed, loser | winner`},
		{"artifacts", two, "artifacts = 2", false, `pass
state: ok, completed or answered | completed
output: ok, valid | valid
artifacts: ok, 2 | 2`},
		{"too few artifacts", won, "artifacts = {min = 2}", false, `fail
state: ok, completed or answered | completed
output: ok, valid | valid
artifacts: failed, at least 2 | 1`},
		{"too many artifacts", two, "artifacts = {max = 1}", false, `fail
state: ok, completed or answered | completed
output: ok, valid | valid
artifacts: failed, 0 to 1 | 2`},
		{"jq", won, "[[expect.that]]\njq = '.artifacts[0].parts[0].data.p > 0.5'\n[[expect.that]]\njq = '.artifacts | length == 2'\nwhy = 'two of them'\n[[expect.that]]\njq = '.data | error'", false, `fail
state: ok, completed or answered | completed
output: ok, valid | valid
that: ok, .artifacts[0].parts[0].data.p > 0.5 | true
that: failed, .artifacts | length == 2 | false (two of them)
that: failed, .data | error | {"p":0.65,"rows":[{"n":1},{"n":2}],"winner":"Tiger"}`},
		{"values", won, "[[expect.value]]\nat = '/data/winner'\nis = 'Tiger'\n[[expect.value]]\nat = '/data/winner'\nis = 'Lion'\nwhy = 'the rule'\n[[expect.value]]\nat = '/data/winner'\nnot = 'Lion'\n[[expect.value]]\nat = '/data/winner'\nin = ['Lion', 'Tiger']\n[[expect.value]]\nat = '/data/winner'\nin = ['Lion']\n[[expect.value]]\nat = '/data/winner'\nmatches = '^T.*r$'\n[[expect.value]]\nat = '/data/winner'\nmatches = 'x'\n[[expect.value]]\nat = '/data/p'\nmatches = '0'\n[[expect.value]]\nat = '/data/p'\nnear = 0.6\nwithin = 0.05\n[[expect.value]]\nat = '/data/p'\nnear = 0.6\nwithin = '1%'\n[[expect.value]]\nat = '/data/winner'\nnear = 1\nwithin = 1\n[[expect.value]]\nat = '/data/rows'\ntype = 'array'\n[[expect.value]]\nat = '/data/rows'\ntype = 'object'\n[[expect.value]]\nat = '/data/rows'\nlength = 2\n[[expect.value]]\nat = '/data/winner'\nlength = {max = 4}\n[[expect.value]]\nat = '/data/p'\nlength = 1\n[[expect.value]]\nat = '/data/none'\nexists = false\n[[expect.value]]\nat = '/data/none'\nexists = true\n[[expect.value]]\nat = '/data/p'\nexists = true\n[[expect.value]]\nat = '/data/p'\nexists = false\n[[expect.value]]\nat = '/data/none'\nis = 1\n[[expect.value]]\nat = '/data/winner'\nof-format = 'date'\n", false, `fail
state: ok, completed or answered | completed
output: ok, valid | valid
value /data/winner: ok, "Tiger" | "Tiger"
value /data/winner: failed, "Lion" | "Tiger" (the rule)
value /data/winner: ok, not "Lion" | "Tiger"
value /data/winner: ok, in ["Lion","Tiger"] | "Tiger"
value /data/winner: failed, in ["Lion"] | "Tiger"
value /data/winner: ok, matches ^T.*r$ | "Tiger"
value /data/winner: failed, matches x | "Tiger"
value /data/p: failed, matches 0 | 0.65
value /data/p: ok, near 0.6 ±0.05 | 0.65
value /data/p: failed, near 0.6 ±1% | 0.65
value /data/winner: failed, near 1 ±1 | "Tiger"
value /data/rows: ok, type array | [{"n":1},{"n":2}]
value /data/rows: failed, type object | [{"n":1},{"n":2}]
value /data/rows: ok, length 2 | [{"n":1},{"n":2}]
value /data/winner: failed, length 0 to 4 | "Tiger"
value /data/p: failed, length 1 | 0.65
value /data/none: ok, does not exist | nothing
value /data/none: failed, exists | nothing
value /data/p: ok, exists | 0.65
value /data/p: failed, does not exist | 0.65
value /data/none: failed, 1 | nothing
value /data/winner: failed, of-format date | "Tiger"`},
		{"values of nothing", failed, "[[expect.value]]\nat = '/data/p'\nis = 1\n", false, `fail
state: failed, completed or answered | failed: no luck
value /data/p: not reached, 1 | nothing`},
		{"times", won, "settled = '1h'\nfirst-artifact = '1h'", false, `pass
state: ok, completed or answered | completed
first-artifact: ok, within 1h0m0s | …
settled: ok, within 1h0m0s | …
output: ok, valid | valid`},
		{"no artifact in time", none, "settled = '1h'\nfirst-artifact = '1h'", false, `fail
state: ok, completed or answered | completed
first-artifact: not reached, within 1h0m0s | not seen
settled: ok, within 1h0m0s | …
output: failed, valid winner | no data of the schema, which the card promises`},
		{"invalid input is rejected", ofTask("REJECTED", "no"), "", true, `pass
state: ok, the input is rejected | rejected: no`},
		{"invalid input fails", failed, "", true, `pass
state: ok, the input is rejected | failed: no luck (a weak way to reject: the state should be rejected)`},
		{"invalid input is accepted", won, "", true, `fail
state: failed, the input is rejected | completed
output: ok, valid | valid`},
		{"invalid input is answered", message, "", true, `error
state: not reached, the input is rejected | answered; a message alone does not say whether the input was rejected`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			data := `{"a":"Lion"}`
			if tt.invalid {
				data = `{"b":1}`
			}
			r := check.Attempt(expecting(t, tt.invalid, tt.expect), check.Subject{Now: ended(t, reply{tt.result, ""}, data)})
			if got := string(r.Verdict) + "\n" + duration.ReplaceAllString(verdictLines(r), "| …"); got != tt.want {
				t.Errorf("%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// duration is what the clock has said.
var duration = regexp.MustCompile(`(?m)\| [0-9.]+m?s$`)
