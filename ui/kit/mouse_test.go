package kit_test

import (
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A click on a completion takes it, a second one opens it.
func TestClicksOnCompletions(t *testing.T) {
	t.Parallel()
	dir := apptest.Files(t, map[string]string{"one-card.json": "{}", "other-card.json": "{}"})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Mouse: true}), 80, 24).WaitFor("Open an agent")
	d.Type(dir+"/o").WaitFor("  one-card.json", "  other-card.json")
	apptest.ClickAt(t, d, "other-card.json", 0).WaitFor("▌ other-card.json")
	apptest.ClickAt(t, d, "▌ other-card.json", 4).WaitFor("✗ card")

	d = apptest.WithMouse(t, apptest.Fight, 80, 24).Command("load a file").WaitFor("Load the whole form").Type(dir + "/o").WaitFor("  one-card.json")
	apptest.ClickAt(t, d, "one-card.json", 0).WaitFor("> "+dir[:8], "one-card.json").WaitGone("other-card.json")
}

func TestClicksInALongList(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Fight, 80, 30)
	d.Press("ctrl+o").WaitFor("enter Choose", "Commands", "Review")
	apptest.ClickAt(t, d, "Start from…", 0).WaitGone("Commands ──").WaitFor("Blank form")
}

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

// A line in sight stays where it is; another one has a quarter of the window before it.
func TestRevealMovesOnlyWhereItMust(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ top, line, want int }{
		{10, 10, 10}, {10, 14, 10}, {10, 16, 10}, // the last but one of eight
		{10, 17, 15}, {10, 25, 22}, {10, 9, 7}, {10, 1, 0}, {0, 0, 0}, {10, 29, 22},
	} {
		s := kit.Scroll{Height: 8, Top: tt.top}
		s.Set(make([]string, 30))
		if s.Reveal(tt.line); s.Top != tt.want || s.HiddenLines() != 30-8-tt.want {
			t.Errorf("line %d in a window from line %d on: it begins at line %d, not %d; %d are below", tt.line, tt.top, s.Top, tt.want, s.HiddenLines())
		}
	}
}
