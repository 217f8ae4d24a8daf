package cli

import (
	"strings"
	"testing"
	"time"

	"a2aform/internal/cli/command"
)

// What --raw excludes is declared where the flags are defined: all that make a message, or are about its result.
func TestRawExcludesFlagsOfMessage(t *testing.T) {
	for name, isExcluded := range map[string]bool{
		"skill": true, "set-env": true, "text": true, "media-type": true, "answer-as": true, "context-id": true, "cancel-on-timeout": true,
		"answer-json": true, "async": true, "stream": true, "output": true, "save": true, "fail-on": true, "record": true, "dry-run": true,
		"from": true, "each": true, "jobs": true, "artifact": true,
		"timeout": false, "yes": false, "debug": false, "endpoint": false, "bearer": false,
	} {
		t.Run(name, func(t *testing.T) {
			cmd := newSend(&command.Streams{})
			value, isSpecial := map[string]string{"set-env": "a=B", "answer-json": "1", "jobs": "2"}[name]
			switch {
			case cmd.Flags().Lookup(name).Value.Type() == "bool":
				value = "true"
			case !isSpecial:
				value = "1s"
			}
			if err := cmd.Flags().Set(name, value); err != nil {
				t.Fatal(err)
			}
			isRefused := checkRaw(cmd) != nil
			if isRefused != isExcluded {
				t.Errorf("excluded: %t", isRefused)
			}
		})
	}
}

func TestChecksOfSend(t *testing.T) {
	text := contents{text: "hello", list: []content{{kind: textContent, value: "hello"}}}
	for name, tt := range map[string]struct {
		err  error
		want string // "" for none
	}{
		"empty":                    {(&draft{}).checkEmpty(), "nothing to send"},
		"empty with a skill":       {(&draft{form: formFlags{skill: "x"}}).checkEmpty(), ""},
		"text":                     {(&draft{contents: text}).checkEmpty(), ""},
		"setting":                  {(&draft{form: formFlags{sets: []setting{{path: "a"}}}}).checkEmpty(), ""},
		"two values":               {(&draft{form: formFlags{from: "last"}, contents: contents{data: "{}"}}).check(false), "--from and --data"},
		"card and data":            {(&draft{contents: contents{data: "-"}}).check(true), "both the card and --data"},
		"data from standard input": {(&draft{contents: contents{data: "-"}}).check(false), ""},
		"context is no text":       {(&draft{context: "\xff"}).checkText(), "--context-id: not valid UTF-8"},
		"negative time":            {(&waiting{timeout: timeLimit(-time.Second)}).check(), "--timeout -1s"},
		"cancel without time":      {(&waiting{cancelLate: true}).check(), "needs a --timeout"},
		"cancel after a time":      {(&waiting{cancelLate: true, timeout: timeLimit(time.Second)}).check(), ""},
		"unknown outcome":          {(&printing{failOn: []string{"sad"}}).checkFailOn(), "--fail-on sad is not known"},
		"known outcome":            {(&printing{failOn: []string{"failed"}}).checkFailOn(), ""},
		"stream as a table":        {(&printing{stream: true, output: command.OutputFlag{Value: "csv"}}).checkStream(), "--stream goes with"},
		"stream as JSON":           {(&printing{stream: true, output: command.OutputFlag{Value: "json"}}).checkStream(), ""},
		"no rows":                  {(&eachFlags{}).check(&draft{}, &waiting{async: true}, &printing{}), ""},
		"no jobs":                  {(&eachFlags{rows: "a.csv"}).check(&draft{}, &waiting{}, &printing{}), "-j 0"},
		"rows without a skill":     {(&eachFlags{"a.csv", 1}).check(&draft{}, &waiting{}, &printing{}), ""},
		"rows and text":            {(&eachFlags{"a.csv", 1}).check(&draft{form: formFlags{skill: "x"}, contents: text}, &waiting{}, &printing{}), "only --set and --answer"},
		"rows and no waiting":      {(&eachFlags{"a.csv", 1}).check(&draft{form: formFlags{skill: "x"}}, &waiting{async: true}, &printing{}), "for one message"},
		"rows and files":           {(&eachFlags{"a.csv", 1}).check(&draft{form: formFlags{skill: "x"}}, &waiting{}, &printing{save: command.SaveFlag{Dir: "d"}}), "for one message"},
		"rows":                     {(&eachFlags{"a.csv", 1}).check(&draft{form: formFlags{skill: "x"}}, &waiting{answers: []answer{{text: "a"}}}, &printing{}), ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := errorText(tt.err); (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A dry run masks what variables fill in, wherever it is.
func TestMaskedSettings(t *testing.T) {
	f := formFlags{sets: []setting{{path: "who.key", kind: variableSetting}, {path: "/list/1", kind: variableSetting}, {path: "name"}}}
	got := string(f.masked(nil, []byte(`{"who":{"key":"secret","age":3},"list":["a","secret"],"name":"Ada"}`)))
	if strings.Contains(got, "secret") || !strings.Contains(got, `"name":"Ada"`) || !strings.Contains(got, `"age":3`) {
		t.Error(got)
	}
}

// A hint names the agent as the user did, but not a card on standard input.
func TestAgentInHints(t *testing.T) {
	for want, about := range map[string]subject{
		"AGENT": {agent: "-"},
		"parts": {agent: "parts"},
		"parts --endpoint https://agent.example/": {agent: "parts", endpoint: "https://agent.example/"},
	} {
		if got := about.agentWord(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
