package ui

import (
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/store"
)

// A certificate is shown to no host that a repository named, and to none where
// the user wanted it bare.
func TestWhoOneIsIsNotShownToARepositorysHost(t *testing.T) {
	a := &host{opts: Options{Fetch: []a2aclient.Option{a2aclient.WithVersion("1.0")}}}
	for _, tt := range []struct {
		way  DialOptions
		want int
	}{
		{DialOptions{}, 1},
		{DialOptions{Saved: &store.Saved{}}, 1},
		{DialOptions{Saved: &store.Saved{Local: true}}, 0},
		{DialOptions{Anonymous: true}, 0},
	} {
		if got := len(a.fetchOptions(tt.way)); got != tt.want {
			t.Errorf("%+v: %d options", tt.way, got)
		}
	}
}
