package store_test

import (
	"slices"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
)

func TestNotSecretNamesAreKeptPerOrigin(t *testing.T) {
	keep := open(t)
	for _, n := range []store.NotSecret{{Origin: "https://a", Name: safe.Text("api_key")}, {Origin: "https://a", Name: safe.Text("api_key")}, {Origin: "https://b", Name: safe.Text("secret")}} {
		if err := keep.KeepNotSecret(n); err != nil {
			t.Fatal(err)
		}
	}
	if got := keep.NotSecret("https://a"); !slices.Equal(got, []string{"api_key"}) {
		t.Errorf("%q", got)
	}
	if got := keep.NotSecret("https://c"); got != nil {
		t.Errorf("%q", got)
	}
}
