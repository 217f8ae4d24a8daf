package rundiff

import (
	"strings"
	"testing"
	"time"
)

func TestTimelinesStandSideBySide(t *testing.T) {
	t.Parallel()
	long := make([]step, maxSteps+2)
	for _, test := range []struct {
		name string
		a, b []step
		want string
	}{
		{"both", []step{{8 * time.Millisecond, "submitted"}, {1210 * time.Millisecond, "completed"}}, []step{{17 * time.Millisecond, "submitted"}}, `
A                                       B
   8 ms  submitted                        17 ms  submitted
 1.21 s  completed
`},
		{"one has none", nil, []step{{0, "日本語で説明するとても長いメッセージです"}}, `
A                                       B
                                           0 ms  日本語で説明すると…
`},
		{"long", long, nil, "… and 2 more lines\n"},
	} {
		r := &Report{A: &Side{steps: test.a}, B: &Side{steps: test.b}}
		var sb strings.Builder
		if err := r.WriteTimelines(&sb); err != nil {
			t.Fatal(err)
		}
		if got := sb.String(); !strings.HasSuffix(got, test.want) {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
