package ui_test

import (
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

const fillSchema = `{"type":"object","properties":{"word":{"type":"string","title":"Word"}},"required":["word"]}`

// A form for another program is reviewed as JSON, and given to it only then.
func TestFillingForAnotherProgram(t *testing.T) {
	t.Parallel()
	got := make(chan string, 1)
	f := ui.Filling{Input: &a2aclient.Input{Name: safe.Text("word.json"), Schema: []byte(fillSchema)}, Done: func(data []byte) { got <- string(data) }}
	d := uitest.Start(t, ui.NewFilling(t.Context(), kit.Options{}, f), 80, 24).WaitFor("Word", "Review")
	d.Type("tea").WaitFor("tea").Press("esc").WaitFor("Nothing was printed. Ctrl+C again quits.")
	d.Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor(`"word": "tea"`, "enter Print").Press("esc").WaitGone("enter Print").Type("s").WaitFor("teas")
	d.Press("ctrl+s").WaitFor(`"word": "teas"`)
	select {
	case data := <-got:
		t.Fatalf("given before enter: %s", data)
	default:
	}
	if err := d.Press("enter").WaitExit(); err != nil {
		t.Fatal(err)
	}
	if data := <-got; data != `{"word":"teas"}` {
		t.Errorf("%s", data)
	}
}

// The form begins with what is known, and esc on a form that was not touched ends the program.
func TestFillingEndsWithEsc(t *testing.T) {
	t.Parallel()
	f := ui.Filling{Input: &a2aclient.Input{Schema: []byte(fillSchema)}, Prefill: []byte(`{"word":"given"}`), Done: func([]byte) { t.Error("something was given") }}
	if err := uitest.Start(t, ui.NewFilling(t.Context(), kit.Options{}, f), 80, 24).WaitFor("given").Press("esc").WaitExit(); err != nil {
		t.Fatal(err)
	}
}
