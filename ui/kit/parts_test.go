package kit_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
)

// board is a panel that keeps what it was given.
type board struct {
	keys   []string
	clicks []string
}

func (b *board) Width() int      { return 30 }
func (b *board) Lines() []string { return []string{"one", "two", "three"} }
func (b *board) Keys() []kit.Key { return nil }
func (b *board) Update(press tea.KeyPressMsg) (closed bool, cmd tea.Cmd) {
	b.keys = append(b.keys, press.String())
	return press.String() == "q", nil
}

func (b *board) Click(column, line int) { b.clicks = append(b.clicks, fmt.Sprint(column, ",", line)) }

// A panel is a dialog as wide as it wants to be, and gets keys and clicks at its own places.
func TestPanelsAreDialogs(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {40, 15}} {
		h, b := hostOf(size[0], size[1]), &board{}
		h.Overlay = &kit.Overlay{Host: h, Title: "Board", Panel: b}
		lines := drawn(h.Overlay)
		column, line := place(t, lines, "two")
		if isFramed := strings.Contains(strings.Join(lines, "\n"), "╭▌Board "); isFramed != (size[0] == 80) {
			t.Errorf("%v:\n%s", size, strings.Join(lines, "\n"))
		}
		if size[0] == 80 {
			left, _ := place(t, lines, "╭")
			right, _ := place(t, lines, "╮")
			if right-left+1 != 30+kit.FrameWidth {
				t.Errorf("it is %d columns wide", right-left+1)
			}
		}
		h.ClickOverlay(column, line)
		h.ClickOverlay(column+2, line+1)
		h.UpdateOverlay(tea.PasteMsg{Content: "x"})
		press(h, "a", "q")
		if fmt.Sprint(b.clicks) != "[0,1 2,2]" || fmt.Sprint(b.keys) != "[a q]" || h.Overlay != nil {
			t.Errorf("%v: clicks %v, keys %v, open: %t", size, b.clicks, b.keys, h.Overlay != nil)
		}
	}
}

// A paste belongs to the search of a pager only while it is typed in, and colors are left out while something is searched for.
func TestPagerTakesAPaste(t *testing.T) {
	t.Parallel()
	h := hostOf(40, 15)
	colored := 0
	p := reader(h, kit.NewPager(h, "Card", func() []string { return numbered(95) }).ColorBy(func(_ *kit.SyntaxStyle, line string) string {
		colored++
		return strings.ReplaceAll(line, "line", "LINE")
	}), 38, 8)
	if got := shown(p); colored != 16 || got[1] != "LINE 1." {
		t.Errorf("%d lines are colored: %q", colored, got)
	}
	p.Update(tea.PasteMsg{Content: "head 3"})
	if p.IsTyping() || strings.HasPrefix(shown(p)[0], "/") {
		t.Error("a paste opens the search")
	}
	pressed(p, "/")
	p.Update(tea.PasteMsg{Content: "head 3"})
	if got := shown(p); !strings.HasPrefix(got[0], "/ head 3") || strings.Contains(strings.Join(got, " "), "LINE") {
		t.Errorf("found %q", got)
	}
	if said := pressed(p, "enter", "n"); said != "1 of 1 line" {
		t.Errorf("said %q", said)
	}
}

// Keys move the window of a text, and not beyond its ends.
func TestWindowsMove(t *testing.T) {
	t.Parallel()
	s := kit.Scroll{Height: 8}
	s.Set(make([]string, 30))
	for _, step := range []struct {
		key  string
		want int
	}{{"down", 1}, {"pgdown", 8}, {"pgup", 1}, {"up", 0}, {"up", 0}, {"pgup", 0}, {"end", 22}, {"down", 22}, {"up", 21}, {"pgdown", 22}, {"home", 0}} {
		if !s.Press(kit.KeyPress(step.key)) || s.Top != step.want {
			t.Errorf("%s: the window begins at line %d, not %d", step.key, s.Top, step.want)
		}
	}
	if s.Press(kit.KeyPress("x")) {
		t.Error("x moves it")
	}
	low := kit.Scroll{Height: 1}
	low.Set(make([]string, 3))
	if low.Press(kit.KeyPress("pgdown")); low.Top != 1 {
		t.Errorf("a page of one line: %d", low.Top)
	}
}

// The border between two panes moves by keys, is kept as a share of the room, and leaves both some columns.
func TestBordersMove(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	s, _ := waiting(t)
	h := s.(*kit.Pager).Host
	b := kit.Border{Of: "list", Usual: 40, Room: 100}
	if h.BorderKeys(s, b, nil) != nil {
		t.Error("without borders there are keys")
	}
	h.Borders = kit.NewBorders(keep)
	if h.BorderKeys(s, kit.Border{}, nil) != nil {
		t.Error("a screen without panes has keys")
	}
	layouts := 0
	keys := h.BorderKeys(s, b, func() { layouts++ })
	move := func(i, times int) {
		for range times {
			_, cmd := keys[i].Do()
			messages(cmd)
		}
	}
	for _, step := range []struct{ key, times, want int }{{1, 1, 44}, {0, 2, 36}, {0, 9, 20}, {1, 1, 24}, {1, 30, 80}} {
		if move(step.key, step.times); h.Borders.Left(b) != step.want {
			t.Errorf("%d times key %d: %d columns, want %d", step.times, step.key, h.Borders.Left(b), step.want)
		}
	}
	move(0, 5)
	if layouts != 48 {
		t.Errorf("laid out %d times", layouts)
	}
	again := kit.NewBorders(keep)
	for _, c := range []struct {
		b    kit.Border
		want int
	}{
		{b, 60}, {kit.Border{Of: "list", Usual: 40, Room: 200}, 120}, {kit.Border{Of: "list", Usual: 30, Room: 50}, 30}, {kit.Border{Of: "other", Usual: 40, Room: 100}, 40}, {kit.Border{Of: "other", Usual: 90, Room: 100}, 80},
	} {
		if got := again.Left(c.b); got != c.want {
			t.Errorf("%+v: %d, want %d", c.b, got, c.want)
		}
	}
	if (*kit.Borders)(nil).Left(b) != 40 {
		t.Error("without borders")
	}
	for _, c := range []struct {
		column, line int
		want         bool
	}{{2, 3, true}, {5, 4, true}, {1, 3, false}, {6, 3, false}, {2, 2, false}, {2, 5, false}} {
		if got := kit.At(2, 3, 4, 2).Has(c.column, c.line); got != c.want {
			t.Errorf("%d, %d: %t", c.column, c.line, got)
		}
	}
}

// Why a run failed is said with the words of the agent, or that there are none.
func TestReasonsAndUnknownOutcomes(t *testing.T) {
	t.Parallel()
	st := hostOf(80, 24).Styles
	for _, c := range []struct {
		now  run.Snapshot
		want string
	}{
		{run.Snapshot{Phase: run.Settled, State: a2a.StateCompleted}, ""},
		{run.Snapshot{Phase: run.Settled, State: a2a.StateFailed}, "Failed: " + run.NoReason + "."},
		{run.Snapshot{Phase: run.Settled, State: a2a.StateRejected}, "Rejected: " + run.NoReason + "."},
	} {
		if got := inLines(kit.ReasonLines(st, &c.now, 60)); got != c.want {
			t.Errorf("%s: %q", c.now.State, got)
		}
	}
	for err, want := range map[error]string{
		&a2aclient.UnsettledError{What: "it was lost"}:                                                       "✗ It was lost.\n→ ",
		&a2aclient.UnsettledError{What: "it was lost", Err: errors.New("no line"), TaskID: safe.Text("t-1")}: "✗ It was lost.\n  No line.\n→ The task t-1 may continue",
	} {
		if got := inLines(kit.ErrorLines(st, err, 80)); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := kit.InputName(a2aclient.Input{}) + "|" + kit.InputName(a2aclient.Input{Name: safe.Text("order")}); got != "form|order" {
		t.Error(got)
	}
}

// What is wrong with a file is said without its path.
func TestProblemsOfFiles(t *testing.T) {
	t.Parallel()
	_, syntax := ojson.Parse([]byte("{"), ojson.DataLimits)
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, "there is no such file"},
		{&fs.PathError{Op: "open", Path: "x", Err: errors.New("too many links")}, "too many links"},
		{fmt.Errorf("x: %w", syntax), "it is not JSON: " + syntax.Error()},
		{errors.New("other"), "other"},
	} {
		if got := kit.FileProblem(c.err); got != c.want {
			t.Errorf("%v: %q", c.err, got)
		}
	}
	dir := t.TempDir()
	for name, size := range map[string]int{"a.json": 3, "b.json": 4, ".hidden": 1} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{"a.json": "", "b.json": "it is larger than the limit of 3 bytes", "": "it is a directory", "none": "no such file"} {
		data, err := kit.ReadLimited(filepath.Join(dir, path), 3)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) || err == nil && len(data) != 3 {
			t.Errorf("%s: %d bytes, %v", path, len(data), err)
		}
	}
	for typed, want := range map[string]string{"/": "a.json b.json", "/b": "b.json", "/.": ".hidden", "/x": "", "x/y": ""} {
		var got []string
		for _, offer := range kit.Completions(dir + typed) {
			got = append(got, offer.Label)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q", typed, got)
		}
	}
}

// A command of the user that fills in forms is given the schema and the text; what it does wrong is said.
func TestCommandsThatFillInForms(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a POSIX shell")
	}
	for _, c := range []struct{ line, schema, want, problem string }{
		{"cat", `{"a": 1}`, `{"schema":{"a":1},"text":"x\"y"}` + "\n", ""},
		{"cat", `{`, "", "line 1"},
		{"echo no luck >&2; echo and more >&2; exit 3", `{}`, "", "It failed with exit code 3. no luck"},
		{"exit 4", `{}`, "", "It failed with exit code 4."},
		{"echo noise >&2; echo '{}'", `{}`, "{}\n", ""},
		{"head -c 1048576 /dev/zero | tr '\\0' x", `{}`, strings.Repeat("x", 1<<20), ""},
	} {
		got, err := kit.RunFormCommand(t.Context(), c.line, []byte(c.schema), `x"y`)
		if got != c.want || (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s: %.60q, %v", c.line, got, err)
		}
	}
	h := hostOf(80, 24)
	h.Options.Commands = store.UserCommands{"b": {Run: "x", Form: true}, "c": {Run: "x"}, "a": {Run: "x", Form: true}}
	if got := fmt.Sprint(kit.FormCommands(h)); got != "[a b]" {
		t.Error(got)
	}
}

// A theme decides over light and dark, and a terminal of sixteen colors has none of its own.
func TestThemesOfTerminals(t *testing.T) {
	t.Parallel()
	of := func(name kit.Theme, term kit.TermColors) string {
		st := kit.NewStyles(name, nil, term)
		return fmt.Sprint(st.Dim.GetForeground(), st.Bad.GetForeground(), st.Rule.GetForeground(), st.Found.GetReverse(), st.Button.Focused.GetReverse())
	}
	light, dark, few := of(kit.Auto, kit.TermColors{}), of(kit.Auto, kit.TermColors{Dark: true}), of(kit.Auto, kit.TermColors{ANSI16: true})
	for _, c := range []struct {
		name kit.Theme
		term kit.TermColors
		want string
	}{
		{kit.Light, kit.TermColors{Dark: true}, light}, {kit.Light, kit.TermColors{}, light}, {kit.Dark, kit.TermColors{}, dark}, {kit.Dark, kit.TermColors{Dark: true}, dark}, {kit.Light, kit.TermColors{ANSI16: true}, few},
	} {
		if got := of(c.name, c.term); got != c.want {
			t.Errorf("%s, %+v: %s, want %s", c.name, c.term, got, c.want)
		}
	}
	contrast := kit.NewStyles(kit.HighContrast, nil, kit.TermColors{Dark: true})
	if light == dark || strings.Contains(light, "true") || !strings.HasSuffix(few, "true true") || !contrast.Found.GetReverse() || !contrast.Found.GetUnderline() || !contrast.Changed.GetBold() || !contrast.Key.GetBold() || !contrast.Button.Focused.GetBold() {
		t.Errorf("light %s, dark %s, few %s", light, dark, few)
	}
	if !contrast.Cursor.GetReverse() || !kit.NewStyles(kit.Dark, nil, kit.TermColors{}).Cursor.GetReverse() {
		t.Error("the cursor is not seen without colors")
	}
	if contrast.Rule.GetForeground() != (lipgloss.NoColor{}) {
		t.Error("high contrast colors its rules")
	}
}

// Languages have comments of their own.
func TestCommentsOfLanguages(t *testing.T) {
	t.Parallel()
	for language, comment := range map[string]string{"sql": "--", "lua": "--", "ada": "--", "haskell": "--", "yaml": "#", "toml": "#", "go": "//", "rust": "//"} {
		for _, mark := range []string{"--", "#", "//"} {
			got := style.Code(language)("1 " + mark + " 2")
			if isComment := !strings.Contains(marked(got), "<3>2"); isComment != (mark == comment) {
				t.Errorf("%s: %s", language, marked(got))
			}
		}
	}
	for language, want := range map[string]string{"sh": "<1>1<6> ", "bash": "<1>1<6> ", "console": "<1>1<6> ", "text": "<6>1 --x", "json": "<3>1"} {
		if got := marked(style.Code(language)("1 --x")); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", language, got)
		}
	}
	if got := marked(style.Head("+1.0 s  Request")); got != "<5>+1.0 s<1>  Request" {
		t.Error(got)
	}
	if got := ansi.Strip(style.Head("Request")); got != "Request" {
		t.Error(got)
	}
}
