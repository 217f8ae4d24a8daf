package doctor_test

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
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
	return doctor.CheckMessages(t.Context(), dialed, doctor.MessageOptions{Timeout: timeout, Jobs: doctor.Jobs, See: func(string) {}})
}

func TestDemoAgentKeepsEveryRule(t *testing.T) {
	t.Parallel()
	agent := demo.New(demo.Options{Pace: 25 * time.Millisecond})
	t.Cleanup(func() { _ = agent.Close() })
	found := checkAgent(t, agent, 10*time.Second)
	for _, f := range found.Findings {
		if f.Result != doctor.Undecided {
			t.Errorf("%s: %s", f.Rule, f.What)
		}
	}
	for _, r := range doctor.AllRules() {
		if r.Live && !strings.HasPrefix(r.ID, "L") && !slices.Contains(found.Checked, r.ID) && r.ID != "EX5" && r.ID != "EX10" && r.ID != "OS4.4" { // its card requires nothing and promises nothing
			t.Errorf("%s is not decided", r.ID)
		}
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

// An agent of texts is asked something, and its answer is checked; the rules about schemas are not about it.
func TestAgentWithoutSchemas(t *testing.T) {
	t.Parallel()
	const card = `{"name":"Talks","description":"d","version":"1","url":"https://example.com","protocolVersion":"0.3.0","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"s","name":"S","description":"d","tags":["t"]}]}`
	agent, _, err := mock.New([]byte(card), mock.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agent.Close() })
	found := checkAgent(t, agent, 10*time.Second)
	if want := []string{"T08"}; !slices.Equal(found.Checked, want) { // it answers with messages
		t.Errorf("%v hold, want %v", found.Checked, want)
	}
	for _, f := range found.Findings {
		if f.Result != doctor.Undecided || f.Level != doctor.Note || f.Rule[0] != 'T' {
			t.Errorf("%s: %s", f.Rule, f.What)
		}
	}
}
