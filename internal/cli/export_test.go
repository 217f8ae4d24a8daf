//go:build unix

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"a2aform/a2aclient"
	"a2aform/internal/store"
	"a2aform/internal/watched"
	"a2aform/ui"
)

// Faulty is the program with a mistake in it, at the place that is named. It
// returns the exit code.
func Faulty(place string) int {
	const boom = "boom \x1b[31m secret"
	s := System()
	err := live(func(ctx context.Context) error {
		o := ui.Options{Store: s.store(), Demo: startDemo(ctx), Forget: true}
		o.Dial = func(ctx context.Context, card *a2aclient.Card, _ *store.Store, _ ui.Way) (*a2aclient.Agent, []string, error) {
			switch place {
			case "command":
				panic(boom)
			case "update":
				return nil, nil, nil // which the screen does not expect
			}
			agent, err := card.Dial()
			return agent, nil, err
		}
		if place == "main" {
			panic(boom)
		}
		watched.Go(func() {
			told := make(chan os.Signal, 1)
			signal.Notify(told, syscall.SIGUSR1)
			<-told
			panic(boom)
		})
		return s.play(ctx, ui.New(ctx, o))
	})
	report(s, err)
	return exitCode(err)
}
