package demo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"a2aform/internal/demo/server"
)

func TestServerStartsOnLoopbackAndStops(t *testing.T) {
	http.DefaultClient.CloseIdleConnections()
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ctx, stop := context.WithCancel(t.Context())
	s, err := Start(ctx, "", slow)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(s.URL, "http://127.0.0.1:") || s.CardURL != s.URL+"/.well-known/agent-card.json" {
		t.Errorf("URL %s, card %s", s.URL, s.CardURL)
	}
	p := &peer{t: t, base: s.URL, codec: server.V10}
	fetchCard(t, p, "/.well-known/agent-card.json")
	next := p.open("SendStreamingMessage", p.say(fightForm("Lion", "Tiger"), nil))
	if _, ok := next(); !ok {
		t.Fatal("no event")
	}
	stop() // the running task and the open stream must not hold it up
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	for {
		if _, more := next(); !more {
			break
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestListenAddresses(t *testing.T) {
	for _, in := range []string{"8080", "nonsense", "127.0.0.1:99999", "127.0.0.1:none"} {
		if _, err := Start(t.Context(), in, Options{}); !errors.Is(err, ErrAddress) {
			t.Errorf("%q: %v", in, err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	if _, err := Start(t.Context(), l.Addr().String(), Options{}); err == nil || !strings.HasSuffix(err.Error(), "the port may be taken; port 0 takes a free one") {
		t.Errorf("taken port: %v", err)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	var ids atomic.Int64
	p := serve(t, server.V10, Options{NewID: func() string { return fmt.Sprint("id-", ids.Add(1)) }})
	asking := p.send(p.say([]server.Part{tagged(schemaExpense, ownSkills()[1].Examples[0])}, nil))
	first := p.send(p.say([]server.Part{tagged(schemaFight, `{}`)}, nil))
	for range server.MaxTasks {
		p.send(p.say([]server.Part{tagged(schemaFight, `{}`)}, nil))
	}
	p.wantError(p.call("GetTask", map[string]any{"id": first.ID}), -32001)
	if a := p.call("GetTask", map[string]any{"id": asking.ID}); a.Error != nil {
		t.Errorf("an unfinished task was forgotten before finished ones: %+v", a.Error)
	}
}

func TestCloseEndsOpenStreams(t *testing.T) {
	agent := New(slow)
	s := httptest.NewServer(agent)
	t.Cleanup(s.Close)
	p := &peer{t: t, base: s.URL, codec: server.V10}
	next := p.open("SendStreamingMessage", p.say(fightForm("Lion", "Tiger"), nil))
	if _, ok := next(); !ok {
		t.Fatal("no event")
	}
	if err := agent.Close(); err != nil {
		t.Fatal(err)
	}
	for {
		o, more := next()
		if !more {
			return
		}
		p.wantState(o.Status.State, server.StateWorking) // nothing else was said before the close
	}
}
