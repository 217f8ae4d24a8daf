package agent_test

import (
	"context"
	"errors"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// The agent of a card opens as another environment of the suite has it, with what that sends, once the user agreed.
func TestAgentOpensInAnotherEnvironment(t *testing.T) {
	t.Parallel()
	here, there, keep := apptest.DemoAgent(t, apptest.Quick), apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
	ways := make(chan kit.DialOptions, 10)
	dial := func(ctx context.Context, card *a2aclient.Card, keep *store.Store, way kit.DialOptions) (*a2aclient.Agent, []string, error) {
		ways <- way
		if way.Saved != nil && len(way.Saved.Headers) > 0 && !way.Anonymous {
			if trust := way.Saved.TrustIn(there.URL); !keep.IsTrusted(trust) {
				return nil, nil, &store.UntrustedError{Trust: trust}
			}
		}
		return run.Dial(ctx, card, keep)
	}
	agent := func(environment, name, ref string) kit.EnvironmentAgent {
		return kit.EnvironmentAgent{Environment: environment, Agent: name, Ref: ref, IsProtected: environment == "prod", Saved: func() (*store.Saved, error) {
			if environment == "local" {
				return nil, errors.New("the variable LOCAL_KEY is not set")
			}
			saved := &store.Saved{Name: name, URL: ref, File: "suite.toml", Local: true, Environment: environment}
			if environment == "prod" {
				saved.Headers = []store.SavedHeader{{Name: "X-Key", Env: "SECRET"}}
			}
			return saved, nil
		}}
	}
	list := []kit.EnvironmentAgent{agent("staging", "checkout", here.URL), agent("local", "checkout", "localhost:1"), agent("prod", "checkout", there.URL), agent("prod", "other", "localhost:2")}
	options := kit.Options{Ref: here.URL, Store: keep, Dial: dial, Environments: func() ([]kit.EnvironmentAgent, error) { return list, nil }}
	d := uitest.Start(t, ui.New(t.Context(), options), 120, 30).WaitFor("Fight Comparison")
	d.Command("other environment").WaitFor("which environment?", "staging", "prod (protected)", "local")
	d.Type("local").Press("enter").WaitFor("variable LOCAL_KEY is not set")
	d.Command("other environment").WaitFor("which environment?").Type("prod").Press("enter").WaitFor("Send your credentials to this host?", "X-Key=env:SECRET").Press("y")
	d.WaitFor("Demo Agent (prod)", "Fight Comparison")
	d.Command("other environment").WaitFor("which environment?").Type("staging").Press("enter").WaitFor("Demo Agent (staging)", "Fight Comparison")
	d.Press("esc").WaitFor("Demo Agent (prod)").WaitGone("(staging)")
	for i, want := range []string{"", "prod", "prod", "staging"} {
		if way := <-ways; (way.Saved == nil) != (want == "") || way.Saved != nil && way.Saved.Environment != want {
			t.Errorf("dialed %d with %+v, want environment %q", i, way.Saved, want)
		}
	}
}

func TestAgentOfNoEnvironment(t *testing.T) {
	t.Parallel()
	server := apptest.DemoAgent(t, apptest.Quick)
	options := kit.Options{Ref: server.URL, Environments: func() ([]kit.EnvironmentAgent, error) {
		return []kit.EnvironmentAgent{{Environment: "prod", Agent: "other", Ref: "localhost:2"}}, nil
	}}
	d := uitest.Start(t, ui.New(t.Context(), options), 80, 24).WaitFor("Fight Comparison")
	d.Command("other environment").WaitFor("o environment of .a2aform/suite.toml has this agent")
}
