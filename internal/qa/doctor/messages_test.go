package doctor_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/demo/mock"
	"a2aform/internal/qa/doctor"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // most of the time is waiting; -parallel overrides it
	os.Exit(m.Run())
}

// checkAgent runs the checks on an agent.
func checkAgent(t *testing.T, agent http.Handler, timeout time.Duration) doctor.LiveResult {
	t.Helper()
	server := httptest.NewServer(agent)
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	dialed, err := card.Dial(a2aclient.WithPollInterval(time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	defer dialed.Close()
	return doctor.CheckMessages(t.Context(), dialed, timeout, func(string) {})
}

func TestDemoAgentKeepsEveryRule(t *testing.T) {
	t.Parallel()
	agent := demo.New(demo.Options{Pace: 25 * time.Millisecond})
	t.Cleanup(func() { _ = agent.Close() })
	found := checkAgent(t, agent, 10*time.Second)
	for _, f := range found.Findings {
		if f.Result != doctor.Undecided && f.Rule != "EX12" { // which it need not keep
			t.Errorf("%s: %s", f.Rule, f.What)
		}
	}
	for _, r := range doctor.AllRules() {
		if r.Live && !strings.HasPrefix(r.ID, "L") && !slices.Contains(found.Checked, r.ID) && r.ID != "EX5" && r.ID != "EX10" && r.ID != "EX12" { // its card requires nothing
			t.Errorf("%s is not decided", r.ID)
		}
	}
}

// Whether an agent knows a message that it had before is told.
func TestRepeatedMessageMakesOneTask(t *testing.T) {
	t.Parallel()
	agent := demo.New(demo.Options{Pace: time.Millisecond})
	t.Cleanup(func() { _ = agent.Close() })
	var mu sync.Mutex
	answers := map[string]*httptest.ResponseRecorder{}
	knowing := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		var call struct {
			Params struct{ Message struct{ MessageID string } }
		}
		_ = json.Unmarshal(body, &call) // the request of a card has none
		id := call.Params.Message.MessageID
		if id == "" {
			agent.ServeHTTP(w, r)
			return
		}
		mu.Lock()
		known := answers[id]
		mu.Unlock()
		if known == nil {
			known = httptest.NewRecorder()
			agent.ServeHTTP(known, r)
			mu.Lock()
			answers[id] = known
			mu.Unlock()
		}
		maps.Copy(w.Header(), known.Header())
		_, _ = w.Write(known.Body.Bytes())
	})
	if found := checkAgent(t, knowing, 10*time.Second); !slices.Contains(found.Checked, "EX12") {
		t.Error("an agent that answers with the same task is not said to keep the rule")
	}
	found := checkAgent(t, agent, 10*time.Second)
	if i := slices.IndexFunc(found.Findings, func(f doctor.LiveFinding) bool { return f.Rule == "EX12" }); i < 0 || !strings.Contains(found.Findings[i].What, "another task") || len(found.Findings[i].Evidence) == 0 {
		t.Errorf("an agent that starts two tasks is not told: %+v", found.Findings)
	}
}

// An agent that is down passes nothing, and its undecided checks are errors.
func TestAgentThatIsDownIsUndecided(t *testing.T) {
	t.Parallel()
	agent := demo.New(demo.Options{})
	t.Cleanup(func() { _ = agent.Close() })
	down := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			http.Error(w, "sign in", http.StatusUnauthorized)
			return
		}
		agent.ServeHTTP(w, r)
	})
	found := checkAgent(t, down, 10*time.Second)
	if len(found.Findings) == 0 || len(found.Checked) > 0 {
		t.Errorf("%d findings, and %v hold", len(found.Findings), found.Checked)
	}
	for _, f := range found.Findings {
		if f.Result != doctor.Undecided || f.Level != doctor.Error {
			t.Errorf("%s: %s %s %s", f.Rule, f.Level, f.Result, f.What)
		}
	}
}

// A card without schemas has nothing that these rules are about.
func TestAgentWithoutSchemasIsNotSpokenTo(t *testing.T) {
	t.Parallel()
	const card = `{"name":"Talks","description":"d","version":"1","url":"https://example.com","protocolVersion":"0.3.0","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"s","name":"S","description":"d","tags":["t"]}]}`
	agent, _, err := mock.New([]byte(card), mock.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agent.Close() })
	if found := checkAgent(t, agent, 10*time.Second); len(found.Findings) > 0 || len(found.Checked) > 0 {
		t.Errorf("%+v", found)
	}
}
