package run_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"a2aform/internal/run"
	"a2aform/render"
)

// An agent may say its result in the message of the last status, or only in the history. It is the result, live and from the file.
func TestWordsOfTheAgentAreTheResult(t *testing.T) {
	t.Parallel()
	const (
		word    = `{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"4.5 degrees"}]}`
		other   = `{"messageId":"n","role":"ROLE_AGENT","parts":[{"text":"a word before"}]}`
		asked   = `{"messageId":"u","role":"ROLE_USER","parts":[{"text":"hi"}]}`
		table   = `{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":{"degrees":4.5}}]}`
		found   = `{"artifactId":"a","parts":[{"text":"4.5 degrees"}]}`
		nothing = `{"artifactId":"a","parts":[]}`
		call    = `{"artifactId":"k","parts":[{"data":{"name":"measure","args":{"a":1}},"metadata":{"adk_type":"function_call"}}]}`
		result  = `{"artifactId":"r","parts":[{"data":{"name":"measure","response":{"b":2}},"metadata":{"adk_type":"function_response"}}]}`
		again   = `{"artifactId":"l","parts":[{"data":{"name":"measure","args":{"a":1}},"metadata":{"adk_type":"function_call"}}]}`
		mixed   = `{"artifactId":"x","parts":[{"data":{"name":"measure","args":{"a":1}},"metadata":{"adk_type":"function_call"}},{"data":{"name":"measure","response":{"b":2}},"metadata":{"adk_type":"function_response"}},{"data":{"degrees":4.5}}]}`
		thought = `{"text":"let me see","metadata":{"adk_thought":true}}`
	)
	for name, tt := range map[string]struct{ task, want string }{
		"status":                 {`"status":{"state":"TASK_STATE_COMPLETED","message":` + word + `}`, "4.5 degrees"},
		"history":                {`"status":{"state":"TASK_STATE_COMPLETED"},"history":[` + asked + `,` + other + `,` + word + `]`, "4.5 degrees"},
		"status before history":  {`"status":{"state":"TASK_STATE_COMPLETED","message":` + word + `},"history":[` + asked + `,` + other + `]`, "4.5 degrees"},
		"history ends with ours": {`"status":{"state":"TASK_STATE_COMPLETED"},"history":[` + word + `,` + asked + `]`, ""},
		"empty artifact":         {`"status":{"state":"TASK_STATE_COMPLETED","message":` + word + `},"artifacts":[` + nothing + `]`, "4.5 degrees"},
		"artifact":               {`"status":{"state":"TASK_STATE_COMPLETED","message":` + other + `},"artifacts":[` + found + `]`, "4.5 degrees"},
		"calls of tools":         {`"status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[` + call + `,` + found + `]`, `4.5 degrees|(Call of measure {"a":1})`},
		"one call and result":    {`"status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[` + call + `,` + found + `,` + result + `]`, `4.5 degrees|(Call of measure {"a":1}){"b":2}`},
		"two calls":              {`"status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[` + call + `,` + result + `,` + again + `,` + found + `]`, `4.5 degrees|(Call of measure {"a":1})(Result of measure {"b":2})(Call of measure {"a":1})`},
		"a call and other data":  {`"status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[` + mixed + `]`, `(Call of measure {"a":1})(Result of measure {"b":2}){"degrees":4.5}`},
		"thoughts":               {`"status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[` + thought + `,{"text":"4.5 degrees","metadata":{"adk_thought":false}}]}]`, `( let me see)4.5 degrees`},
		"thoughts in a message":  {`"status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[` + thought + `,{"text":"4.5 degrees"}]}}`, `( let me see)4.5 degrees`},
		"thoughts alone":         {`"status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[` + thought + `]}}`, `( let me see)`},
		"data":                   {`"status":{"state":"TASK_STATE_COMPLETED","message":` + table + `}`, `{"degrees":4.5}`},
		"failed":                 {`"status":{"state":"TASK_STATE_FAILED","message":` + word + `}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := home(t)
			r := run.Start(t.Context(), &run.Plan{Agent: agent(t, answering(`{"task":{"id":"t","contextId":"c",`+tt.task+`}}`)), Text: "hi"}, run.Options{Store: s, Record: true})
			wait(t, r)
			r.Close()
			for _, r := range []*run.Run{r, reopen(t, s).Run()} {
				var list []string
				for _, a := range r.Snapshot().Results() {
					text := ""
					for _, p := range a.Parts {
						if p.Kind == render.AsidePart {
							text += "(" + p.Title.Exact() + " " + p.Text.Exact() + ")"
							continue
						}
						text += p.Text.Exact() + string(p.Data)
					}
					list = append(list, text)
				}
				if got := strings.Join(list, "|"); got != tt.want {
					t.Errorf("%q, want %q", got, tt.want)
				}
			}
		})
	}
}

// A task that ends without a result is asked for, as its result may come a moment later; an agent that keeps no tasks is not
// complained of.
func TestLateResultIsAskedFor(t *testing.T) {
	t.Parallel()
	const ended = `"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}`
	for name, tt := range map[string]struct {
		answers []string // to each request for the task
		want    string
		gets    int32
	}{
		"at once":        {[]string{`{` + ended + `,"artifacts":[{"artifactId":"a","parts":[{"text":"late"}]}]}`}, "late", 1},
		"a moment later": {[]string{`{` + ended + `}`, `{` + ended + `,"artifacts":[{"artifactId":"a","parts":[{"text":"late"}]}]}`}, "late", 2},
		"in the history": {[]string{`{` + ended + `,"history":[{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"late"}]}]}`}, "late", 1},
		"never":          {[]string{`{` + ended + `}`, `{` + ended + `}`}, "", 2},
		"no such method": {nil, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var gets atomic.Int32
			card := answering("")
			a := agent(t, http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
				if q.Method == http.MethodGet {
					card.ServeHTTP(w, q)
					return
				}
				body, _ := io.ReadAll(q.Body)
				w.Header().Set("Content-Type", "application/json")
				if !strings.Contains(string(body), `"GetTask"`) {
					_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":{"task":{%s}}}`, ended)
					return
				}
				if n := int(gets.Add(1)); n <= len(tt.answers) {
					_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%s}`, tt.answers[n-1])
					return
				}
				_, _ = fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}`)
			}))
			s := home(t)
			r := run.Start(t.Context(), &run.Plan{Agent: a, Text: "hi"}, run.Options{Store: s, Record: true, Protocol: true})
			wait(t, r)
			raw, err := r.Protocol(t.Context())
			if err != nil || tt.want != "" && !strings.Contains(string(raw), tt.want) {
				t.Errorf("the protocol's object is %s, %v", raw, err)
			}
			r.Close()
			for _, r := range []*run.Run{r, reopen(t, s).Run()} {
				got := ""
				for _, p := range r.Snapshot().ResultParts() {
					got += p.Text.Exact()
				}
				if got != tt.want {
					t.Errorf("%q, want %q", got, tt.want)
				}
			}
			if gets.Load() != tt.gets {
				t.Errorf("it asked %d times, want %d", gets.Load(), tt.gets)
			}
		})
	}
}

// The reason of a failure is what the agent said of it, and never what it said while it worked; it is the same from the run file.
func TestReasonOfAFailure(t *testing.T) {
	const working = `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"w","role":"ROLE_AGENT","parts":[{"text":"Looking…"}]}}}}`
	failed := func(status, more string) string {
		return fmt.Sprintf(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED"%s}%s}}`, status, more)
	}
	for name, tt := range map[string]struct {
		events []string
		broken string // the error of the stream; "" for none
		want   string // behind "failed"
	}{
		"a message":                   {[]string{working, failed(`,"message":{"messageId":"f","role":"ROLE_AGENT","parts":[{"text":"No more\nflights"}]}`, "")}, "", ": No more flights"},
		"a text in place of it":       {[]string{working, failed(`,"message":"No more flights"`, "")}, "", ": No more flights"},
		"an error as data":            {[]string{failed(`,"message":{"messageId":"f","role":"ROLE_AGENT","parts":[{"data":{"error":{"type":"X","message":"No more flights"}}}]}`, "")}, "", ": No more flights"},
		"an error as JSON in a text":  {[]string{failed(`,"message":{"messageId":"f","role":"ROLE_AGENT","parts":[{"text":"{\"code\": 7, \"message\": \"No more flights\"}"}]}`, "")}, "", ": No more flights"},
		"a text that begins as JSON":  {[]string{failed(`,"message":{"messageId":"f","role":"ROLE_AGENT","parts":[{"text":"{flight} is unknown"}]}`, "")}, "", ": {flight} is unknown"},
		"nothing":                     {[]string{working, failed("", "")}, "", ": the agent gave no reason"},
		"metadata of the update":      {[]string{working, failed("", `,"metadata":{"model":"m","error":"No more flights"}`)}, "", ": No more flights"},
		"metadata of the status":      {[]string{failed(`,"metadata":{"adk_error_message":"No more flights","adk_error_code":"X"}`, "")}, "", ": No more flights"},
		"metadata of the message":     {[]string{failed(`,"message":{"messageId":"f","role":"ROLE_AGENT","parts":[],"metadata":{"error":{"code":7,"message":"No more flights"}}}`, "")}, "", ": No more flights (7)"},
		"an error in the stream":      {[]string{working}, `{"code":-32603,"message":"the database went away"}`, ": the database went away (-32603)"},
		"an error without words":      {[]string{working}, `{"code":-32603}`, ": the agent returned an error (-32603)"},
		"an error and then a message": {[]string{working, failed(`,"message":{"messageId":"f","role":"ROLE_AGENT","parts":[{"text":"No more flights"}]}`, "")}, "", ": No more flights"},
	} {
		t.Run(name, func(t *testing.T) {
			s := home(t)
			server := &streamingAgent{events: append([]string{eventSubmitted}, tt.events...), broken: tt.broken}
			if tt.broken != "" {
				server.task = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED"}}`
			}
			r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{Store: s, Record: true})
			now := wait(t, r)
			r.Close()
			for from, now := range map[string]run.Snapshot{"live": now, "from the file": reopen(t, s).Run().Snapshot()} {
				if got := now.OutcomeText(); got != "failed"+tt.want {
					t.Errorf("%s: %q, want %q", from, got, "failed"+tt.want)
				}
				if message := now.ResultMessage(); message != nil && strings.Contains(string(message.Raw), "Looking") {
					t.Errorf("%s: what it said while it worked is the result", from)
				}
			}
		})
	}
}
