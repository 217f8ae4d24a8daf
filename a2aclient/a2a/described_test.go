package a2a_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/ui/uitest"
)

// more are replies that no recorded agent sent.
var more = []string{
	`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"INVALID_PARAMS","domain":"a2a-protocol.org","metadata":{"a":"b"}},{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"n","description":"too large"}]}]}}`,
	`{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Task not found","data":{"reason":"gone","detail":[1]}}}`, `{"jsonrpc":"2.0","id":1,"error":"no"}`, `{"error":{"code":404,"status":"NOT_FOUND","message":"no","details":[]}}`,
	`{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED","timestamp":"2026-03-14T09:30:00.5Z","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"Which?","metadata":{"a":1}}],"extensions":["https://example.com/x"],"referenceTaskIds":["u"]}},"artifacts":[{"artifactId":"a","name":"A","description":"d","parts":[{"data":{"n":1.50},"mediaType":"application/json;schema=s"},{"url":"https://example.com/f","filename":"f.txt","mediaType":"text/plain"},{"raw":"QQ=="}],"extensions":["x"],"metadata":{"k":null}}],"history":[{"messageId":"h","role":"ROLE_USER","parts":[{"text":"hi"}]}],"metadata":{"usage":{"totalTokens":7}}}}}`,
	`{"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[]},"append":true,"lastChunk":true,"metadata":{}}}}`,
	`{"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","status":{"state":"odd state","message":"only text"},"final":true}}}`,
	`{"jsonrpc":"2.0","id":1,"result":{"tasks":[{"id":"a","status":{"state":"failed"}},{"id":"b"},7],"nextPageToken":"n","totalSize":2}}`, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"agent","parts":[{"kind":"data","data":[]}]}}}`,
	`{"jsonrpc":"2.0","id":1,"result":null}`, `{"jsonrpc":"2.0","id":1}`, `[]`, `{"id":"t","status":"completed"}`, `{`,
}

// TestRecordedRepliesAreDescribed compares what is read of each reply of the recorded agents, and of more, with a golden file.
func TestRecordedRepliesAreDescribed(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../testdata/wire/*.sse")
	if len(files) < 20 {
		t.Fatalf("%d streams", len(files))
	}
	var b strings.Builder
	for _, path := range files {
		if filepath.Base(path) == "long-answer.sse" { // 1,566 pieces
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "== %s\n", filepath.Base(path))
		d := new(a2a.Decoder)
		for line := range strings.Lines(string(text)) {
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				describe(&b, d, data)
			}
		}
	}
	b.WriteString("== more\n")
	for _, text := range more {
		describe(&b, new(a2a.Decoder), text)
	}
	for _, text := range []string{"application/json;schema=a", `application/json; charset=utf-8; schema="a b"`, "text/plain", "", "*/*", "a/b;c", "image/PNG"} {
		fmt.Fprintf(&b, "%q %s\n", text, uitest.Dump(a2a.ParseMediaType(text)))
	}
	for _, state := range []string{"TASK_STATE_COMPLETED", "completed", "Input Required", "input_required", "AUTH-REQUIRED", "cancelled", "odd", ""} {
		s := a2a.ParseState(state)
		fmt.Fprintf(&b, "%q %q settled %t paused %t\n", state, s, s.Settled(), s.Paused())
	}
	for _, uri := range []string{"https://example.com/x/v1", "https://example.com/x", "https://example.com/x/v1.2/", ""} {
		name, version := a2a.SplitVersion(uri)
		fmt.Fprintf(&b, "%q %q %q %t\n", uri, name, version, a2a.IsFormExtension(uri))
	}
	uitest.Text(t, "replies", b.String())
}

func describe(b *strings.Builder, d *a2a.Decoder, text string) {
	r, ok := d.Reply([]byte(text))
	fmt.Fprintf(b, "read %t, items %d, too many %t\n%s", ok, d.Items, d.HasTooMany(), uitest.Dump(r))
	for _, m := range []*a2a.Message{r.Event.Message} {
		if m == nil {
			continue
		}
		form, has := m.Form()
		fmt.Fprintf(b, "form %t %s%q\n", has, uitest.Dump(form), m.FormNotices())
	}
}
