package conform_test

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/demo"
	"a2aform/internal/demo/mock"
	"a2aform/internal/qa/conform"
	"a2aform/internal/safe"
)

// checkAgent runs the checks of the options on an agent, with a bearer token where there is one.
func checkAgent(t *testing.T, agent http.Handler, o conform.Options, bearer string) *conform.Report {
	t.Helper()
	server := httptest.NewServer(agent)
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	options := []a2aclient.Option{a2aclient.WithPollInterval(time.Millisecond)}
	if bearer != "" {
		credentials, err := auth.NewCredentialSet(safe.Text(server.URL))
		if err != nil {
			t.Fatal(err)
		}
		if err := credentials.PutHeader("Authorization", "Bearer "+bearer, "the test", true); err != nil {
			t.Fatal(err)
		}
		options = append(options, a2aclient.WithCredentials(credentials))
	}
	if o.Agent, err = card.Dial(options...); err != nil {
		t.Fatal(err)
	}
	defer o.Agent.Close()
	o.Jobs, o.Timeout, o.Seed = 4, cmp.Or(o.Timeout, 10*time.Second), 1
	report, err := conform.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestDemoAgentPassesEveryMust(t *testing.T) {
	t.Parallel()
	agent := demo.New(demo.Options{Pace: 25 * time.Millisecond})
	t.Cleanup(func() { _ = agent.Close() })
	report := checkAgent(t, agent, conform.Options{}, "")
	passed := map[string]bool{}
	for _, r := range report.Results {
		passed[r.ID] = passed[r.ID] || r.Outcome == conform.Pass
		if r.Outcome == conform.Fail || r.Outcome == conform.Warn {
			t.Errorf("%s %s: %s %s", r.ID, r.Form, r.Outcome, r.What)
		}
	}
	for _, c := range conform.Checks() {
		if c.Level == conform.Must && !passed[c.ID] && c.ID != "EX10" { // it has no method of an extension
			t.Errorf("%s is not decided", c.ID)
		}
	}
	if why := report.Failure(conform.Must); why != "" {
		t.Error(why)
	}
}

// An agent that is down passes nothing, and does not conform.
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
	report := checkAgent(t, down, conform.Options{}, "")
	for _, r := range report.Results {
		isOfCard := strings.HasPrefix(r.ID, "OS1") || r.ID == "EX1"
		if r.Outcome != conform.Undecided && !isOfCard {
			t.Errorf("%s: %s %s", r.ID, r.Outcome, r.What)
		}
	}
	if report.Failure(conform.Must) == "" {
		t.Error("an agent that is down conforms")
	}
}

// The page of an extension is only asked for where the user allows it, and never fails a check.
func TestPageOfAnExtensionIsLookedFor(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 1)
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		if r.URL.Path != "/here/v1" {
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(pages.Close)
	for _, test := range []struct {
		path   string
		online bool
		want   conform.Outcome
	}{{"/here/v1", true, conform.Info}, {"/gone/v1", true, conform.Undecided}, {"/here/v1", false, conform.Undecided}} {
		agent, _, err := mock.New([]byte(strings.Replace(brokenCard, extensionURI, pages.URL+test.path, 1)), mock.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = agent.Close() })
		report := checkAgent(t, agent, conform.Options{Checks: []string{"EX11"}, Online: test.online}, "")
		if len(report.Results) != 1 || report.Results[0].Outcome != test.want {
			t.Errorf("%+v: %+v", test, report.Results)
		}
		switch {
		case test.online:
			if path := <-asked; path != test.path {
				t.Errorf("asked for %s, want %s", path, test.path)
			}
		case len(asked) > 0:
			t.Error("the page was requested without --online")
		}
	}
}

func TestIDsNameGroupsOfChecks(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{"OS1": "OS1.1 OS1.2 OS1.3 OS1.4", "os3.8": "OS3.8a OS3.8b", "OS3.1": "OS3.1", "EX1": "EX1"} {
		got, err := conform.Select("object-schemas", []string{id})
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q %v", id, got, err)
		}
	}
	if _, err := conform.Select("object-schemas", []string{"OS9"}); err == nil {
		t.Error("OS9 is a check")
	}
}

// A task that goes on when the time is up was taken all the same.
func TestTaskThatLastsTooLongWasTaken(t *testing.T) {
	t.Parallel()
	agent, _, err := mock.New([]byte(brokenCard), mock.Options{Faults: []mock.Fault{{Name: "stall"}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agent.Close() })
	report := checkAgent(t, agent, conform.Options{Checks: []string{"OS3.8b"}, Timeout: 2 * time.Second}, "")
	for _, r := range report.Results {
		if r.Outcome != conform.Pass {
			t.Errorf("%s %s: %s", r.ID, r.Outcome, r.What)
		}
	}
}
