package run_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/run"
)

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
