package huhform_test

import (
	"strings"
	"testing"
)

// A label that its column cuts is whole in the hints of the focused row, and one that fits is not said twice.
func TestHintsHaveTheWholeLabel(t *testing.T) {
	t.Parallel()
	const long = "How many people travel with you, including children under twelve"
	h := start(t, `{"type":"object","properties":{"people":{"type":"integer","title":"`+long+`"},"days":{"type":"integer","title":"Days"}}}`)
	shown := strings.Join(strings.Fields(strings.ReplaceAll(h.view(), "▌", "")), " ")
	if !strings.Contains(shown, "including children under twelve. Whole number.") {
		t.Errorf("%s", h.view())
	}
	h.page.SetSize(160, 20)
	if shown := h.view(); strings.Count(shown, "under twelve") != 1 {
		t.Errorf("where it fits:\n%s", shown)
	}
}
