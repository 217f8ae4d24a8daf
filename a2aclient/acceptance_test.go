package a2aclient

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// The acceptance cases of the client are the tests whose names begin with
// TestAcceptance and the number of the case, here or in internal/peers. What each
// shows, and where:
//
//	 1  the tag arrives, the echo and the result come back exact   internal/peers
//	 2  a strict server takes the tag                              internal/peers
//	 3  a 1.0 agent that also accepts 0.3 is spoken to in 1.0      internal/peers
//	 4  a 0.3 card without preferredTransport                      internal/peers
//	 5  0.3 over HTTP+JSON, with the notice                        internal/peers, TestRestV03
//	 6  0.2.5: the old path of the card, cancelling                internal/peers
//	 7  the echo agent of the Go SDK, two versions, two bindings   internal/peers
//	 8  agents of the integration kit                              not run: they are not packaged anywhere
//	 9  following a finished task brings its result                internal/peers, clock_test.go
//	10  errors over HTTP+JSON keep code, reason and words          internal/peers, TestRestErrorsKeepText
//	11  bytes are exact both ways                                  here
//	12  large events                                               here
//	13  every spelling of a stream                                 here, TestSSE
//	14  what comes where a stream was due                          here
//	15  a stream that is cut                                       acceptance_run_test.go, TestPolicy
//	16  slow and silent streams                                    acceptance_run_test.go, TestPolicy
//	17  redirects                                                  acceptance_run_test.go, TestFetchStaysAtItsOrigin
//	18  refusals                                                   acceptance_run_test.go
//	19  credentials in every shape                                 credentials_test.go
//	20  tokens of OAuth 2.0                                        oauth_test.go, its sources in internal/cli
//	21  one odd thing harms nothing else                           here, TestParts, TestStates, TestTimestamps
//	22  seed 001                                                   workshop_test.go
//	23  seed 003                                                   session_test.go
//	24  a card that offers gRPC alone                              here; its exit code in internal/cli
//	25  leaving                                                    here, run_test.go

// exactData has what careless decoders change: digits beyond a float, zeros at
// the end, a number beyond all floats, the order of names, one name twice,
// spaces and escapes.
const exactData = `{ "z":12345678901234567890,"y":100.10,"x":9007199254740993,"w":1e400,"a":{"k":1,"k":2},"s":"<&>\u0041\/\ud83e\udd81"}`

func TestAcceptance11BytesAreExact(t *testing.T) {
	artifact := `{"artifactUpdate":{"taskId":"t1","artifact":{"artifactId":"a","parts":[{"data":` + exactData + `}]}}}`
	for name, streaming := range map[string]bool{"streamed": true, "polled": false} {
		task := strings.Replace(taskV10("TASK_STATE_COMPLETED"), `"contextId"`, `"artifacts":[{"parts":[{"data":`+exactData+`}]}],"contextId"`, 1)
		f := newFake(t, scripts{
			"SendStreamingMessage": sseText(taskV10("TASK_STATE_WORKING"), artifact, statusV10("TASK_STATE_COMPLETED")),
			"SendMessage":          result(task),
		})
		_, events, err := runAll(agentOf(t, f.URL, "1.0", streaming, ""), t, &Request{Data: []byte(exactData), Tag: safe.Text("application/json")})
		if err != nil {
			t.Fatal(err)
		}
		if body := string(f.received()[0].body); !strings.Contains(body, `"parts":[{"data":`+exactData+`,`) {
			t.Errorf("%s: sent %s", name, body)
		}
		var got []a2a.Artifact
		for _, e := range events {
			if e.Artifact != nil {
				got = append(got, *e.Artifact)
			} else if e.Task != nil {
				got = append(got, e.Task.Artifacts...)
			}
		}
		if len(got) != 1 || string(got[0].Parts[0].Data) != exactData {
			t.Errorf("%s: came back as %+v", name, got)
		}
	}
}

// One event of 20 MB comes whole, and costs less than eight times its size.
func TestAcceptance12LargeEvent(t *testing.T) {
	const size = 20 << 20
	body := "data: {\"result\":" + taskV10("TASK_STATE_WORKING") + "}\n\n" +
		`data: {"result":{"artifactUpdate":{"taskId":"t1","artifact":{"artifactId":"a","parts":[{"text":"` + strings.Repeat("x", size) + `"}]}}}}` + "\n\n" +
		"data: {\"result\":" + statusV10("TASK_STATE_COMPLETED") + "}\n\n"
	f := newFake(t, scripts{"SendStreamingMessage": sseRaw(body)})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	words, events, err := runAll(agentOf(t, f.URL, "1.0", true, ""), t, &Request{Text: "x"})
	runtime.ReadMemStats(&after)
	if err != nil || words != "task:working artifact completed" {
		t.Fatalf("%s, %v", words, err)
	}
	if got := len(events[1].Artifact.Parts[0].Text.Exact()); got != size {
		t.Errorf("%d bytes came", got)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 8*size {
		t.Errorf("%d MB were allocated", got>>20)
	}
}

// One of 70 MB is beyond the limit: that is said, and the task can still be
// asked for.
func TestAcceptance12TooLargeEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chunk := strings.Repeat("x", 1<<20)
		flood := func(context.Context) (*http.Response, error) {
			parts := []io.Reader{strings.NewReader("data: {\"result\":" + taskV10("TASK_STATE_WORKING") + "}\n\ndata: ")}
			for range 70 {
				parts = append(parts, strings.NewReader(chunk))
			}
			return response("text/event-stream", io.NopCloser(io.MultiReader(parts...))), nil
		}
		a := scripted(t, &script{t: t, steps: []step{flood, reply1(bareTask("TASK_STATE_COMPLETED"))}})
		words, events, err := runAll(a, t, &Request{Text: "x"})
		if err != nil || words != "task:working (skipped) (polling) task:completed" {
			t.Fatalf("%s, %v", words, err)
		}
		if why := events[1].Notice.Err; why == nil || !strings.Contains(why.Error(), "larger than 32 MiB") {
			t.Errorf("the reason given is %v", why)
		}
	})
}

func TestAcceptance13EverySpellingOfAStream(t *testing.T) {
	lines := []string{
		`{"result":{"task":{"id":"t1","contextId":"c1",`, `"status":{"state":"TASK_STATE_WORKING"}}}}`, "",
		`{"result":{"artifactUpdate":{"taskId":"t1","artifact":`, `{"artifactId":"a","parts":[{"data":{"n":1.10}}]}}}}`, "",
		`{"result":`, statusV10("TASK_STATE_COMPLETED") + `}`, "",
	}
	spell := func(end, between string) string {
		var b strings.Builder
		for _, l := range lines {
			if l != "" {
				l = "data: " + l
			} else {
				l = end + between
			}
			b.WriteString(strings.TrimSuffix(l, end) + end)
		}
		return b.String()
	}
	for name, body := range map[string]string{
		"LF":                    spell("\n", ""),
		"CRLF":                  spell("\r\n", ""),
		"CR":                    spell("\r", ""),
		"a byte order mark":     "\ufeff" + spell("\n", ""),
		"one line an event":     "data:" + strings.ReplaceAll(strings.ReplaceAll(spell("\n", ""), "\ndata: {\"result", "\ndata:{\"result"), "\ndata: ", "")[len("data: "):],
		"comments":              ": hello\n\n" + spell("\n", ": hello\n\n"),
		"ids, names and delays": "retry: 10\n" + spell("\n", "id: 1\nevent: message\n"),
		"signs of life":         spell("\n", "data: ping\n\n"),
		"[DONE]":                spell("\n", "") + "data: [DONE]\n\n",
		"no last empty line":    strings.TrimRight(spell("\n", ""), "\n"),
	} {
		f := newFake(t, scripts{"SendStreamingMessage": sseRaw(body)})
		words, events, err := runAll(agentOf(t, f.URL, "1.0", true, ""), t, &Request{Text: "x"})
		if err != nil || words != "task:working artifact completed" {
			t.Errorf("%s: %s, %v\n%q", name, words, err, body)
		} else if data := string(events[1].Artifact.Parts[0].Data); data != `{"n":1.10}` {
			t.Errorf("%s: data %s", name, data)
		}
	}
}

func TestAcceptance14AnswerIsNoStream(t *testing.T) {
	runCases(t, []runCase{
		{
			"JSON in place of a stream", "1.0", true,
			scripts{"SendStreamingMessage": result(taskV10("TASK_STATE_COMPLETED"))},
			"task:completed", "SendStreamingMessage", "",
		},
		{
			"JSON-RPC error in place of a stream", "1.0", true,
			scripts{"SendStreamingMessage": jsonBody(`{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"bad \u001b[31m values"}}`)},
			"", "SendStreamingMessage", "rejected the request: “bad ␛[31m values” (SendStreamingMessage, code -32602)",
		},
		{
			"JSON-RPC error in the stream", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw("data: {\"jsonrpc\":\"2.0\",\"error\":{\"code\":4242,\"message\":\"boom\"}}\n\n")},
			"", "SendStreamingMessage", "code 4242",
		},
		{
			"HTML in place of a stream", "1.0", true,
			scripts{"SendStreamingMessage": func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				_, _ = w.Write([]byte("<!DOCTYPE html><title>Log\x1b in</title>"))
			}},
			"", "SendStreamingMessage ListTasks", "content: the answer is a web page, not JSON: “Log␛ in”",
		},
		{
			"bytes that are no events", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw("data: ping\n\n: hello\n\n")},
			"", "SendStreamingMessage ListTasks", "21 bytes came on the stream and none of them was an event",
		},
		{
			"an empty stream", "1.0", true,
			scripts{"SendStreamingMessage": sseRaw("")},
			"", "SendStreamingMessage ListTasks", "ended without a single event",
		},
	})
}

func TestAcceptance21InvalidEventIsSkipped(t *testing.T) {
	f := newFake(t, scripts{"SendMessage": result(`{"task":{"id":"t1","contextId":"c1","artifacts":[{"artifactId":"a","parts":[{"text":"before"},{"hologram":{"x":1}},{"data":null},{"text":"after"}]},7],
		"history":[{"messageId":12,"role":2,"parts":[{"text":"hi"}]}],"status":{"state":3,"timestamp":"2026-01-02T03:04:05"},"news":{"of":["a","later","version"]}}}`)})
	words, events, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "x"})
	if err != nil || words != "task:completed" {
		t.Fatalf("%s, %v", words, err)
	}
	task := events[0].Task
	var shown []string
	for _, p := range task.Artifacts[0].Parts {
		shown = append(shown, string(p.Kind)+" "+cmp.Or(p.Text.Exact(), string(p.Data), string(p.Raw)))
	}
	if got := strings.Join(shown, " | "); got != `text before | unknown {"hologram":{"x":1}} | data null | text after` {
		t.Errorf("parts %s", got)
	}
	if want := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC); !task.Status.Time.Equal(want) {
		t.Errorf("time %v", task.Status.Time)
	}
	if len(task.History) != 1 || task.History[0].ID != safe.Text("12") || task.History[0].Role != a2a.RoleAgent || !bytes.Contains(task.Raw, []byte(`"news"`)) {
		t.Errorf("history %+v", task.History)
	}
}

func TestAcceptance24OnlyGRPC(t *testing.T) {
	c := mustCard(t, `{"name":"x","skills":[],"supportedInterfaces":[{"url":"https://127.0.0.1:1","protocolBinding":"GRPC","protocolVersion":"1.0"}]}`, "f")
	a, err := c.Dial()
	if err != nil || a.Interface().Binding != BindingGRPC || !strings.Contains(a.Notice(), "digits") {
		t.Errorf("%v, %v", a, err)
	}
	c = mustCard(t, `{"name":"x","skills":[],"protocolVersion":"0.3.0","url":"https://127.0.0.1:1","preferredTransport":"GRPC"}`, "f")
	a, err = c.Dial()
	var refused *DialError
	if a != nil || !errors.As(err, &refused) || !strings.Contains(err.Error(), "GRPC 0.3.0 (unknown version)") || refused.Next == "" {
		t.Errorf("%v, %v", a, err)
	}
}

// Leaving closes the request in no time at all, and cancels nothing by itself.
func TestAcceptance25LeavingTakesNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{t: t, steps: []step{
			streamStep(nil, taskV10("TASK_STATE_WORKING"), forever),
			reply1(bareTask("TASK_STATE_CANCELED")),
		}}
		a := scripted(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		start := time.Now()
		var last error
		for _, err := range a.Run(ctx, &Request{Text: "x"}) {
			last = err
			cancel()
		}
		if took := time.Since(start); took != 0 || !errors.Is(last, ErrUnsettled) || !errors.Is(last, context.Canceled) {
			t.Errorf("%v after %v", last, took)
		}
		if got := strings.Join(s.calls, " "); got != "SendStreamingMessage" {
			t.Errorf("calls %s", got)
		}
		if task, err := a.Cancel(t.Context(), safe.Text("t1")); err != nil || task.Status.State != a2a.StateCanceled {
			t.Errorf("cancelling when asked: %+v, %v", task, err)
		}
	})
}

// scripted dials an agent behind a script.
func scripted(t *testing.T, rt http.RoundTripper) *Agent {
	t.Helper()
	a, err := mustCard(t, `{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{"streaming":true}}`, "f").Dial(WithTransport(rt))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// refuse answers an error of JSON-RPC.
func refuse(code int) step {
	return func(context.Context) (*http.Response, error) {
		body, err := json.Marshal(map[string]any{"error": map[string]any{"code": code, "message": "no"}})
		return response("application/json", io.NopCloser(bytes.NewReader(body))), err
	}
}
