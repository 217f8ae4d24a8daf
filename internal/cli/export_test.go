//go:build unix

package cli

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
)

const boom = "boom \x1b[31m secret"

// fails is set by SIGUSR1: from then on what is faulty fails.
var fails atomic.Bool

// Faulty is the program with a mistake in it, at the place that is named. It
// returns the exit code.
func Faulty(place string) int {
	s := command.System()
	err := command.RunWithSignals(func(ctx context.Context) error {
		o := kit.Options{Store: s.Store(), Demo: startDemo(ctx), Forget: true}
		o.Dial = func(ctx context.Context, card *a2aclient.Card, _ *store.Store, _ kit.DialOptions) (*a2aclient.Agent, []string, error) {
			switch place {
			case "command":
				panic(boom)
			case "update":
				return nil, nil, nil // which the screen does not expect
			}
			agent, err := card.Dial(a2aclient.WithTransport(faultyBodies{http.DefaultTransport}))
			return agent, nil, err
		}
		if place == "main" {
			panic(boom)
		}
		safego.Go(func() {
			signals := make(chan os.Signal, 1)
			signal.Notify(signals, syscall.SIGUSR1)
			<-signals
			if fails.Store(true); place == "beside" {
				panic(boom)
			}
		})
		app := ui.New(ctx, o)
		if place == "view" {
			return play(ctx, s, faultyView{app})
		}
		return play(ctx, s, app)
	})
	command.Report(s, err)
	return command.ExitCode(err)
}

// faultyView cannot be drawn.
type faultyView struct{ *ui.App }

func (f faultyView) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := f.App.Update(msg)
	return f, cmd
}

func (f faultyView) View() tea.View {
	if fails.Load() {
		panic(boom)
	}
	return f.App.View()
}

// faultyBodies fails while an answer is read.
type faultyBodies struct{ http.RoundTripper }

func (f faultyBodies) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := f.RoundTripper.RoundTrip(r)
	if err == nil {
		resp.Body = faultyBody{resp.Body}
	}
	return resp, err
}

type faultyBody struct{ io.ReadCloser }

func (f faultyBody) Read(p []byte) (int, error) {
	if fails.Load() {
		panic(boom)
	}
	return f.ReadCloser.Read(p)
}

// EnvironmentAgents are those that the card screen offers.
func EnvironmentAgents(s *command.Streams) ([]kit.EnvironmentAgent, error) {
	read := environments(s)
	if read == nil {
		return nil, nil
	}
	return read()
}
