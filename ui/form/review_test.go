package form_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func TestReviewShowsOriginOfValues(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 100, 50)
	d.Press("f3", "1").WaitFor("16 of 16 required").Press("end").Type("x").Press("ctrl+s").WaitFor("› Review")
	d.WaitFor("this machine ─", " from the example ─╮")
	if row := regexp.MustCompile(`Title +Customer visit in Turinx +typed *│`); !row.MatchString(d.Screen()) || strings.Count(d.Screen(), "from the example") > 1 {
		t.Errorf("typed text has no origin, or each other value has one\n%s", d.Screen())
	}
	d.Press("esc").WaitFor("16 of 16 required")
}

// A message that is sent once more is reviewed as it was the first time, and can be edited before.
func TestRepeatIsReviewedLikeTheFormAndEdited(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	pane := func() string {
		_, rest, _ := strings.Cut(d.Screen(), "╭")
		pane, _, _ := strings.Cut(rest, "╯")
		return pane
	}
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review", "[ Send  enter ]  [ Back  esc ]").WaitGone("[ Edit")
	first := pane()
	d.Press("enter").WaitFor("✓ completed").Press("r").WaitFor("› Review", "[ Edit  o ]")
	if again := pane(); again != first {
		t.Errorf("first\n%s\nthen\n%s", first, again)
	}
	d.Press("f1").WaitFor("o opens").Press("esc").WaitGone("to be edited")
	d.Press("o").WaitFor("2 of 2 required", "A *       Lion", "Filled in as before; Ctrl+S reviews it").WaitGone("› Review")
	d.Press("end").Type("x").Press("ctrl+s").WaitFor("› Review", "A  Lionx").Press("esc").WaitFor("Lionx").Press("esc").WaitFor("✓ completed")
	d.Press("r").WaitFor("› Review", "A  Lion ").Press("o").WaitFor("Lionx", "As you left it")
}

// What was sent is replaced by what is typed first in a field, and undo brings back what was sent and not
// what was before.
func TestTypingReplacesWhatWasSent(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Type("Wolf").Press("tab").Type("Tiger").WaitFor("B *       Tiger").Press("ctrl+s").WaitFor("› Review")
	d.Press("enter").WaitFor("✓ completed").Press("o").WaitFor("2 of 2 required", "▌ ● A *       Wolf")
	d.Press("tab").Type("Bear").WaitFor("B *       Bear ").Press("ctrl+z").WaitFor("B *       Tiger").Press("shift+tab").Type("Lion").WaitFor("A *       Lion ")
	d.Press("ctrl+z").WaitFor("A *       Wolf ")
}

// Each item of a list of objects has a line of its own, its values behind their labels: two numbers in a row say nothing.
func TestReviewNamesWhatIsInItems(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 100, 60)
	d.Press("f3", "1").WaitFor("16 of 16 required").Press("ctrl+s").WaitFor("› Review", "  3     ", "What Breakfast, Category meals, Amount 9.50")
}

func TestReviewShowsUncheckedParts(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 100, 60)
	d.Press("f3", "1").WaitFor("16 of 16 required").Press("ctrl+s").WaitFor("› Review", "Note                   null")
}

func TestReviewCopiesTheMessage(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Type("Lion").Press("tab").Type("it's").WaitFor("2 of 2 required").Press("ctrl+s").WaitFor("› Review")
	for i, want := range []string{"curl -sS -N http://127", "a2aform send http://127", "a2a send http://127", `{"a":"Lion","b":"it's"}`} {
		d.Press("y").WaitFor("Copy the message as", "a curl command", "JSON")
		for range i {
			d.Press("down")
		}
		d.Press("enter").WaitFor("(if your terminal allows clipboard access)")
		d.WaitOutside(want, func() bool { return strings.HasPrefix(apptest.Copied(d), want) })
		if got := apptest.Copied(d); i < 3 && !strings.Contains(got, `{"a":"Lion","b":"it'\''s"}`) {
			t.Errorf("%d: %s", i, got)
		}
		d.Press("f1").WaitFor("Keys").Press("esc").WaitGone("clipboard access")
	}
}

// The card and the form list the examples, then the presets, under the same numbers.
func TestPresetsAreSavedOfferedAndRemoved(t *testing.T) {
	t.Parallel()
	s := apptest.NewSession(t)
	d, end := s.Fight()
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review")
	d.Press("P").WaitFor("Save as a preset").Press("enter").WaitFor("✗ a preset needs a name")
	d.Type("cats").Press("enter").WaitFor("Saved preset “cats”")
	d.Press("esc").WaitGone("› Review").WaitFor("Tiger").Press("f3").WaitFor("3  Godzilla", "4  cats", "preset", "   Blank form").Press("esc").WaitGone("Blank form")
	d.Press("esc").WaitFor("1  Superman", "4  cats  preset").Press("1").WaitFor("Example 1 loaded").Press("esc").WaitFor("Skills").Press("4").WaitFor("Preset “cats” loaded", "Tiger")
	end(apptest.Filled)

	d, end = s.Fight()
	d.WaitFor("Your draft").Press("f3").WaitFor("Blank form")
	d.Type("blank").Press("enter").WaitFor("The form is blank. Ctrl+Z undoes it.", "0 of 2 required")
	d.Press("f3").WaitFor("4  cats").Press("4").WaitFor("Preset “cats” loaded", "A *       Lion", "2 of 2 required")
	d.Press("ctrl+s").WaitFor("› Review", "A  Lion", "from the preset ─╮").Press("esc").WaitFor("2 of 2 required")
	d.Press("f3").WaitFor("Remove a preset").Type("remove").Press("enter").WaitFor("Remove which preset?").Press("enter").WaitFor("Preset cats is removed")
	d.Press("f3").WaitFor("Blank form").WaitGone("cats").Press("esc")
	end(apptest.Filled)
}

func TestReviewCanBeSkipped(t *testing.T) {
	t.Parallel()
	app := ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), SkipReview: true})
	d := uitest.Start(t, app, 80, 24).WaitFor("Fight Comparison")
	d.Press("enter").WaitFor("0 of 2 required").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("✓ completed")
	d.Press("esc").WaitFor("2 of 2 required", "Lion")
}

// A text goes to the clipboard that the program reaches by itself, else to the terminal's, which may ignore it.
func TestCopyUsesTheClipboardItReaches(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err        error
		says       string
		byTerminal bool
	}{
		{nil, "Copied a curl command.", false},
		{errors.New("no server"), "Copied a curl command (if your terminal allows clipboard access).", true},
	} {
		got := make(chan string, 1)
		clipboard := func(_ context.Context, text string) error {
			got <- text
			return tt.err
		}
		opts := kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Clipboard: clipboard}
		d := apptest.OpenForm(uitest.Start(t, ui.New(t.Context(), opts), 80, 24).WaitFor("Fight Comparison"))
		d.Type("Lion").Press("tab").Type("Tiger").WaitFor("2 of 2 required").Press("ctrl+s").WaitFor("› Review")
		d.Press("y").WaitFor("Copy the message as").Press("enter").WaitFor(tt.says)
		if text := <-got; !strings.HasPrefix(text, "curl ") {
			t.Errorf("the clipboard has %q", text)
		}
		if tt.byTerminal {
			d.WaitOutside("the text in the terminal", func() bool { return strings.HasPrefix(apptest.Copied(d), "curl ") })
		} else if text := apptest.Copied(d); text != "" {
			t.Errorf("the terminal has it, too: %q", text)
		}
	}
}

// A wide review has the JSON beside the values; what holds a secret is on neither side.
func TestWideReviewHasTheJSONBeside(t *testing.T) {
	t.Parallel()
	url := apptest.Agent(t, apptest.OneForm(`{"type":"object","properties":{"word":{"type":"string"},"key":{"type":"string","format":"password"}}}`), apptest.NoAnswer)
	d := apptest.OpenForm(apptest.Start(t, url, 160, 45).WaitFor("The skill")).WaitFor("Word").Type("hello").Press("ctrl+s")
	d.WaitFor("› Review", "╭ JSON ", `"word": "hello"`, "Word ").WaitGone("v JSON").Press("v").WaitFor("It is beside already")
	d.Resize(120, 40).WaitFor("v JSON", "Word ").WaitGone("╭ JSON ").Press("v").WaitFor("v Values", `"word": "hello"`).WaitGone("Word ")
	d.Resize(160, 45).WaitFor("╭ JSON ", "Word ").Press("esc").WaitFor("Key").Press("tab").Type("hunter2").Press("ctrl+s")
	d.WaitFor("› Review", "╭ JSON ", "The data holds a secret").WaitGone("hunter2")
	d.Command("request").WaitFor("› Request", "POST http", "The data holds a secret").WaitGone("hunter2")
}

// A review shows the values. JSON takes their place by a key, and the request is a command, from which esc leads back.
func TestReviewShowsValuesThenJSONThenTheRequest(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review", "A  Lion", "v JSON  y Copy").WaitGone("Request", "Save as")
	d.Press("v").WaitFor(`"a": "Lion"`, "v Values").WaitGone("A  Lion").Press("v").WaitFor("A  Lion", "v JSON")
	d.Command("request").WaitFor("› Request", "Protocol  JSONRPC", "POST http", "Content-Type: application/json", `"a":"Lion"`)
	d.Press("esc").WaitFor("A  Lion", "v JSON").Press("2", "tab").WaitFor("A  Lion", "v JSON")
}

// Where most values come from is said once; a row says only that it is otherwise. Fields in others are not among those left out.
func TestReviewSaysOnceWhereValuesComeFrom(t *testing.T) {
	t.Parallel()
	card := apptest.OneForm(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"d":{"type":"string"},
		"g":{"type":"object","properties":{"e":{"type":"string"},"f":{"type":"string"},"h":{"type":"string"}}}}}`)
	card.Skills = strings.Replace(card.Skills, `"tags":[]`, `"tags":[],"examples":["{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\",\"g\":{\"e\":\"4\",\"f\":\"5\"}}"]`, 1)
	d := apptest.Start(t, apptest.Agent(t, card, apptest.NoAnswer), 80, 24).WaitFor("The skill").Press("1").WaitFor("Example 1 loaded")
	seen := func(want string) {
		t.Helper()
		d.Press("ctrl+s").WaitFor("› Review")
		if !regexp.MustCompile("(?s)" + want).MatchString(d.Screen()) {
			t.Errorf("not %s\n%s", want, d.Screen())
		}
		d.Press("esc").WaitGone("› Review")
	}
	seen(`─ from the example ─╮.*A +1 +│.*B +2 +│.*C +3 +│.*G +│.*E +4 +│.*F +5 +│.*Left out  D +│`)
	d.Press("end").Type("x").WaitFor("1x")
	seen(`─ from the example ─╮.*A +1x +typed │.*B +2 +│.*C +3 +│.*G +│`)
	d.Press("ctrl+end", "shift+tab", "end").Type("y").WaitFor("5y")
	seen(`─ from the example ─╮.*A +1x +typed │.*B +2 +│.*C +3 +│.*G +partly typed │.*F +5y +│`)
	d.Press("shift+tab", "end").Type("z").WaitFor("4z")
	seen(`this machine ─+╮.*A +1x +│.*B +2 +from the example │.*C +3 +from the example │.*G +│`)
}
