package ui_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/kit/theme"
	"a2aform/ui/uitest"
)

// The screen behind the list shows the theme under the cursor; esc brings back the one
// before, enter keeps the new one for the next time.
func TestThemeIsPreviewedAndKept(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: keep}), 80, 24).WaitFor("▌ Fight Comparison")
	title := func() string {
		for _, c := range d.Cells()[0] {
			if c.Foreground != nil {
				return fmt.Sprint(c.Foreground)
			}
		}
		return ""
	}
	before := title()
	d.Command("theme").WaitFor("Theme", "▌ auto", "for light terminals, 10 colors moved").Press("down", "down", "down").WaitFor("▌ catppuccin")
	d.WaitUntil("the header in the colors of the theme", func(string) bool { return title() != before })
	d.Press("esc").WaitGone("catppuccin").WaitUntil("the header as it was", func(string) bool { return title() == before })
	if _, err := os.Stat(keep.ConfigPath()); err == nil {
		t.Error("a theme that was only looked at is kept")
	}
	d.Command("theme").WaitFor("Theme").Type("nord").WaitFor("1 of 9").Press("enter").WaitFor("Theme nord. Saved in config.toml.")
	if text, err := os.ReadFile(keep.ConfigPath()); err != nil || !strings.Contains(string(text), `theme = "nord"`) {
		t.Errorf("%q (%v)", text, err)
	}
}

// A digit opens the form filled in with an example, also over what was typed before, which
// undo brings back.
func TestDigitStartsFromAnExample(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 100, 30).WaitFor("▌ Fight Comparison", "Asks for    A*  B*", "2  Lion, Tiger", "1-3 Start from an example")
	d.Press("9").WaitFor("This skill has no example 9.")
	d.Press("2").WaitFor("● A *       Lion", "● B *       Tiger", "Example 2 loaded. Ctrl+Z undoes it.")
	d.Press("end").Type("ess").WaitFor("Lioness").Press("esc").WaitFor("Skills")
	d.Press("1").WaitFor("● A *       Superman").Press("ctrl+z").WaitFor("Lioness")
}

// The user's own theme is among the others, and says what it is based on and what was moved.
func TestOwnThemeIsAmongTheOthers(t *testing.T) {
	t.Parallel()
	own := &theme.Own{Base: "nord", Colors: map[string]string{"accent": "#2e3440", "good": "#00ff00"}}
	d := uitest.StartOn(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Theme: theme.OwnName, OwnTheme: own}), 100, 30, uitest.Look{}).WaitFor("Open an agent")
	d.Command("theme").WaitFor("▌ own", "your own, based on nord, 4 colors moved for contrast").Press("up").WaitFor("▌ high-contrast").Press("esc").WaitGone("▌ high-contrast")
	apptest.Start(t, "", 100, 30).Command("theme").WaitFor("high-contrast").Type("own").WaitGone("your own")
}
