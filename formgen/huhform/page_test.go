package huhform_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

const trip = `{"type":"object","additionalProperties":false,"required":["city","nights","who"],"properties":{
	"city":{"type":"string","minLength":2,"title":"City","description":"Where the trip goes to"},
	"nights":{"type":"integer","minimum":1,"maximum":30,"title":"Nights"},
	"mode":{"enum":["rail","air","sea"],"title":"Mode"},
	"insured":{"type":"boolean","title":"Insured"},
	"note":{"type":["string","null"],"title":"Note"},
	"start":{"type":"string","format":"date","title":"Start"},
	"who":{"type":"object","title":"Traveller","required":["name"],"properties":{"name":{"type":"string"},"age":{"type":"integer"}}},
	"stops":{"type":"array","title":"Stops","items":{"type":"object","required":["place"],"properties":{"place":{"type":"string"},"days":{"type":"integer"}}}},
	"tags":{"type":"array","title":"Tags","items":{"type":"string"}},
	"country":{"enum":["AT","BE","CH","DE","ES","FR","GB","IT","NL","PL"],"title":"Country"},
	"more":{"title":"More"}}}`

type harness struct {
	t    testing.TB
	form *formgen.Form
	page *huhform.Page
}

func start(t testing.TB, text string) *harness {
	t.Helper()
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	form := formgen.New(doc)
	page := huhform.New(form, form.Root(), huhform.TestStyles)
	page.SetSize(80, 30)
	return &harness{t, form, page}
}

var named = map[string]tea.KeyPressMsg{
	"tab": {Code: tea.KeyTab}, "shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "enter": {Code: tea.KeyEnter},
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"end": {Code: tea.KeyEnd}, "backspace": {Code: tea.KeyBackspace}, "ctrl+g": {Code: 'g', Mod: tea.ModCtrl}, "f7": {Code: tea.KeyF7}, "f8": {Code: tea.KeyF8},
	"ctrl+z": {Code: 'z', Mod: tea.ModCtrl}, "alt+up": {Code: tea.KeyUp, Mod: tea.ModAlt}, "space": {Code: ' ', Text: " "},
	"ctrl+u": {Code: 'u', Mod: tea.ModCtrl}, "alt+v": {Code: 'v', Mod: tea.ModAlt}, "alt+k": {Code: 'k', Mod: tea.ModAlt},
	"ctrl+up": {Code: tea.KeyUp, Mod: tea.ModCtrl}, "ctrl+down": {Code: tea.KeyDown, Mod: tea.ModCtrl}, "shift+up": {Code: tea.KeyUp, Mod: tea.ModShift},
	"esc": {Code: tea.KeyEscape}, "pgdown": {Code: tea.KeyPgDown}, "f2": {Code: tea.KeyF2}, "alt+j": {Code: 'j', Mod: tea.ModAlt}, "ctrl+y": {Code: 'y', Mod: tea.ModCtrl}, "f9": {Code: tea.KeyF9}, "alt+r": {Code: 'r', Mod: tea.ModAlt}, "alt+n": {Code: 'n', Mod: tea.ModAlt}, "alt+down": {Code: tea.KeyDown, Mod: tea.ModAlt}, "ctrl+end": {Code: tea.KeyEnd, Mod: tea.ModCtrl}, "ctrl+home": {Code: tea.KeyHome, Mod: tea.ModCtrl},
}

// press sends keys; a word that names no key is typed.
func (h *harness) press(keys ...string) huhform.Event {
	var last huhform.Event
	for _, k := range keys {
		if msg, ok := named[k]; ok {
			last, _ = h.page.Update(msg)
			continue
		}
		for _, r := range k {
			last, _ = h.page.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	return last
}

func (h *harness) validate() { h.form.Accept(h.form.Validate()()) }

func (h *harness) value() string {
	v, _ := h.form.Value()
	return string(v.Compact())
}

func (h *harness) view() string { return ansi.Strip(strings.Join(h.page.Lines(), "\n")) }

func (h *harness) goTo(pointer string) *harness {
	h.t.Helper()
	if x := h.form.At(pointer); x == nil || !h.page.Focus(x) {
		h.t.Fatalf("cannot focus %q on\n%s", pointer, h.view())
	}
	return h
}

func (h *harness) want(value string) {
	h.t.Helper()
	if got := h.value(); got != value {
		h.t.Errorf("value %s, want %s\n%s", got, value, h.view())
	}
}

func TestTypingUpdatesForm(t *testing.T) {
	h := start(t, trip)
	h.press("Rome", "tab", "12", "enter", "right", "right", "tab", "right")
	h.want(`{"city":"Rome","nights":12,"mode":"air","insured":true,"who":{}}`)
	h.goTo("/mode").press("left", "left")
	h.want(`{"city":"Rome","nights":12,"insured":true,"who":{}}`)
}

// A space that is typed in the name of a choice is part of it.
func TestSpaceInTheNameOfAChoice(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"part":{"enum":["Bolt M6","Gear 12T","Gear 24T"]}}}`).goTo("/part")
	for _, letter := range "gear 24t" {
		if letter == ' ' {
			h.press("space")
		} else if event := h.press(string(letter)); event.Say != "" {
			t.Errorf("after %q: %q", letter, event.Say)
		}
	}
	h.want(`{"part":"Gear 24T"}`)
}

// Where no choice of a row is taken, each arrow takes one: the right one the first, the left one the last.
func TestBothArrowsChooseWhereNothingIsChosen(t *testing.T) {
	const fields = `{"type":"object","properties":{"express":{"type":"boolean"},"size":{"enum":["s","m","l"]},
		"to":{"oneOf":[{"title":"Home","type":"object","properties":{"street":{"type":"string"}}},{"title":"Shop","type":"object","properties":{"shop":{"type":"string"}}}]}}}`
	for at, want := range map[string]struct{ left, right string }{
		"/express": {`{"express":false}`, `{"express":true}`},
		"/size":    {`{"size":"l"}`, `{"size":"s"}`},
	} {
		h := start(t, fields)
		h.goTo(at).press("left")
		h.want(want.left)
		h = start(t, fields)
		h.goTo(at).press("right")
		h.want(want.right)
		h.press("left") // it is taken away again
		h.want(`{}`)
	}
	h := start(t, fields)
	h.to(formgen.Variant, "/to").press("left")
	h.see("(●) Shop")
	h = start(t, fields)
	h.to(formgen.Variant, "/to").press("right")
	h.see("(●) Home")
}

func TestNavigationChangesNothing(t *testing.T) {
	h := start(t, trip)
	v, _ := ojson.Parse([]byte(`{"city":"tab\there","nights":1,"mode":"sea","note":"two\nlines","insured":false,"more":{"a":1.0}}`), ojson.DataLimits)
	h.form.Load(v)
	h.page.Refresh()
	before, edit := h.value(), h.form.Edit()
	for range 30 {
		h.press("tab")
		h.page.Lines()
	}
	for range 30 {
		h.press("shift+tab")
	}
	if h.value() != before || h.form.Edit() != edit {
		t.Errorf("walking through changed %s to %s", before, h.value())
	}
}

// bubbles fails there.
func TestDeleteWordBeforeLastCharacter(t *testing.T) {
	h := start(t, trip)
	h.press("ab", "left")
	h.page.Update(tea.KeyPressMsg{Code: tea.KeyDelete, Mod: tea.ModAlt})
	h.want(`{"city":"ab","who":{}}`)
}

func TestInvalidFieldDoesNotTrap(t *testing.T) {
	h := start(t, trip)
	h.goTo("/nights").press("13x", "tab", "shift+tab", "shift+tab")
	h.validate()
	if got := h.page.Focused().Pointer(); got != "/city" {
		t.Errorf("focus at %q", got)
	}
	if view := h.view(); !strings.Contains(view, "✗ Not a number") || !strings.Contains(view, "13x") {
		t.Errorf("the problem or the text is not shown:\n%s", view)
	}
	h.goTo("/nights").press("backspace")
	if view := h.view(); strings.Contains(view, "✗") {
		t.Errorf("a mended problem is still shown:\n%s", view)
	}
}

func TestPresenceKeyCyclesSetNullOmitted(t *testing.T) {
	h := start(t, trip)
	if h.goTo("/note"); !strings.Contains(h.view(), "Optional") {
		t.Errorf("an omitted text does not say so:\n%s", h.view())
	}
	h.press("ctrl+g")
	if view := h.view(); !strings.Contains(view, "Empty text") {
		t.Errorf("an empty text that is sent does not say so:\n%s", view)
	}
	h.want(`{"note":"","who":{}}`)
	h.press("ctrl+g")
	h.want(`{"note":null,"who":{}}`)
	h.press("ctrl+g", "hi")
	h.want(`{"note":"hi","who":{}}`)
	h.press("backspace", "backspace")
	h.want(`{"who":{}}`)
}

// The key of the presence does not make a value that the schema refuses out of nothing, and brings back what was typed.
func TestPresenceKeyMakesNoInvalidValue(t *testing.T) {
	h := start(t, `{"type":"object","required":["due"],"properties":{"from":{"type":"string","format":"date"},"least":{"type":"number"},
		"code":{"type":"string","minLength":2},"tags":{"type":"array","minItems":1,"uniqueItems":true,"items":{"enum":["a","b","c"]}},
		"due":{"type":["string","null"],"format":"date"}}}`)
	for _, name := range []string{"from", "least", "code", "tags"} {
		event := h.goTo("/" + name).press("ctrl+g")
		if x := h.page.Focused(); x.Presence() != formgen.Omitted || !strings.HasPrefix(event.Say, "fill in ") {
			t.Errorf("%s is %v after the key, which says %q", name, x.Presence(), event.Say)
		}
		for _, k := range h.page.Keys() {
			if slices.Contains(k.Keys(), "ctrl+g") && k.Enabled() {
				t.Errorf("%s offers %q", name, k.Help().Desc)
			}
		}
	}
	h.want(`{}`)
	h.goTo("/due").press("ctrl+g")
	h.want(`{"due":null}`)
	h.press("ctrl+g")
	h.want(`{}`)
	h.goTo("/least").press("1", "2", "ctrl+g")
	h.want(`{}`)
	h.press("ctrl+g")
	h.want(`{"least":12}`)
}

func TestRequiredNullNamesItsKey(t *testing.T) {
	h := start(t, `{"type":"object","required":["note"],"properties":{"note":{"type":["string","null"]},"other":{"type":"string"}}}`)
	if view := h.goTo("/note").view(); !strings.Contains(view, "Ctrl+G sets null") {
		t.Errorf("focused:\n%s", view)
	}
	if view := h.goTo("/other").view(); !strings.Contains(view, "Required (Ctrl+G sets null)") {
		t.Errorf("not focused:\n%s", view)
	}
	h.goTo("/note").press("ctrl+g")
	h.want(`{"note":null}`)
}

func TestListsGrowShrinkMoveAndUndo(t *testing.T) {
	h := start(t, trip)
	for h.page.Focused().Pointer() != "/tags" {
		h.press("tab")
	}
	h.press("enter", "one", "f7", "two", "f7", "three")
	h.want(`{"who":{},"tags":["one","two","three"]}`)
	h.press("alt+up")
	h.want(`{"who":{},"tags":["one","three","two"]}`)
	if h.page.Focused().Pointer() != "/tags/1" {
		t.Errorf("the focus did not follow the moved item: %q", h.page.Focused().Pointer())
	}
	h.press("f8")
	h.want(`{"who":{},"tags":["one","two"]}`)
	h.press("ctrl+z")
	h.want(`{"who":{},"tags":["one","three","two"]}`)
}

func TestARowShowsWhatItsPageHolds(t *testing.T) {
	h := start(t, trip)
	h.form.At("/stops").Append()
	child := huhform.New(h.form, h.form.At("/stops/0"), huhform.TestStyles)
	for _, r := range "Siena" {
		child.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	h.page.Refresh()
	if view := h.view(); !strings.Contains(view, "Siena") {
		t.Errorf("the row does not show what its page holds:\n%s", view)
	}
}

func TestLongEnumIsFiltered(t *testing.T) {
	h := start(t, trip)
	h.goTo("/country").press("IT", "enter")
	h.want(`{"who":{},"country":"IT"}`)
}

func TestTextAreaTakesLines(t *testing.T) {
	h := start(t, trip)
	h.goTo("/more").press("{", "enter", `"a": 1.50}`)
	h.want(`{"who":{},"more":{"a":1.50}}`)
}

func TestTextAreaShowsBeginning(t *testing.T) {
	h := start(t, trip)
	v, _ := ojson.Parse([]byte(`{"more":{"first":1,"b":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19],"last":1}}`), ojson.DataLimits)
	h.form.Load(v)
	h.page.Refresh()
	if view := h.goTo("/more").view(); !strings.Contains(view, `"first": 1`) || strings.Contains(view, "last") {
		t.Errorf("the beginning is not shown:\n%s", view)
	}
	h.want(`{"more":{"first":1,"b":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19],"last":1}}`)
}

func TestWrongDateIsShownOnceItIsLeft(t *testing.T) {
	h := start(t, trip)
	h.goTo("/start").press("2026-13-40")
	if view := h.view(); strings.Contains(view, "Not a date") {
		t.Errorf("a problem while it is typed:\n%s", view)
	}
	if view := h.press("tab"); view.Open != nil || !strings.Contains(h.view(), "✗ Not a date") {
		t.Errorf("no problem:\n%s", h.view())
	}
}

func TestRowsFitWidthAndHeight(t *testing.T) {
	for _, size := range [][2]int{{30, 8}, {40, 15}, {80, 24}, {120, 40}} {
		h := start(t, strings.Replace(trip, `"title":"City"`, `"title":"都市 of origin, مدينة, with a very long title"`, 1))
		h.page.SetSize(size[0], size[1])
		for range 20 {
			lines := strings.Split(h.view(), "\n")
			if len(lines) > size[1] {
				t.Errorf("%v: %d lines", size, len(lines))
			}
			for _, l := range lines {
				if ansi.StringWidth(l) > size[0] {
					t.Errorf("%v: too wide: %q", size, l)
				}
			}
			if !strings.Contains(h.view(), "▌") {
				t.Errorf("%v: the focused row is off screen:\n%s", size, h.view())
			}
			h.press("tab")
		}
	}
}

func flat(n int) string {
	var sb strings.Builder
	for i := range n {
		fmt.Fprintf(&sb, `"field%d":{"type":"string","title":"Field %d","maxLength":80},`, i, i)
	}
	return `{"type":"object","properties":{` + strings.TrimSuffix(sb.String(), ",") + `}}`
}

func BenchmarkKey(b *testing.B) {
	for _, n := range []int{10, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			h := start(b, flat(n))
			h.page.SetSize(80, 22)
			h.page.Lines()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%40 == 39 {
					h.press("tab")
				}
				h.press("x")
				h.page.Lines()
			}
		})
	}
}

// The mark of a row has the color of what is wrong with the value or in it, and a closed item
// says that there are warnings in it.
func TestMarksShowWhatIsWrongInside(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"days":{"type":"array","items":{"type":"object","properties":{"day":{"type":"string","format":"date"},"n":{"type":"integer"},
		"deep":{"type":"object","properties":{"x":{"type":"object","properties":{"y":{"type":"string"}}}}}}}},"last":{"type":"string"}}}`)
	h.load(`{"days":[{"day":"2026-01-02","n":1},{"day":"2.1.2026","n":2},{"day":"2026-01-02","n":"x"}],"last":"a"}`)
	h.validate()
	h.goTo("/last").see("2026-01-02, 1", "! 1 warning 2.1.2026, 2", "✗ 1 problem 2026-01-02, x")
	var colors []string
	for _, line := range h.page.Lines() {
		for name, style := range map[string]lipgloss.Style{"good": huhform.TestStyles.Marker, "doubtful": huhform.TestStyles.Warning, "wrong": huhform.TestStyles.Problem} {
			if strings.Contains(line, style.Render("●")) {
				colors = append(colors, name)
			}
		}
	}
	if got := strings.Join(colors, " "); got != "wrong good doubtful wrong good" { // the list, its items, and what follows
		t.Errorf("%s:\n%s", got, h.view())
	}
}
