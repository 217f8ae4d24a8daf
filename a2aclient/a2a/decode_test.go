package a2a

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

func decodeEvent(t *testing.T, raw string) Event {
	t.Helper()
	r, ok := new(Decoder).Reply([]byte(`{"jsonrpc":"2.0","id":1,"result":` + raw + `}`))
	if !ok || !r.IsEvent {
		t.Fatalf("%s is no event", raw)
	}
	if string(r.Event.Raw) != raw {
		t.Fatalf("Raw = %s", r.Event.Raw)
	}
	return r.Event
}

func TestParts(t *testing.T) {
	tests := []struct{ part, want string }{
		{`{"kind":"text","text":"a\nb"}`, `text "a\nb"`},
		{`{"text":"x","mediaType":"text/markdown"}`, `text "x" text/markdown`},
		{`{"type":"text","text":"old"}`, `text "old"`},
		{`{"kind":"data","data":{"z":1,"a":100.10},"metadata":{"mimeType":"application/json;schema=r"}}`, `data {"z":1,"a":100.10} application/json;schema=r`},
		{`{"data":[12345678901234567890, 1e400],"mediaType":"application/json; schema=\"r\""}`, `data [12345678901234567890, 1e400] application/json; schema="r"`},
		{`{"data":null}`, `data null`},
		{`{"data":0.10,"metadata":{"mimeType":"application/json"},"mediaType":"application/json;schema=x"}`, `data 0.10 application/json;schema=x`},
		{`{"kind":"data","mimeType":"application/json;schema=w","data":1}`, `data 1 application/json;schema=w`},
		{`{"kind":"file","file":{"name":"f","mimeType":"image/png","bytes":"AA=="}}`, `file f  AA== image/png`},
		{`{"kind":"file","mimeType":"a/b","data":"QQ=="}`, `file   QQ== a/b`},
		{`{"filename":"g","mediaType":"a/b","url":"http://x/"}`, `file g http://x/  a/b`},
		{`{"raw":"QQ==","filename":"h"}`, `file h  QQ==`},
		{`{"data":{"a":null},"text":null,"raw":null,"url":null,"filename":null,"mediaType":null,"metadata":null}`, `data {"a":null}`},
		{`{"kind":"data","data":null,"file":null,"metadata":{"mimeType":null},"mimeType":"application/json"}`, `data null application/json`},
		{`{"kind":"text","text":"x","data":null,"file":null}`, `text "x"`},
		{`{"text":"x","data":null,"raw":null}`, `text "x"`},
		{`{"kind":"file","data":null,"file":{"name":null,"bytes":"QQ==","uri":null}}`, `file   QQ==`},
		{`{"kind":"video","x":1}`, `unknown {"kind":"video","x":1}`},
		{`{"kind":"text","text":5}`, `unknown {"kind":"text","text":5}`},
		{`null`, `unknown null`},
		{`"x"`, `text "x"`},
		{`{"kind":"TextPart","text":"x"}`, `text "x"`},
		{`{"type":"DATA_PART","data":[1]}`, `data [1]`},
		{`{"kind":"reasoning","text":"x"}`, `text "x"`},
		{`{"kind":"text","content":"x"}`, `text "x"`},
		{`{"kind":"text","text":{"a":1}}`, `data {"a":1}`},
		{`{"kind":"json","json":[{"a":1}]}`, `data [{"a":1}]`},
		{`{"kind":"image","file":{"name":"f","mimeType":"image/png","bytes":"AA=="}}`, `file f  AA== image/png`},
		{`{"k\u0069nd":"text","text":"key escaped"}`, `text "key escaped"`},
	}
	for _, tt := range tests {
		e := decodeEvent(t, `{"artifactUpdate":{"taskId":"t","artifact":{"artifactId":"a","parts":[{"text":"before"},`+tt.part+`,{"text":"after"}]}}}`)
		list := e.Artifact.Parts
		if len(list) != 3 || list[2].Text.Exact() != "after" || string(list[1].Raw) != tt.part {
			t.Errorf("%s: %d parts, %s", tt.part, len(list), list[1].Raw)
			continue
		}
		if got := show(list[1]); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.part, got, tt.want)
		}
	}
}

// A member that is null is absent, also where its presence decides what an object is.
func TestNullMembersAreAbsent(t *testing.T) {
	e := decodeEvent(t, `{"id":null,"taskId":"t","kind":null,"artifact":null,"status":{"state":"completed","message":null},"metadata":null}`)
	if e.Status == nil || e.Status.Message != nil || e.Metadata != nil {
		t.Errorf("%+v", e)
	}
	e = decodeEvent(t, `{"id":"t","taskId":null,"status":{"state":"completed"},"artifacts":null,"history":null,"metadata":null}`)
	if e.Task == nil || e.Task.Metadata != nil {
		t.Errorf("%+v", e)
	}
	e = decodeEvent(t, `{"artifactUpdate":{"taskId":"t","append":null,"artifact":{"artifactId":"a","name":null,"index":null,"metadata":null,"parts":[]}}}`)
	if a := e.Artifact; a == nil || !a.Name.IsEmpty() || !a.Index.IsEmpty() || a.Metadata != nil {
		t.Errorf("%+v", a)
	}
}

func show(p Part) string {
	s := string(p.Kind)
	switch p.Kind {
	case PartText:
		s += fmt.Sprintf(" %q", p.Text.Exact())
	case PartData:
		s += " " + string(p.Data)
	case PartFile:
		s += " " + p.File.Name.Exact() + " " + p.File.URL.Exact() + " " + p.File.Base64.Exact()
	default:
		return s + " " + string(p.Raw)
	}
	return strings.TrimRight(s+" "+p.MediaType.Exact(), " ")
}

func TestStates(t *testing.T) {
	for said, want := range map[string]State{
		`"working"`: StateWorking, `"TASK_STATE_WORKING"`: StateWorking, `"TASK_STATE_INPUT_REQUIRED"`: StateInputRequired,
		`"input-required"`: StateInputRequired, `"cancelled"`: StateCanceled, `"TASK_STATE_CANCELLED"`: StateCanceled,
		`"Auth_Required"`: StateAuthRequired, `3`: StateCompleted, `6`: StateInputRequired, `0`: StateUnknown, `99`: StateUnknown,
		`"rejected"`: StateRejected, `"active"`: StateWorking, `"error"`: StateFailed, `"TaskState.completed"`: StateCompleted,
		`"inputRequired"`: StateInputRequired, `"in_progress"`: StateWorking, `"success"`: StateCompleted, `"dreaming"`: StateUnknown, `null`: StateUnknown, `{}`: StateUnknown,
	} {
		e := decodeEvent(t, `{"statusUpdate":{"taskId":"t","status":{"state":`+said+`}}}`)
		if e.Status.State != want {
			t.Errorf("%s = %s, want %s", said, e.Status.State, want)
		}
	}
	if !StateRejected.Settled() || StateUnknown.Settled() || StateWorking.Paused() || !StateAuthRequired.Paused() {
		t.Error("settled and paused")
	}
}

// A status may be the word of its state alone.
func TestStatusInAWord(t *testing.T) {
	for raw, want := range map[string]State{
		`{"kind":"status-update","taskId":"t","status":"completed","final":true}`: StateCompleted,
		`{"statusUpdate":{"taskId":"t","status":"TASK_STATE_FAILED"}}`:            StateFailed,
	} {
		if e := decodeEvent(t, raw); e.Status == nil || e.Status.State != want || e.Status.Said.IsEmpty() {
			t.Errorf("%s: %+v", raw, e.Status)
		}
	}
	if e := decodeEvent(t, `{"kind":"task","id":"t","status":"completed"}`); e.Task.Status.State != StateCompleted {
		t.Errorf("%+v", e.Task)
	}
	if r, ok := new(Decoder).Reply([]byte(`{"result":{"taskId":"t","status":"ok"}}`)); ok && r.IsEvent {
		t.Error("any word is a state")
	}
}

func TestTimestamps(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for raw, want := range map[string]time.Time{
		`"2026-01-02T03:04:05Z"`: at, `"2026-01-02T05:04:05+02:00"`: at, `"2026-01-02T03:04:05"`: at,
		`"2026-01-02T03:04:05.250000"`: at.Add(250 * time.Millisecond), `""`: {}, `"soon"`: {}, `17`: {}, `null`: {},
	} {
		e := decodeEvent(t, `{"kind":"status-update","taskId":"t","status":{"timestamp":`+raw+`,"state":"working"},"final":true}`)
		if !e.Status.Time.Equal(want) || e.Status.State != StateWorking || !e.Final {
			t.Errorf("%s = %v", raw, e.Status.Time)
		}
	}
}

func TestTaskSnapshots(t *testing.T) {
	inner := `{"id":"t","contextId":"c","status":{"state":"completed","message":{"messageId":1,"role":"agent","parts":[{"kind":"text","text":"done"}]}},` +
		`"history":[{"role":"user","parts":[{"kind":"data","data":{"b":1,"a":2}}],"messageId":"m"}],"artifacts":[{"artifactId":"x","name":"n","parts":[{"kind":"text","text":"y"}]},7],"metadata":{"k":1}}`
	for name, raw := range map[string]string{
		"1.0": `{"task":` + inner + `}`, "bare": inner, "0.3, kind last": strings.TrimSuffix(inner, "}") + `,"kind":"task"}`,
	} {
		e := decodeEvent(t, raw)
		task := e.Task
		if task == nil || e.TaskID != safe.Text("t") || e.ContextID != safe.Text("c") || task.Status.State != StateCompleted {
			t.Fatalf("%s: %+v", name, e)
		}
		if m := task.Status.Message; m == nil || m.ID != safe.Text("1") || m.Role != RoleAgent || m.Parts[0].Text.Exact() != "done" {
			t.Errorf("%s: message %+v", name, m)
		}
		if h := task.History; len(h) != 1 || h[0].Role != RoleUser || string(h[0].Parts[0].Data) != `{"b":1,"a":2}` {
			t.Errorf("%s: history %+v", name, h)
		}
		if a := task.Artifacts; len(a) != 2 || a[0].Name.Exact() != "n" || len(a[1].Parts) != 0 || string(task.Metadata) != `{"k":1}` {
			t.Errorf("%s: artifacts %+v", name, a)
		}
		if name == "1.0" && string(task.Raw) != inner {
			t.Errorf("Raw = %s", task.Raw)
		}
	}
}

// Some agents leave the array of one item out, or give a message its parts under the name that models use.
func TestListsOfOne(t *testing.T) {
	for _, raw := range []string{
		`{"id":"t","status":{"state":"completed"},"artifacts":{"artifactId":"a","parts":{"kind":"text","text":"x"}}}`,
		`{"id":"t","status":{"state":"completed"},"artifacts":[{"artifactId":"a","parts":"x"}]}`,
		`{"id":"t","status":{"state":"completed"},"artifacts":[{"artifactId":"a","content":["x"]}]}`,
	} {
		e := decodeEvent(t, raw)
		if a := e.Task.Artifacts; len(a) != 1 || len(a[0].Parts) != 1 || a[0].Parts[0].Text.Exact() != "x" {
			t.Errorf("%s: %+v", raw, a)
		}
	}
	for _, raw := range []string{
		`{"kind":"message","parts":{"text":"x"}}`, `{"kind":"message","content":[{"type":"text","text":"x"}]}`,
		`{"kind":"message","content":"x"}`, `{"content":"x","role":"assistant"}`,
	} {
		e := decodeEvent(t, raw)
		if m := e.Message; m == nil || len(m.Parts) != 1 || m.Parts[0].Text.Exact() != "x" {
			t.Errorf("%s: %+v", raw, m)
		}
	}
	if r, ok := new(Decoder).Reply([]byte(`{"result":{"content":"x"}}`)); !ok || r.IsEvent {
		t.Error("anything with a content is a message")
	}
}

func TestReplies(t *testing.T) {
	for raw, want := range map[string]string{
		`{"result":{"kind":"message","parts":[]}}`:             "event",
		`{"kind":"message","parts":[]}`:                        "event",
		`{"id":"t","status":{"state":"working"}}`:              "event",
		`{"result":{"parts":[],"kind":"poem"}}`:                "other",
		`{"result":5,"id":1}`:                                  "other",
		`{"result":{"status":{}},"error":null}`:                "other",
		`{"error":{"code":1}}`:                                 "error",
		`{"error":"plain"}`:                                    "error",
		`[]`:                                                   "no",
		`{"result":{"kind":"message","parts":[]}}x`:            "no",
		`{"result":{"kind":"message","parts":[}}`:              "no",
		`{"result":{"kind":"message","parts":[],"metadata":{}`: "no",
		``: "no",
	} {
		r, ok := new(Decoder).Reply([]byte(raw))
		got := "other"
		switch {
		case !ok:
			got = "no"
		case r.Failed != nil:
			got = "error"
		case r.IsEvent:
			got = "event"
		}
		if got != want {
			t.Errorf("%s is %s, want %s", raw, got, want)
		}
	}
}

// FuzzEvent: the decoder never panics, accepts exactly what is a JSON object,
// and hands out only slices that are JSON themselves.
func FuzzEvent(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":"3f0c","result":{"statusUpdate":{"taskId":"a20a3b55-799a-4eeb-b9dc-f68014b7f031","contextId":"0d94b771-6b14-41a0-8425-89533e3edbf5","status":{"state":"TASK_STATE_WORKING","timestamp":"2026-01-02T03:04:05.678Z","message":{"messageId":"m-1","role":"ROLE_AGENT","parts":[{"text":"step 1"}]}}}}}`,
		`{"jsonrpc":"2.0","id":"3f0c","result":{"kind":"status-update","taskId":"a20a3b55-799a-4eeb-b9dc-f68014b7f031","contextId":"0d94b771-6b14-41a0-8425-89533e3edbf5","final":false,"status":{"state":"working","timestamp":"2026-01-02T03:04:05.678Z","message":{"kind":"message","messageId":"m1","role":"agent","parts":[{"kind":"text","text":"step 1"}]}}}}`,
		`{"task":{"id":"t1","contextId":"c1","status":{"state":"x"}}}`, `{"a":[{"b":"\"\\\u00e9"},-0.5e+3,true,null]}`,
		`{"result":{"task":{"artifacts":[{"parts":[{"data":{},"metadata":{"mimeType":"a;schema=\"b"}},{"file":{"file":{}}}]}],"history":[3]}}}`,
		`{"message":{"message":{}}}`, `{"jsonrpc":"2.0","id":"1","error":{"code":-32001,"message":"\u001b]0;x","data":[{"reason":"R"}]},"result":null}`, `{"id":{},"ERROR":"x","Result":{},"error":"plain","result":[1]}`, "{\"a\":\"\xff\"}", `{"status":{"message":{"parts":[1]}}}`, "[", `{"kind":"task","task":{}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, ok := new(Decoder).Reply(data)
		if want := json.Valid(data) && bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")); ok != want {
			t.Fatalf("reply(%q) = %v", data, ok)
		}
		if !ok {
			return
		}
		for _, raw := range rawsOf(r) {
			if raw != nil && !json.Valid(raw) {
				t.Fatalf("%q came out of %q", raw, data)
			}
		}
		checkEnvelope(t, data, r)
	})
}

// checkEnvelope compares a reply with what encoding/json finds in the envelope, where
// no member stands twice: an error is never passed over, and a result is the
// bytes that came.
func checkEnvelope(t *testing.T, data []byte, r Reply) {
	t.Helper()
	v, err := ojson.Parse(data, ojson.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]int{}
	for _, m := range v.Members() {
		names[m.Name]++
	}
	if failed := v.Get("error"); names["error"] == 1 && (failed.Is(ojson.Object) || failed.Is(ojson.String)) {
		got, err := ojson.Parse(r.Failed, ojson.Limits{})
		if err != nil || !bytes.Equal(got.Compact(), failed.Compact()) {
			t.Fatalf("the error of %q is read as %q", data, r.Failed)
		}
	} else if names["error"] == 0 && r.Failed != nil {
		t.Fatalf("%q became an error of %q", r.Failed, data)
	}
	if result := v.Get("result"); names["result"] == 1 {
		got, err := ojson.Parse(r.Result, ojson.Limits{})
		if err != nil || !bytes.Equal(got.Compact(), result.Compact()) {
			t.Fatalf("the result of %q is read as %q", data, r.Result)
		}
	}
	if r.IsEvent && r.Event.Raw == nil && r.Event.Task == nil && r.Event.Message == nil && r.Event.Artifact == nil {
		t.Fatalf("%q became an event of nothing", data)
	}
}

func rawsOf(r Reply) []json.RawMessage {
	list := []json.RawMessage{r.Result, r.Failed}
	if !r.IsEvent {
		return list
	}
	e := r.Event
	list = append(list, e.Raw)
	var parts []Part
	if e.Artifact != nil {
		parts = append(parts, e.Artifact.Parts...)
	}
	if e.Message != nil {
		parts = append(parts, e.Message.Parts...)
	}
	if e.Task != nil {
		list = append(list, e.Task.Raw, e.Task.Metadata)
		for _, a := range e.Task.Artifacts {
			parts = append(parts, a.Parts...)
		}
	}
	for _, p := range parts {
		list = append(list, p.Raw, p.Data, p.Metadata)
	}
	return list
}
