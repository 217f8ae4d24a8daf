package ui

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// The end of the program waits for what writes the user's files, but not for
// ever, and nothing begins to write behind it.
func TestQuitWaitsForPendingWrites(t *testing.T) {
	for _, tt := range []struct{ takes, waits time.Duration }{
		{500 * time.Millisecond, 500 * time.Millisecond},
		{time.Hour, kit.LongestWrite},
	} {
		synctest.Test(t, func(t *testing.T) {
			a := New(t.Context(), kit.Options{})
			runs := 0
			work := a.Writes.TrackWrites(func() tea.Msg {
				runs++
				time.Sleep(tt.takes)
				return nil
			})
			go work()
			synctest.Wait()
			begun := time.Now()
			a.Close()
			if waited := time.Since(begun); waited != tt.waits {
				t.Errorf("waited %v for work of %v, want %v", waited, tt.takes, tt.waits)
			}
			if work(); runs != 1 {
				t.Error("work began behind the end")
			}
			time.Sleep(tt.takes) // nothing is left behind
		})
	}
}
