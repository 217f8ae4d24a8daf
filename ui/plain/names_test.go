package plain

import (
	"strings"
	"testing"
)

// Names to choose from are one line, each of at most 80 bytes.
func TestNamesAreShownOnALine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 81)
	if got, want := shownNames([]string{"tea", "a\nb", long, long[1:]}), "tea, a⏎b, "+long[1:]+"…, "+long[1:]; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
