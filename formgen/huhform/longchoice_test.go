package huhform_test

import (
	"strings"
	"testing"
)

// A choice that is longer than its line is cut, and said to be; it does not push
// the others away.
func TestLongChoiceIsTruncated(t *testing.T) {
	t.Parallel()
	h := start(t, `{"type":"object","properties":{"a":{"enum":["one","`+strings.Repeat("x", 1<<20)+`","two"]}}}`)
	h.press("right")
	if view := h.view(); !strings.Contains(view, "← one →") || strings.Contains(view, "…") {
		t.Errorf("before the long one:\n%s", view)
	}
	h.press("right")
	if view := h.view(); !strings.Contains(view, "← xxxxxxxx") || !strings.Contains(view, "x…") {
		t.Errorf("the long one:\n%s", view)
	}
}
