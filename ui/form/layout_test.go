package form

import (
	"testing"

	"a2aform/ui/kit"
)

// The fields have what the JSON beside them leaves, and everything ends above the buttons.
func TestLayout(t *testing.T) {
	t.Parallel()
	at := kit.At
	for _, tt := range []struct {
		what          string
		width, height int
		hasJSON       bool
		want          layout
	}{
		{"no pane fits", 50, 20, true, layout{fields: at(0, 0, 50, 20)}},
		{"one pane", 78, 21, true, layout{hasPanes: true, fields: at(0, 0, 78, 20), buttons: 20}},
		{"no space for the JSON", 118, 38, true, layout{hasPanes: true, fields: at(0, 0, 118, 37), buttons: 37}},
		{"the JSON beside the fields", 158, 42, true, layout{hasPanes: true, fields: at(0, 0, 108, 41), json: at(108, 0, 50, 41), buttons: 41}},
		{"values that go into a text", 158, 42, false, layout{hasPanes: true, fields: at(0, 0, 158, 41), buttons: 41}},
	} {
		if got := layoutOf(tt.width, tt.height, tt.hasJSON); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.what, got, tt.want)
		}
	}
}

// Two views of what is sent are side by side on a wide screen, where there are two.
func TestReviewLayout(t *testing.T) {
	t.Parallel()
	at := kit.At
	for _, tt := range []struct {
		what                 string
		width, height, views int
		want                 reviewLayout
	}{
		{"no pane fits", 50, 20, 2, reviewLayout{view: at(0, 1, 50, 19)}},
		{"no space for two views", 118, 38, 2, reviewLayout{hasPanes: true, view: at(0, 0, 118, 37), buttons: 37}},
		{"two views", 138, 38, 2, reviewLayout{hasPanes: true, view: at(0, 0, 69, 37), beside: at(69, 0, 69, 37), buttons: 37}},
		{"the values are JSON", 158, 42, 1, reviewLayout{hasPanes: true, view: at(0, 0, 158, 41), buttons: 41}},
	} {
		if got := reviewLayoutOf(tt.width, tt.height, tt.views); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.what, got, tt.want)
		}
	}
}
