package run_test

import (
	"io"
	"strings"
	"testing"

	"a2aform/internal/run"
)

// A person who is asked to sign in somewhere sees where the address leads. The
// warning is given once, live and in the replay.
func TestAddressInAQuestionThatLooksLikeAnotherHasAWarning(t *testing.T) {
	s, store := &streams{bodies: make(chan *io.PipeWriter, 1)}, home(t)
	r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{Store: store, Record: true})
	w := <-s.bodies
	say(w, status("WORKING", "See https://pаypal.com/about"))
	say(w, status("AUTH_REQUIRED", "Sign in at https://pаypal.com/login"))
	say(w, status("AUTH_REQUIRED", "Sign in at https://pаypal.com/login"))
	_ = w.Close()
	wait(t, r)
	r.Close()
	for _, r := range []*run.Run{r, reopen(t, store).Run()} {
		if got := notices(r); strings.Count(got, "is really xn--pypal-4ve.com") != 1 || !strings.Contains(got, "mixes Latin and Cyrillic") {
			t.Errorf("notices: %q", got)
		}
	}
}
