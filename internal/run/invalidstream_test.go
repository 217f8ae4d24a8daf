package run_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
)

// frame is one thing that an agent puts on a stream, or into an answer of its own.
type frame struct {
	raw   string    // the result, or what stands in its place
	words string    // that a person must be able to read behind it, "" for none
	state a2a.State // of the run's own task, "" for none
	made  bool      // a failure under an id that the agent made up
	error bool      // nothing counts behind it
	asked bool      // it came in answer to a question about the task
}

// invalidFrames draws what agents send: what is right, and what is not.
func invalidFrames(t *rapid.T, n int) frame {
	words := fmt.Sprintf("word-%d-", n)
	state := rapid.SampledFrom([]string{"WORKING", "SUBMITTED", "COMPLETED", "FAILED", "INPUT_REQUIRED"}).Draw(t, "state")
	own := map[string]a2a.State{
		"WORKING": a2a.StateWorking, "SUBMITTED": a2a.StateSubmitted, "COMPLETED": a2a.StateCompleted,
		"FAILED": a2a.StateFailed, "INPUT_REQUIRED": a2a.StateInputRequired,
	}[state]
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0, 1, 2:
		return frame{raw: status(state, words), words: words, state: own}
	case 3:
		return frame{raw: fmt.Sprintf(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_%s","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":%q}]}}}}`, state, words), words: words, state: own}
	case 4:
		return frame{raw: chunk(text(words), rapid.Bool().Draw(t, "append"))}
	case 5:
		return frame{raw: strings.Replace(status(state, "not of this task"), `"taskId":"t"`, `"taskId":"other"`, 1)}
	case 6:
		return frame{raw: strings.Replace(strings.Replace(status("FAILED", words), `"taskId":"t"`, `"taskId":"made-up"`, 1), `"contextId":"c",`, `"contextId":"c","final":true,`, 1), made: true}
	case 7:
		return frame{raw: rapid.SampledFrom([]string{`{"x":1}`, `<html>login</html>`, `{"id":`, `[]`, `"ping"`}).Draw(t, "garbage")}
	case 8:
		return frame{raw: fmt.Sprintf(`{"message":{"messageId":"m%d","contextId":"c","role":"ROLE_AGENT","parts":[{"text":%q}]}}`, n, words)}
	}
	return frame{raw: `0,"error":{"code":-32603,"message":"boom"}`, error: true}
}

// invalidAnswer is how one call ends.
type invalidAnswer struct {
	kind   string // stream, json, refused, missing, page, down
	frames []frame
	cut    string // end, lost, or torn: in the middle of a last frame
}

func invalidAnswers(t *rapid.T) (list []invalidAnswer) {
	n := 0
	for range rapid.IntRange(1, 5).Draw(t, "calls") {
		a := invalidAnswer{kind: rapid.SampledFrom([]string{"stream", "stream", "stream", "json", "refused", "missing", "page", "down"}).Draw(t, "answer")}
		a.cut = rapid.SampledFrom([]string{"end", "lost", "torn"}).Draw(t, "cut")
		for range rapid.IntRange(0, 6).Draw(t, "frames") {
			n++
			a.frames = append(a.frames, invalidFrames(t, n))
		}
		list = append(list, a)
	}
	return list
}

// invalidAgent answers call by call; after the last one it knows nothing any more.
type invalidAgent struct {
	mu      sync.Mutex
	answers []invalidAnswer
	came    [][]frame // whole frames, by call
}

// note adds a frame to the frames that came in a call.
func (o *invalidAgent) note(call int, f frame) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.came[call] = append(o.came[call], f)
}

// called begins a call.
func (o *invalidAgent) called() (call int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.came = append(o.came, nil)
	return len(o.came) - 1
}

// next is the answer to the next call.
func (o *invalidAgent) next(body string) invalidAnswer {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.answers) == 0 || strings.Contains(body, "ListTasks") {
		return invalidAnswer{kind: "missing"}
	}
	a := o.answers[0]
	o.answers = o.answers[1:]
	return a
}

func (o *invalidAgent) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	answer := func(media string, b io.ReadCloser) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {media}}, Body: b}, nil
	}
	a := o.next(string(body))
	streams := strings.Contains(string(body), "Stream") || strings.Contains(string(body), "SubscribeToTask")
	switch {
	case a.kind == "stream" && streams:
		call := o.called()
		r, w := io.Pipe()
		go func() {
			for _, f := range a.frames {
				if _, err := fmt.Fprintf(w, "data: {\"result\":%s}\n\n", f.raw); err != nil {
					return
				}
				o.note(call, f)
			}
			if a.cut == "torn" {
				_, _ = io.WriteString(w, `data: {"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPL`)
			}
			end := io.EOF
			if a.cut != "end" {
				end = io.ErrUnexpectedEOF
			}
			_ = w.CloseWithError(end)
		}()
		return answer("text/event-stream", r)
	case (a.kind == "json" || a.kind == "stream") && len(a.frames) > 0:
		f := a.frames[0]
		f.asked = strings.Contains(string(body), "GetTask")
		o.note(o.called(), f)
		return answer("application/json", io.NopCloser(strings.NewReader(`{"result":`+a.frames[0].raw+`}`)))
	case a.kind == "refused":
		return answer("application/json", io.NopCloser(strings.NewReader(`{"error":{"code":-32601,"message":"no such method"}}`)))
	case a.kind == "page":
		return answer("text/html", io.NopCloser(strings.NewReader(`<html>login</html>`)))
	case a.kind == "down":
		return nil, syscall.ECONNREFUSED
	}
	return answer("application/json", io.NopCloser(strings.NewReader(`{"error":{"code":-32001,"message":"no such task"}}`)))
}

// However a stream is interrupted, refused or answered, the run ends, its outcome is
// one that the agent's frames say, and the last words of the agent can be read.
func TestInvalidStreamEndsWithDocumentedOutcome(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		answers := invalidAnswers(rt)
		var problem string
		synctest.Test(t, func(t *testing.T) { problem = endOfInvalid(t, answers) })
		if problem != "" {
			rt.Fatal(problem)
		}
	})
}

// endOfInvalid runs the answers and says what is wrong with the end, "" for nothing.
func endOfInvalid(t *testing.T, answers []invalidAnswer) string {
	o := &invalidAgent{answers: slices.Clone(answers)}
	card, err := a2aclient.Parse([]byte(`{"name":"odd","version":"1","capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"skills":[],
		"supportedInterfaces":[{"url":"https://agent.example/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "card.json")
	if err != nil {
		return err.Error()
	}
	a, err := card.Dial(a2aclient.WithTransport(o))
	if err != nil {
		return err.Error()
	}
	r := run.Start(t.Context(), &run.Plan{Agent: a, Text: "go"}, run.Options{})
	now := r.Wait(t.Context())
	r.Close()
	synctest.Wait()

	// What the agent says of its task, in order, up to an end or an error of each call.
	var said []frame
	settled := a2a.State("")
	made, message, named := false, false, false
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, call := range o.came {
		for _, f := range call {
			if f.error {
				break
			}
			if isOther := strings.Contains(f.raw, `"taskId":"other"`) || f.made; isOther && !named {
				return unended(now) // the agent named another task first: that is the one of the run
			}
			named = named || f.state != "" || strings.Contains(f.raw, `"taskId":"t"`)
			made = made || f.made && settled == ""
			message = message || strings.HasPrefix(f.raw, `{"message"`)
			if f.state != "" && (settled == "" || f.state == settled) {
				said = append(said, f)
				if f.state.Settled() && !f.asked {
					settled = f.state
				}
			}
		}
	}
	return problemOf(r, now, said, settled, made, message)
}

func unended(now run.Snapshot) string {
	if !now.Phase.IsOver() && now.Phase != run.Paused {
		return fmt.Sprintf("it does not end: %s", now.Phase)
	}
	return ""
}

func problemOf(r *run.Run, now run.Snapshot, said []frame, settled a2a.State, made, message bool) string {
	shown := strings.Join(texts(r), "\n")
	for i := range now.Timeline.Len() {
		shown += now.Timeline.Entry(i).Text.Exact() + "\n"
	}
	outcome := func(s a2a.State) bool {
		return slices.ContainsFunc(said, func(f frame) bool { return f.state == s })
	}
	switch {
	case now.Phase == run.Paused && !outcome(now.State):
		return fmt.Sprintf("it waits as %s, and no frame says so", now.State)
	case now.Phase == run.Settled && !outcome(now.State) && (!made || now.State != a2a.StateFailed):
		return fmt.Sprintf("it ends as %s, and no frame says so", now.State)
	case now.Phase == run.Answered && !message:
		return "it is answered, and there was no message"
	case unended(now) != "":
		return unended(now)
	case now.Phase != run.Settled && settled != "" && !message:
		return fmt.Sprintf("it ends as %s (%v) although the agent says %s", now.Phase, now.Err, settled)
	case (now.Phase != run.Settled && now.Phase != run.Paused && now.Phase != run.Answered) != (now.Err != nil):
		return fmt.Sprintf("it ends as %s with %v", now.Phase, now.Err)
	case now.Err != nil && errors.Is(now.Err, a2aclient.ErrUnsettled) && now.TaskID.IsEmpty() && len(said) > 0:
		return "the id of the task is lost"
	}
	said = slices.DeleteFunc(said, func(f frame) bool { return f.asked })
	if len(said) == 0 || made {
		return ""
	}
	if last := said[len(said)-1]; !strings.Contains(shown, last.words) {
		return fmt.Sprintf("the last words %q are not in\n%s", last.words, shown)
	}
	return ""
}
