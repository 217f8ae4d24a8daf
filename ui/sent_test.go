package ui_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"a2aform/ui/apptest"
)

// silent is an agent that takes messages and answers the first ones never.
type silent struct {
	never int
	mu    sync.Mutex
	ids   []string // of the messages that it has
}

func (a *silent) answer(w http.ResponseWriter, r *http.Request) {
	var call struct {
		ID     json.RawMessage
		Method string
		Params struct{ Message struct{ MessageID string } }
	}
	_ = json.NewDecoder(r.Body).Decode(&call)
	a.mu.Lock()
	a.ids = append(a.ids, call.Params.Message.MessageID)
	isOut := len(a.ids) <= a.never
	a.mu.Unlock()
	if isOut {
		<-r.Context().Done()
		return
	}
	_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":` + string(call.ID) + `,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"got it"}]}}}`))
}

func (a *silent) has() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.ids...)
}

// If the program ended while the outcome of a message was unknown, the draft says so, and
// the same message is sent under the same id.
func TestUnconfirmedFormIsReported(t *testing.T) {
	t.Parallel()
	a := &silent{never: 1}
	s := apptest.SessionWith(t, apptest.Agent(t, apptest.OneForm(apptest.WordSchema), a.answer))
	d, end := s.Again("enter")
	apptest.FormOpened(d).WaitFor("Word").Type("Wolf").Press("ctrl+s").WaitFor("› Review").Press("enter").
		WaitOutside("the agent has it", func() bool { return len(a.has()) == 1 })
	end()
	d, _ = s.Again("enter")
	d.WaitFor("Your draft is back; it was sent at", "the agent's tasks before you send it again", "Wolf")
	d.Press("ctrl+s").WaitFor("› Review", "! this was sent at").Press("enter").WaitFor("got it")
	if ids := a.has(); len(ids) != 2 || ids[0] != ids[1] {
		t.Errorf("sent %q", ids)
	}
	d.WaitOutside("no draft", func() bool { return s.Drafts() == "" })
	d.Press("esc").WaitFor("Wolf").Press("ctrl+s").WaitFor("› Review").WaitGone("this was sent at").Press("enter").WaitFor("got it")
	if ids := a.has(); len(ids) != 3 || ids[2] == ids[0] {
		t.Errorf("sent %q", ids)
	}
}

func TestUnconfirmedMessageIsReported(t *testing.T) {
	t.Parallel()
	a := &silent{never: 1}
	s := apptest.SessionWith(t, apptest.Agent(t, apptest.ChatCard(), a.answer))
	d, end := s.Again("enter")
	d.WaitFor("A text message").Type("Wolf").Press("enter").
		WaitOutside("the agent has it", func() bool { return len(a.has()) == 1 })
	end()
	d, _ = s.Again("enter")
	d.WaitFor("What you wrote is back; it was sent at", "Wolf").Press("enter").WaitFor("got it")
	if ids := a.has(); len(ids) != 2 || ids[0] != ids[1] {
		t.Errorf("sent %q", ids)
	}
	d.WaitOutside("no draft", func() bool { return s.Drafts() == "" })
}

// What was refused was not lost: nothing is said of it, and it is there.
func TestRefusedFormIsOrdinaryDraft(t *testing.T) {
	t.Parallel()
	s := apptest.SessionWith(t, apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"error":{"code":-32602,"message":"no wolves"}`)))
	d, end := s.Again("enter")
	apptest.FormOpened(d).WaitFor("Word").Type("Wolf").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("no wolves").
		WaitOutside("a draft that is no more than that", func() bool { return strings.Contains(s.Drafts(), "Wolf") && !strings.Contains(s.Drafts(), "sent") })
	end()
	d, _ = s.Again("enter")
	d.WaitFor("Your draft of", "Wolf")
}

// A message that did not reach the agent comes back into the text.
func TestRefusedMessageReturnsToInput(t *testing.T) {
	t.Parallel()
	s := apptest.SessionWith(t, apptest.Agent(t, apptest.ChatCard(), apptest.Says(`"error":{"code":-32602,"message":"no wolves"}`)))
	d, end := s.Again("enter")
	d.WaitFor("A text message").Type("Wolf").Press("enter").WaitFor("no wolves", "│ Wolf").
		WaitOutside("a draft", func() bool { return strings.Contains(s.Drafts(), "Wolf") && !strings.Contains(s.Drafts(), "sent") })
	end()
	d, _ = s.Again("enter")
	d.WaitFor("What you wrote at", "│ Wolf")
}
