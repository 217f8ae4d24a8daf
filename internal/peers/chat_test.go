package peers

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// talkers are the agents that follow agents/script.mjs: they ask, count and
// hold on.
func talkers() map[string]string {
	list := map[string]string{"JavaScript SDK 0.3.14 over HTTP+JSON": "v03.mjs rest"}
	for name, p := range all {
		list[name] = p.agent
	}
	return list
}

func TestChatsKeepContext(t *testing.T) {
	for name, file := range talkers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := dial(t, start(t, file))
			t.Run("chunks come in order", func(t *testing.T) { count(t, a) })
			t.Run("a question is answered", func(t *testing.T) { answer(t, a) })
			t.Run("a task is canceled", func(t *testing.T) { cancel(t, a) })
			t.Run("what is not there", func(t *testing.T) { nothing(t, a) })
		})
	}
}

func dial(t *testing.T, base string, o ...a2aclient.Option) *a2aclient.Agent {
	t.Helper()
	card, err := a2aclient.Fetch(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	a, err := card.Dial(o...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// heard is what a run said of its task.
type heard struct {
	task, context safe.Raw
	states        []a2a.State
	texts         map[string]string // of artifacts, by id
	question      string
}

func (h *heard) take(e a2a.Event) {
	status := e.Status
	switch {
	case e.Task != nil:
		status, h.texts = &e.Task.Status, map[string]string{}
		for _, a := range e.Task.Artifacts {
			h.texts[a.ID.Exact()] = words(a.Parts)
		}
	case e.Artifact != nil && e.Append:
		h.texts[e.Artifact.ID.Exact()] += words(e.Artifact.Parts)
	case e.Artifact != nil:
		h.texts[e.Artifact.ID.Exact()] = words(e.Artifact.Parts)
	}
	if !e.TaskID.IsEmpty() {
		h.task, h.context = e.TaskID, e.ContextID
	}
	if status == nil {
		return
	}
	if h.states = append(h.states, status.State); status.Message != nil {
		h.question = words(status.Message.Parts)
	}
}

func (h *heard) last() a2a.State { return h.states[len(h.states)-1] }

func words(parts []a2a.Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text.Exact() + ".")
	}
	return b.String()
}

func say(t *testing.T, a *a2aclient.Agent, r *a2aclient.Request) *heard {
	t.Helper()
	h, err := trySay(t, a, r)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func trySay(t *testing.T, a *a2aclient.Agent, r *a2aclient.Request) (*heard, error) {
	t.Helper()
	h := &heard{texts: map[string]string{}}
	for e, err := range a.Run(t.Context(), r) {
		if err != nil {
			return nil, err
		}
		h.take(e)
	}
	if len(h.states) == 0 {
		t.Fatal("the run ended without a state")
	}
	return h, nil
}

// reply answers a task. The SDK for Go shows that a task waits a moment before it takes an answer,
// and refuses it until then.
func reply(t *testing.T, a *a2aclient.Agent, r a2aclient.Request) *heard {
	t.Helper()
	for {
		again := r
		h, err := trySay(t, a, &again)
		if err == nil {
			return h
		}
		if !strings.Contains(err.Error(), "already in progress") {
			t.Fatal(err)
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-t.Context().Done():
			t.Fatal(err)
		}
	}
}

// count streams and polls, then follows the finished task: its result must come,
// and no empty success.
func count(t *testing.T, a *a2aclient.Agent) {
	for _, mode := range []a2aclient.Mode{a2aclient.ModeStream, a2aclient.ModePoll} {
		h := say(t, a, &a2aclient.Request{Text: "count", Mode: mode})
		if h.last() != a2a.StateCompleted || h.texts["count"] != "one.two.three." {
			t.Errorf("mode %v: %v, %v", mode, h.states, h.texts)
		}
		if mode == a2aclient.ModeStream && (h.states[0] != a2a.StateSubmitted || !slices.Contains(h.states, a2a.StateWorking)) {
			t.Errorf("states on the stream: %v", h.states)
		}
		again := &heard{}
		for e, err := range a.Subscribe(t.Context(), h.task) {
			if err != nil {
				t.Fatal(err)
			}
			again.take(e)
		}
		if len(again.states) == 0 || again.last() != a2a.StateCompleted || again.texts["count"] != "one.two.three." {
			t.Errorf("followed again: %v, %v", again.states, again.texts)
		}
	}
}

func answer(t *testing.T, a *a2aclient.Agent) {
	for _, mode := range []a2aclient.Mode{a2aclient.ModeStream, a2aclient.ModePoll} {
		h := say(t, a, &a2aclient.Request{Text: "ask", Mode: mode})
		if h.last() != a2a.StateInputRequired || h.question != "In which ring?." {
			t.Fatalf("mode %v: %v, %q", mode, h.states, h.question)
		}
		h = reply(t, a, a2aclient.Request{Text: "the third", TaskID: h.task, ContextID: h.context, Mode: mode})
		if h.last() != a2a.StateCompleted || h.texts["answer"] != "in the third." {
			t.Errorf("mode %v, answered: %v, %v", mode, h.states, h.texts)
		}
	}
}

// cancel cancels the task while it is held. Some agents still reply "working": only the
// events that follow show the end.
func cancel(t *testing.T, a *a2aclient.Agent) {
	h := &heard{texts: map[string]string{}}
	asked := false
	for e, err := range a.Run(t.Context(), &a2aclient.Request{Text: "hold", Mode: a2aclient.ModeStream}) {
		if err != nil {
			t.Fatal(err)
		}
		if h.take(e); !asked && len(h.states) > 0 && h.last() == a2a.StateWorking {
			asked = true
			if task, err := a.Cancel(t.Context(), h.task); err != nil {
				t.Fatal(err)
			} else if s := task.Status.State; s != a2a.StateWorking && s != a2a.StateCanceled {
				t.Errorf("the reply says %s", s)
			}
		}
	}
	if !asked || h.last() != a2a.StateCanceled {
		t.Fatalf("%v", h.states)
	}
	if task, err := a.Get(t.Context(), h.task); err != nil || task.Status.State != a2a.StateCanceled {
		t.Errorf("afterwards: %+v, %v", task, err)
	}
}

// nothing asks for a task that is not there: each way says so, and none is an
// empty success.
func nothing(t *testing.T, a *a2aclient.Agent) {
	id := safe.Text("00000000-0000-4000-8000-000000000000")
	_, err := a.Get(t.Context(), id)
	check := func(what string, err error) {
		t.Helper()
		var refused *a2aclient.Error
		if !errors.As(err, &refused) || refused.Message.IsEmpty() || refused.Code != a2aclient.CodeTaskNotFound && refused.Reason.Exact() != "TASK_NOT_FOUND" {
			t.Errorf("%s: %v", what, err)
		}
	}
	check("get", err)
	_, err = a.Cancel(t.Context(), id)
	check("cancel", err)
	err = nil
	for _, failed := range a.Subscribe(t.Context(), id) {
		err = failed
	}
	check("subscribe", err)
}

// The extended card of the SDKs comes without schemas, over most of their
// bindings: those of the public one stay.
func TestExtendedCardOfTheSDK(t *testing.T) {
	for _, file := range []string{"v1.mjs", "v1.mjs rest", "v1.mjs compat", "v03.mjs", "v03.mjs rest"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			base := start(t, file)
			w, err := auth.NewCredentialSet(safe.Text(base))
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Put(auth.Scheme{Name: safe.Text("member"), Kind: auth.SchemeBearer}, "HUSH", "the test"); err != nil {
				t.Fatal(err)
			}
			if card, err := dial(t, base).Extended(t.Context()); err != nil || card.Skill("bets") != nil {
				t.Errorf("a stranger sees %+v, %v", card, err)
			}
			card, err := dial(t, base, a2aclient.WithCredentials(w)).Extended(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			more := card.Skill("bets")
			if more == nil || len(more.Inputs) != 1 || len(more.Inputs[0].Schema) == 0 || len(fightForm(t, card).Schema) == 0 {
				t.Errorf("skills %+v, warnings %v", card.Skills, card.Warnings)
			}
		})
	}
}

// An agent that speaks 1.0 and 0.3 at one address is spoken to in 1.0, and in
// 0.3 where the user wants that.
func TestAcceptance03TwoVersionsAtOneAddress(t *testing.T) {
	base := start(t, "v1.mjs compat")
	a := dial(t, base)
	if a.Interface().Version != safe.Text("1.0") || len(a.Card().Schemas) == 0 {
		t.Errorf("%+v, schemas %d", a.Interface(), len(a.Card().Schemas))
	}
	old := dial(t, base, a2aclient.WithVersion("0.3"))
	count(t, old)
	answer(t, old)
	cancel(t, old)
	if r := received(t, base); !slices.ContainsFunc(r.Requests, func(q request) bool { return strings.Contains(q.Body, `"message/stream"`) }) {
		t.Errorf("0.3 was not spoken: %+v", r.Requests)
	}
}
