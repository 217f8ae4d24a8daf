package demo

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"a2aform/internal/demo/server"
)

// slow makes a task that works until it is canceled.
var slow = Options{Pace: time.Hour}

func (p *peer) wantError(a answer, code int) {
	p.t.Helper()
	if a.Error == nil || a.Error.Code != code {
		p.t.Fatalf("got %+v %s, want error %d", a.Error, a.Result, code)
	}
	detailed := strings.Contains(string(a.Error.Data), `"reason"`)
	if typed := code <= -32001 && code >= -32099; detailed != (typed && !p.codec.Old) {
		p.t.Errorf("error %d has data %s", code, a.Error.Data)
	}
}

func TestErrorCodes(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		for body, code := range map[string]int{
			``:       -32700,
			`{"json`: -32700,
			`[]`:     -32600,
			`[{"jsonrpc":"2.0","id":1,"method":"GetTask"}]`: -32600,
			`"x"`:                                                  -32600,
			`{"id":1,"method":"GetTask"}`:                          -32600,
			`{"jsonrpc":"2.0","id":1}`:                             -32600,
			`{"jsonrpc":"2.0","method":7}`:                         -32600,
			envelope("NoSuchMethod", nil):                          -32601,
			envelope(p.method("GetTask"), 7):                       -32602,
			envelope(p.method("GetTask"), map[string]any{}):        -32602,
			envelope(p.method("GetTask"), map[string]any{"id": 7}): -32602,
			envelope(p.method("SendMessage"), map[string]any{}):    -32602,
			envelope(p.method("SendMessage"), p.say(nil, nil)):     -32602,
			envelope(p.method("SendMessage"), p.say(fightForm("a", "b"), map[string]any{"role": "x"})):               -32602,
			envelope(p.method("SendMessage"), p.say(fightForm("a", "b"), map[string]any{"messageId": nil})):          -32602,
			envelope(p.method("SendStreamingMessage"), p.say([]server.Part{{}}, nil)):                                -32602,
			envelope(p.method("GetTask"), map[string]any{"id": "none"}):                                              -32001,
			envelope(p.method("CancelTask"), map[string]any{"id": "none"}):                                           -32001,
			envelope(p.method("SubscribeToTask"), map[string]any{"id": "none"}):                                      -32001,
			envelope(p.method("SendStreamingMessage"), p.say(fightForm("a", "b"), map[string]any{"taskId": "none"})): -32001,
		} {
			p.wantError(p.raw(body), code)
		}
	})
}

func TestMethodsOfOtherDialectsAreNotFound(t *testing.T) {
	p := serve(t, server.V10, Options{})
	p.wantError(p.raw(envelope("message/send", p.say(fightForm("a", "b"), nil))), -32601)
	old := &peer{t: t, base: p.base, codec: server.V03}
	old.wantError(old.raw(envelope("SendMessage", nil)), -32601)
	old.wantError(old.raw(envelope("tasks/pushNotificationConfig/get", nil)), -32003)
	p.wantError(p.raw(envelope("GetExtendedAgentCard", nil)), -32007)
}

func TestIDsAreEchoedUnchanged(t *testing.T) {
	p := serve(t, server.V10, Options{})
	for _, id := range []string{`"abc"`, `12345678901234567890`, `null`} {
		if a := p.raw(`{"jsonrpc":"2.0","id":` + id + `,"method":"ListTasks"}`); string(a.ID) != id {
			t.Errorf("got %s, want %s", a.ID, id)
		}
	}
}

// Seed 000 §2 shows a number for a messageId, and digits of the data must survive the echo.
func TestSeedMessageIsAccepted(t *testing.T) {
	p := serve(t, server.V03, Options{})
	a := p.raw(`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":1,"role":"user",
		"parts":[{"kind":"data","data":{"b":"1 horse sized duck","a":"100 duck sized horses"},
		"metadata":{"mimeType":"application/json;schema=fightComparison"}}]}}}`)
	o := p.outcome(a.Result)
	p.wantState(o.Status.State, server.StateCompleted)
	if got := string(o.History[0].Parts[0].Data); got != `{"b":"1 horse sized duck","a":"100 duck sized horses"}` {
		t.Errorf("history holds %s", got)
	}
	if string(o.History[0].MessageID) != `"1"` {
		t.Errorf("messageId %s", o.History[0].MessageID)
	}
}

func TestCancelRunningTask(t *testing.T) {
	bothDialects(t, slow, func(t *testing.T, p *peer) {
		next := p.open("SendStreamingMessage", p.say(fightForm("Lion", "Tiger"), nil))
		task, _ := next()
		working, _ := next()
		p.wantState(working.Status.State, server.StateWorking)
		var canceled server.WireTask
		if err := json.Unmarshal(p.call("CancelTask", map[string]any{"id": task.ID}).Result, &canceled); err != nil {
			t.Fatal(err)
		}
		p.wantState(canceled.Status.State, server.StateCanceled)
		last, _ := next()
		p.wantState(last.Status.State, server.StateCanceled)
		if _, more := next(); more {
			t.Error("the stream goes on after canceled")
		}
		p.wantError(p.call("CancelTask", map[string]any{"id": task.ID}), -32002)
		p.wantError(p.call("SendMessage", p.say([]server.Part{server.TextPart("go on")}, map[string]any{"taskId": task.ID})), -32004)
	})
}

func TestSubscribeSendsTaskAndUpdates(t *testing.T) {
	bothDialects(t, slow, func(t *testing.T, p *peer) {
		first := p.open("SendStreamingMessage", p.say(fightForm("Lion", "Tiger"), nil))
		task, _ := first()
		_, _ = first() // working
		next := p.open("SubscribeToTask", map[string]any{"id": task.ID})
		snapshot, _ := next()
		if snapshot.Kind != "task" || snapshot.ID != task.ID {
			t.Fatalf("first event %+v", snapshot)
		}
		p.wantState(snapshot.Status.State, server.StateWorking)
		p.call("CancelTask", map[string]any{"id": task.ID})
		last, _ := next()
		p.wantState(last.Status.State, server.StateCanceled)
		if p.codec.Old {
			all := p.stream("SubscribeToTask", map[string]any{"id": task.ID})
			if len(all) != 1 || all[0].Kind != "task" {
				t.Errorf("settled: %+v", all)
			}
			return
		}
		p.wantError(p.call("SubscribeToTask", map[string]any{"id": task.ID}), -32004)
	})
}

func TestSendMayReturnAtOnce(t *testing.T) {
	bothDialects(t, slow, func(t *testing.T, p *peer) {
		params := p.say(fightForm("Lion", "Tiger"), map[string]any{"contextId": "my-context"})
		params["configuration"] = map[string]any{"returnImmediately": true}
		if p.codec.Old {
			params["configuration"] = map[string]any{"blocking": false}
		}
		o := p.send(params)
		p.wantState(o.Status.State, server.StateSubmitted)
		if o.ContextID != "my-context" {
			t.Errorf("context %q", o.ContextID)
		}
		other := map[string]any{"taskId": o.ID, "contextId": "another"}
		p.wantError(p.call("SendMessage", p.say([]server.Part{server.TextPart("hi")}, other)), -32602)
	})
}

func TestHistoryLength(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		params := p.say(fightForm("Lion", "Tiger"), nil)
		params["configuration"] = map[string]any{"historyLength": 1}
		if o := p.send(params); len(o.History) != 1 || o.History[0].Role != p.codec.Role(server.RoleAgent) {
			t.Errorf("history %+v", o.History)
		}
		params["configuration"] = map[string]any{"historyLength": 0}
		if o := p.send(params); len(o.History) != 0 {
			t.Errorf("history %+v", o.History)
		}
	})
}

func TestListTasksPages(t *testing.T) {
	p := serve(t, server.V10, Options{})
	var ids []string
	for range 3 {
		ids = append(ids, p.send(p.say(fightForm("Lion", "Tiger"), map[string]any{"contextId": "c"})).ID)
	}
	p.send(p.say([]server.Part{tagged(schemaFight, `{}`)}, nil))
	type page struct {
		Tasks         []server.WireTask
		TotalSize     int
		NextPageToken string
	}
	list := func(params map[string]any) (got page) {
		if err := json.Unmarshal(p.call("ListTasks", params).Result, &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	one := list(map[string]any{"contextId": "c", "pageSize": 2})
	if one.TotalSize != 3 || len(one.Tasks) != 2 || one.Tasks[0].ID != ids[2] || one.Tasks[0].Artifacts != nil {
		t.Errorf("first page %+v", one)
	}
	two := list(map[string]any{"contextId": "c", "pageSize": 2, "pageToken": one.NextPageToken, "includeArtifacts": true})
	if len(two.Tasks) != 1 || two.Tasks[0].ID != ids[0] || len(two.Tasks[0].Artifacts) != 1 || two.NextPageToken != "" {
		t.Errorf("second page %+v", two)
	}
	if got := list(map[string]any{"status": "TASK_STATE_REJECTED"}); got.TotalSize != 1 {
		t.Errorf("rejected %+v", got)
	}
	p.wantError(p.call("ListTasks", map[string]any{"pageToken": "x"}), -32602)
	p.wantError(p.call("ListTasks", map[string]any{"pageSize": 0}), -32602)
}

func TestExtensionsAreEchoed(t *testing.T) {
	bothDialects(t, Options{}, func(t *testing.T, p *peer) {
		for _, method := range []string{"SendMessage", "SendStreamingMessage"} {
			body := envelope(p.method(method), p.say(fightForm("a", "b"), nil))
			resp := p.post(body, http.Header{p.codec.ExtHeader: {"https://example.org/other, " + server.ExtensionURI}})
			_ = resp.Body.Close()
			if got := resp.Header.Get(p.codec.ExtHeader); got != server.ExtensionURI {
				t.Errorf("%s echoes %q", method, got)
			}
			resp = p.post(body, nil)
			_ = resp.Body.Close()
			if got := resp.Header.Get(p.codec.ExtHeader); got != "" {
				t.Errorf("%s echoes %q unasked", method, got)
			}
		}
	})
}

func TestVersionIsHeaderOrParameter(t *testing.T) {
	p := serve(t, server.V10, Options{})
	old := &peer{t: t, base: p.base, codec: server.V03}
	for _, c := range []struct {
		peer          *peer
		header, query string
		code          int
	}{
		{p, "1.0", "", 0},
		{p, "1.0.1", "", 0},
		{p, "", "1.0", 0},
		{p, "1.0", "0.3", 0},
		{p, "", "", -32009}, // means 0.3 (v1.0.1 §3.6.2)
		{p, "", "0.3", -32009},
		{p, "0.3", "", -32009},
		{p, "2.0", "", -32009},
		{p, "1.01", "", -32009},
		{old, "", "", -32001},
		{old, "0.3", "", -32001},
		{old, "", "1.0", -32009},
	} {
		target := *c.peer
		target.query = "?A2A-Version=" + c.query
		method, params := "ListTasks", any(nil)
		if c.peer == old {
			method, params = "tasks/get", map[string]any{"id": "none"}
		}
		resp := target.post(envelope(method, params), http.Header{"A2a-Version": {c.header}})
		var a answer
		if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if a.Error == nil && c.code != 0 || a.Error != nil && a.Error.Code != c.code {
			t.Errorf("A2A %s, header %q, parameter %q: %+v", c.peer.codec.Version, c.header, c.query, a.Error)
		}
	}
}

func TestMalformedRequestsAreRejected(t *testing.T) {
	p := serve(t, server.V10, Options{})
	resp := p.post("x", http.Header{"Content-Type": {"text/plain"}})
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("text/plain: %s", resp.Status)
	}
	p.wantError(p.raw(`"`+strings.Repeat("x", server.MaxBody)+`"`), -32600)
	p.wantError(p.raw(strings.Repeat("[", 100_000)), -32700)
	resp, err := http.Get(p.url())
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("GET: %s", resp.Status)
	}
}
