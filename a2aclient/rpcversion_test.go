package a2aclient

import (
	"strings"
	"testing"
)

// An envelope of another version of JSON-RPC is read, and named once.
func TestOtherVersionOfJSONRPCIsNamed(t *testing.T) {
	for version, want := range map[string]string{
		`"jsonrpc":"2.0",`: "",
		"":                 "",
		`"jsonrpc":"1.0",`: `the agent uses JSON-RPC version "1.0" in its answers, not "2.0"`,
		`"jsonrpc":2.0,`:   "the agent uses JSON-RPC version 2.0 in its answers",
		`"jsonrpc":null,`:  "the agent uses JSON-RPC version null in its answers",
	} {
		stream := "data: {" + version + `"id":1,"result":` + taskV10("TASK_STATE_WORKING") + "}\n\n" + "data: {" + version + `"id":1,"result":` + statusV10("TASK_STATE_COMPLETED") + "}\n\n"
		f := newFake(t, scripts{"SendStreamingMessage": sseRaw(stream)})
		words, events, err := runAll(agentOf(t, f.URL, "1.0", true, ""), t, &Request{Text: "x"})
		wanted := "task:working completed"
		if want != "" {
			wanted = "(skipped) " + wanted
		}
		if err != nil || words != wanted {
			t.Errorf("%s: %s, %v, want %s", version, words, err, wanted)
			continue
		}
		if want != "" && !strings.HasPrefix(events[0].Notice.Text, want) {
			t.Errorf("%s: %q, want %q", version, events[0].Notice.Text, want)
		}
	}
}
