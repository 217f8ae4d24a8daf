package kit_test

import (
	"testing"

	"a2aform/ui/kit"
)

// A line that is revealed stays in sight when a status line takes the last row of the window.
func TestRevealedLineIsNotTheLast(t *testing.T) {
	t.Parallel()
	for height := 2; height < 9; height++ {
		for line := range 30 {
			s := kit.Scroll{Height: height}
			s.Set(make([]string, 30))
			s.Reveal(line)
			s.Height--
			s.Clamp()
			if line < 29 && (line < s.Top || line >= s.Top+s.Height) {
				t.Errorf("line %d is not among %d lines from %d on", line, s.Height, s.Top)
			}
		}
	}
}
