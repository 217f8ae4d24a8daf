package a2aclient

import (
	"errors"
	"strings"
	"testing"
)

const violated = `[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"BAD"},
	{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.parts[0].data.rounds","description":"at most \u001b[31m12"},{"field":"a","reason":"EMPTY"}]}]`

// Over both bindings the fields that the agent refused are in the error and its text.
func TestRefusedFieldsAreNamed(t *testing.T) {
	for name, body := range map[string]string{
		"JSON-RPC":  `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad","data":` + violated + `}}`,
		"HTTP+JSON": `{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"bad","details":` + violated + `}}`,
		"an object": `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad","data":{"field_violations":[{"field":"message.parts[0].data.rounds","description":"at most \u001b[31m12"},{"field":"a","description":"EMPTY"}]}}}`,
	} {
		f := newFake(t, scripts{"SendMessage": jsonBody(body)})
		_, _, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
		var refused *Error
		if !errors.As(err, &refused) || len(refused.Violations) != 2 || refused.Violations[0].Field.Exact() != "message.parts[0].data.rounds" {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text := err.Error()
		for _, want := range []string{"message.parts[0].data.rounds: “at most ", "12”; a: “EMPTY”"} {
			if !strings.Contains(text, want) || strings.Contains(text, "\x1b") {
				t.Errorf("%s: %q has no %q", name, text, want)
			}
		}
	}
}
