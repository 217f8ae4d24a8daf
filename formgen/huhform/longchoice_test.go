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
	h.press("down", "down", "enter")
	for _, line := range strings.Split(h.view(), "\n")[:3] {
		if strings.Contains(line, "xxx") && !strings.HasSuffix(strings.TrimSpace(line), "x…") {
			t.Errorf("not cut: %q", line)
		}
	}
	h.see("● A xxx", "one", "two")
}
