package kit

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestPane(t *testing.T) {
	st := &PaneStyle{}
	for name, tt := range map[string]struct {
		pane Pane
		want string
	}{
		"title and note": {Pane{Title: "Skills", Note: "5", Lines: []string{"one", "two"}, Width: 20, Height: 4}, "╭ Skills ────── 5 ─╮\n│ one              │\n│ two              │\n╰──────────────────╯"},
		"focused":        {Pane{Title: "Skills", Width: 14, Height: 3, HasFocus: true}, "╭▌Skills ────╮\n│            │\n╰────────────╯"},
		"no room for it": {Pane{Title: "Skills", Note: "a long note", Width: 14, Height: 2}, "╭ Skills ────╮\n╰────────────╯"},
		"cut":            {Pane{Title: "A long title", Lines: []string{"a long line", "below"}, Width: 10, Height: 3}, "╭ A lon… ╮\n│ a lon… │\n╰────────╯"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(st.Draw(tt.pane), "\n"); got != tt.want {
				t.Errorf("\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestDialogLiesOverTheScreen(t *testing.T) {
	st := &PaneStyle{}
	behind := []string{"first line", "东京东京东京", "\x1b[31mthird\x1b[m", ""}
	got := st.over(st.Dim(behind, 12), []string{"[dialog]", "[dialog]"}, 3, 1)
	want := []string{"first line  ", "东 [dialog] ", "thi[dialog] ", "            "}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// Whatever is drawn has exactly the size that was asked for.
func TestSizesAreExact(t *testing.T) {
	text := rapid.StringMatching(`[a-z東 é👍]{0,40}`)
	rapid.Check(t, func(t *rapid.T) {
		st := &PaneStyle{}
		width, height := rapid.IntRange(6, 80).Draw(t, "width"), rapid.IntRange(2, 12).Draw(t, "height")
		lines := st.Draw(Pane{Title: text.Draw(t, "title"), Note: text.Draw(t, "note"), Lines: rapid.SliceOfN(text, 0, 14).Draw(t, "lines"), Width: width, Height: height, HasFocus: rapid.Bool().Draw(t, "focus")})
		if len(lines) != height {
			t.Fatalf("%d lines, want %d", len(lines), height)
		}
		for _, l := range lines {
			if w := lipgloss.Width(l); w != width {
				t.Fatalf("%d columns, want %d: %q", w, width, l)
			}
		}
		dialog := st.Draw(Pane{Width: 6, Height: 2})
		for _, l := range st.over(st.Dim(lines, width), dialog, width-6, 0) {
			if w := lipgloss.Width(l); w != width {
				t.Fatalf("%d columns under a dialog, want %d: %q", w, width, l)
			}
		}
	})
}

// What a pane is about stands behind its title where all of it fits.
func TestAboutStandsBehindTheTitle(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]string{
		40: "╭ Itinerary · Your days ───── 12 rows ─╮",
		30: "╭ Itinerary ─────── 12 rows ─╮",
	} {
		st := &PaneStyle{}
		got := st.Draw(Pane{Title: "Itinerary", About: "Your days", Note: "12 rows", Width: width, Height: 3})[0]
		if got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}

// A backdrop that keeps its colors has them on both sides of the dialog.
func TestBackdropKeepsItsColors(t *testing.T) {
	var st PaneStyle
	line := "\x1b[31mred\x1b[m and \x1b[32mgreen text\x1b[m"
	got := st.over(Keep([]string{line, line}, 18), []string{"[dialog]"}, 5, 1)
	if want := fitPane(line, 18); got[0] != want {
		t.Errorf("%q, want %q", got[0], want)
	}
	if plain := ansi.Strip(got[1]); plain != "red a[dialog] text" {
		t.Errorf("%q", plain)
	}
	for _, color := range []string{"\x1b[31mred", "\x1b[32m"} {
		if !strings.Contains(got[1], color) {
			t.Errorf("no %q in %q", color, got[1])
		}
	}
}
