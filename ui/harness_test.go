package ui_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"a2aform/internal/demo"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// The paces of the demo agent: one that streams in a moment, and one that never
// gets past the first step, for screens of a task that goes on.
const (
	quick = 2 * time.Millisecond
	stuck = time.Hour
)

// demoAgent serves the demo agent with ids that are the same at each run.
func demoAgent(t *testing.T, pace time.Duration) *demo.Server {
	t.Helper()
	var n atomic.Int64
	server, err := demo.Start(t.Context(), "", demo.Options{
		Pace:  pace,
		NewID: func() string { return fmt.Sprintf("id-%04d", n.Add(1)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server
}

// home is a store in a directory of its own.
func home(t *testing.T) *store.Store {
	t.Helper()
	dir := t.TempDir()
	keep, err := store.Open(func(name string) string {
		if name == "A2AFORM_HOME" {
			return dir
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	return keep
}

// start opens ref on a terminal.
func start(t *testing.T, ref string, width, height int) *uitest.Driver {
	t.Helper()
	return uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: ref, Store: home(t), Demo: noDemo}), width, height)
}

// noDemo offers the demo agent, so that the first screen is the one that users see.
func noDemo() (string, error) { return "", errors.New("tests start their own agents") }

// openDemo opens the card of a fresh demo agent.
func openDemo(t *testing.T, pace time.Duration, width, height int) *uitest.Driver {
	t.Helper()
	return start(t, demoAgent(t, pace).URL, width, height).WaitFor("Fight Comparison")
}

// openSkill opens the form of the demo's skill at a place of its list.
func openSkill(t *testing.T, place int, pace time.Duration, width, height int) *uitest.Driver {
	t.Helper()
	d := openDemo(t, pace, width, height)
	for range place {
		d.Press("down")
	}
	return openForm(d)
}

// openForm opens the form of the skill at the cursor of a card. A card names the fields of a
// skill, too, so that their names do not show that the form is there.
func openForm(d *uitest.Driver) *uitest.Driver {
	return formOpened(d.Press("enter"))
}

// formOpened waits until the form has taken the place of the card.
func formOpened(d *uitest.Driver) *uitest.Driver {
	return d.WaitGone("Skills").Drawn().WaitGone("Reading the schema")
}

// The places of the demo's skills.
const (
	fight = iota
	trip
	expense
	parcel
	chitchat
	feedback
)
