package ui

import (
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// A certificate is shown to no host that a repository named, and to none where
// the user wanted it bare.
func TestRepositoryHostGetsNoClientCertificate(t *testing.T) {
	a := &kit.Host{Options: kit.Options{Identity: []a2aclient.Option{a2aclient.WithVersion("1.0")}}}
	for _, tt := range []struct {
		way  kit.DialOptions
		want int
	}{
		{kit.DialOptions{}, 1},
		{kit.DialOptions{Saved: &store.Saved{}}, 1},
		{kit.DialOptions{Saved: &store.Saved{Local: true}}, 0},
		{kit.DialOptions{Catalog: "catalog.json"}, 0},
		{kit.DialOptions{Anonymous: true}, 0},
	} {
		if got := len(a.FetchOptions(tt.way)); got != tt.want {
			t.Errorf("%+v: %d options", tt.way, got)
		}
	}
}
