package a2a

import (
	"encoding/json"
	"fmt"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// A configuration of either version is read, and set in the form of each.
func TestPushConfigsOfBothVersions(t *testing.T) {
	t.Parallel()
	const v03 = `{"taskId":"t","pushNotificationConfig":{"id":"p","url":"https://h.example","token":"T","authentication":{"schemes":["Bearer","Basic"],"credentials":"C"}}}`
	const v10 = `{"taskId":"t","id":"p","url":"https://h.example","token":"T","authentication":{"scheme":"Bearer","credentials":"C"}}`
	for _, raw := range []string{v03, v10} {
		c, ok := ParsePushConfig([]byte(raw))
		if !ok || string(c.Raw) != raw || fmt.Sprint(c.ID.Exact(), c.URL.Exact(), c.Token.Exact(), c.Scheme.Exact(), c.Credentials.Exact()) != "phttps://h.exampleTBearerC" {
			t.Errorf("%s: %+v", raw, c)
		}
		for is03, want := range map[bool]string{
			true: `{"pushNotificationConfig":{"authentication":{"credentials":"C","schemes":["Bearer"]},"id":"p","token":"T","url":"https://h.example"},"taskId":"t"}`, false: `{"authentication":{"credentials":"C","scheme":"Bearer"},"id":"p","taskId":"t","token":"T","url":"https://h.example"}`,
		} {
			if got, err := json.Marshal(c.Params("t", is03)); err != nil || string(got) != want {
				t.Errorf("0.3 %t: %s, want %s", is03, got, want)
			}
		}
	}
	least := PushConfig{URL: safe.Text("https://h.example")}
	if got, err := json.Marshal(least.Params("t", false)); err != nil || string(got) != `{"taskId":"t","url":"https://h.example"}` {
		t.Errorf("%s", got)
	}
	for raw, want := range map[string]int{
		`[` + v03 + `,{},` + v10 + `,7]`: 2, `{"configs":[` + v10 + `]}`: 1, `{"other":[` + v10 + `]}`: 0, `7`: 0, `[]`: 0, ``: 0,
	} {
		if got := ParsePushConfigs([]byte(raw)); len(got) != want {
			t.Errorf("%s: %d configurations", raw, len(got))
		}
	}
	for _, raw := range []string{`{"id":"p"}`, `[]`, `"https://h.example"`, ``} {
		if c, ok := ParsePushConfig([]byte(raw)); ok {
			t.Errorf("%s is one: %+v", raw, c)
		}
	}
}

func TestReasonsOfErrors(t *testing.T) {
	t.Parallel()
	for details, want := range map[string]string{
		`[{"@type":"x"},{"reason":"GONE","domain":"d"},{"reason":"LATER"}]`: "GONE", `[{"reason":"a sentence"},{"reason":"GONE"}]`: "GONE", `[{"reason":7}]`: "", `{"reason":"GONE"}`: "", `[7,{"reason":"GONE"}]`: "GONE", ``: "",
	} {
		if got := ErrorReason(json.RawMessage(details)); got != want {
			t.Errorf("%s: %q, want %q", details, got, want)
		}
	}
}

func TestTypesOfFiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, data, want string }{
		{"a.PNG", "", "image/png"}, {"a.jsonl", "{}", "application/jsonl"}, {"a", "\x89PNG\r\n\x1a\n", "image/png"}, {"a.unknown", "hello", "text/plain"}, {"a", "", "text/plain"},
	} {
		if got := MediaTypeOfFile(tt.name, []byte(tt.data)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	if got := MediaTypeOfFile("a", nil); got != "application/octet-stream" {
		t.Errorf("without its bytes: %s", got)
	}
}

func TestWhatModesTake(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"text/plain": "true false false true false", "text": "true false false false false", "text/*": "true false false true false", "*/*": "true false true true true", "*": "true false true true true", "application/json": "false true false false false", "json": "false true false false false",
		"application/vnd.x+json": "false true false false false", "image/png": "false false true false true", "image/*": "false false true false true", "file": "false false false true true", "application/json;schema=a": "false true false false false", "image/png;schema=a": "false false true false false",
	} {
		m := ParseMediaType(mode)
		if got := fmt.Sprint(m.IsText(), m.IsJSON(), m.IsFile(), m.Covers("text/plain"), m.Covers("image/png")); got != want {
			t.Errorf("%s: text, JSON, file, covers plain text, covers a picture: %s, want %s", mode, got, want)
		}
	}
}

// Some servers wrap an object in the name of its class.
func TestWrapperWithTheNameOfAClass(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"Task":{"id":"t","status":{"state":"completed"}}}`: "task completed", `{"root":{"kind":"task","id":"t","status":{"state":"working"}}}`: "task working", `{"TaskStatusUpdateEvent":{"taskId":"t","status":{"state":"working"}}}`: "status working",
		`{"kind":"task","id":"t","status":{"state":"completed"},"Message":{"messageId":"m","parts":[]}}`: "task completed",
	} {
		r, _ := new(Decoder).Reply([]byte(raw))
		e := r.Event
		got := map[bool]string{true: "task ", false: "status "}[e.Task != nil] + string(e.State())
		if got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
	if (Event{}).State() != "" {
		t.Error("an event of nothing has a state")
	}
}

// What Gemini CLI's tools wait for is asked with a form, and told in a line.
func TestApprovalsOfTools(t *testing.T) {
	t.Parallel()
	part := func(status, details string) Part {
		return Part{Kind: PartData, Data: []byte(`{"request":{"callId":"c1","name":"shell"},"status":"` + status + `"` + details + `}`)}
	}
	waits := part("awaiting_approval", `,"confirmationDetails":{"title":"Run it?","command":"ls -l\n","fileDiff":"-a\n+b\n"}`)
	for _, tt := range []struct {
		p    Part
		want string
	}{
		{waits, "Run it?\nls -l\n\n```diff\n-a\n+b\n```"},
		{part("awaiting_approval", `,"confirmationDetails":{"prompt":"please"}`), "May shell run?\nplease"},
		{part("awaiting_approval", ""), "shell: awaiting approval"},
		{part("success", ""), "shell: success"},
		{Part{Kind: PartData, Data: []byte(`{"callId":"c","status":"success"}`)}, "-"},
		{Part{Kind: PartText, Text: safe.Text(`"callId" "status"`)}, "-"},
	} {
		step, ok := tt.p.Step()
		if got := map[bool]string{true: step.Exact(), false: "-"}[ok]; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.p.Data, got, tt.want)
		}
	}
	a, _ := waits.approval()
	f, ok := a.form()
	list := f.Approvals()
	if !ok || len(list) != 3 || list[0].Title != "Allow once" || (Form{}).Approvals() != nil {
		t.Fatalf("%+v", list)
	}
	for _, answer := range list {
		v, err := ojson.Parse(answer.Value, ojson.DataLimits)
		if err != nil || ApprovalTitle(v) != answer.Title {
			t.Errorf("%s is called %q: %v", answer.Value, ApprovalTitle(v), err)
		}
		if got, want := string(f.approve(answer.Value)), `{"callId":"c1",`+string(answer.Value[1:]); got != want {
			t.Errorf("it is sent as %s, want %s", got, want)
		}
	}
	for _, value := range []string{`{"other":1}`, `{"callId":"x","outcome":"cancel"}`, `7`} {
		if got := string(f.approve([]byte(value))); got != value {
			t.Errorf("%s is sent as %s", value, got)
		}
	}
	if v, err := ojson.Parse([]byte(`{"outcome":"cancel","more":1}`), ojson.DataLimits); err != nil || ApprovalTitle(v) != "" {
		t.Error("a value with more than the outcome has a title")
	}
}

// Live text that comes again as a whole is marked: on the artifact, or on each of its parts.
func TestMarksOfADK(t *testing.T) {
	t.Parallel()
	const yes, no = `{"adk_partial":true}`, `{"adk_partial":false}`
	for _, tt := range []struct {
		metadata string
		parts    []string
		want     bool
	}{{yes, nil, true}, {no, nil, false}, {"", []string{yes, yes}, true}, {"", []string{yes, no}, false}, {"", nil, false}, {"", []string{`{"x":"adk_partial"}`}, false}} {
		a := Artifact{Metadata: json.RawMessage(tt.metadata), Raw: []byte(tt.metadata)}
		for _, m := range tt.parts {
			a.Parts = append(a.Parts, Part{Metadata: json.RawMessage(m)})
			a.Raw = append(a.Raw, m...)
		}
		if a.IsPartial() != tt.want {
			t.Errorf("%s %v: %t", tt.metadata, tt.parts, !tt.want)
		}
	}
	for metadata, want := range map[string]bool{`{"adk_thought":true}`: true, `{"thought":true}`: true, `{"thought":false}`: false, `{"my_thought":"yes"}`: false, `{"athought":true}`: false, ``: false, `{"thought`: false} {
		if got := (Part{Kind: PartText, Metadata: json.RawMessage(metadata)}).IsThought(); got != want {
			t.Errorf("%s: %t", metadata, got)
		}
	}
	if (Part{Kind: PartData, Metadata: json.RawMessage(`{"thought":true}`)}).IsThought() {
		t.Error("data is a thought")
	}
}
