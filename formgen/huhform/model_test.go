package huhform_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
)

// program runs a model as Bubble Tea does, one message after the other.
type program struct {
	t      *testing.T
	model  tea.Model
	msgs   []tea.Msg // that commands returned
	hasEnd bool
}

func run(t *testing.T, model tea.Model) *program {
	t.Helper()
	p := &program{t: t, model: model}
	p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return p
}

func openModel(t *testing.T, schema string) *huhform.Model {
	t.Helper()
	input, err := formgen.Open([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	return huhform.NewModel(input)
}

func (p *program) send(msg tea.Msg) {
	var cmd tea.Cmd
	p.model, cmd = p.model.Update(msg)
	p.do(cmd)
}

func (p *program) do(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			p.do(cmd)
		}
	case tea.QuitMsg:
		p.hasEnd = true
	default:
		p.msgs = append(p.msgs, msg)
		p.send(msg)
	}
}

func (p *program) press(keys ...string) *program {
	more := map[string]tea.KeyPressMsg{
		"ctrl+s": {Code: 's', Mod: tea.ModCtrl}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "f1": {Code: tea.KeyF1}, "f6": {Code: tea.KeyF6},
	}
	for _, k := range keys {
		if msg, ok := named[k]; ok {
			p.send(msg)
			continue
		}
		if msg, ok := more[k]; ok {
			p.send(msg)
			continue
		}
		for _, r := range k {
			p.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	return p
}

func (p *program) screen() string { return plainText(p.model.View().Content) }

// plainText is a screen without styles and without spaces at the ends of lines.
func plainText(content string) string {
	lines := strings.Split(ansi.Strip(content), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}

// line is the first line of the screen with a text, with a space between words.
func (p *program) line(with string) string {
	for l := range strings.Lines(p.screen()) {
		if l = strings.Join(strings.Fields(l), " "); strings.Contains(l, with) {
			return l
		}
	}
	return ""
}

// withoutGaps is a screen with one empty line in place of several.
func withoutGaps(screen string) string {
	return regexp.MustCompile(`\n{3,}`).ReplaceAllString(screen, "\n\n")
}

func orderSchema(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../testdata/order.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A problem in a small item is shown in its list, as the item is when enter opens it.
func TestProblemInASmallItemIsShownInItsList(t *testing.T) {
	p := run(t, openModel(t, stopsForm))
	p.press("enter", "Rome", "tab", "x", "tab", "enter", "Oslo", "tab", "3", "f6")
	if got := p.line("▌ ● Days"); got != "▌ ● Days x" || p.line("Oslo, 3") == "" {
		t.Errorf("%q in\n%s", got, p.screen())
	}
}

func TestModelIsProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := openModel(t, orderSchema(t))
		p := run(t, m)
		const first = `Order                                                            1 of 3 required
What to send, and how fast it has to be there.

▌ ○ Item *
▌               Name or number of the article. Text, at least 2 characters.
  ○ Quantity *  Required
  ● Wrapping *  (●) paper  ( ) box
  ○ Express     ( ) yes  ( ) no  Optional
  ○ Day         Optional

  [ Submit ]
tab Next field • ctrl+s Submit • esc Cancel • f1 Help • f2 Edit as JSON …`
		if got := p.screen(); strings.Count(got, "\n") != 23 || withoutGaps(got) != first {
			t.Errorf("got\n%s\nwant\n%s", got, first)
		}
		p.press("Lamp", "tab", "120", "tab", "right", "tab", "right", "tab")
		const second = `Order                                               ✗ 1 problem  2 of 3 required
What to send, and how fast it has to be there.

  ● Item *      Lamp
  ● Quantity *  120
                ✗ At most 99
  ● Wrapping *  ( ) paper  (●) box
  ● Express     (●) yes  ( ) no
▌ ○ Day         Optional
▌               When it has to be there. Date, such as 2000-01-02. Words work
▌               too: last month, next fri.

  [ Submit ]
tab Next field • ctrl+s Submit • esc Cancel • f1 Help • f6 Next problem …`
		if got := p.screen(); strings.Count(got, "\n") != 23 || withoutGaps(got) != second {
			t.Errorf("got\n%s\nwant\n%s", got, second)
		}
		if m.State() != huhform.Editing || m.Value() != nil {
			t.Errorf("state %v, value %s", m.State(), m.Value())
		}
		p.press("f6", "backspace", "ctrl+s")
		const want = `{"item":"Lamp","quantity":12,"wrapping":"box","express":true}`
		if m.State() != huhform.Submitted || string(m.Value()) != want || !p.hasEnd {
			t.Errorf("state %v, value %s, end %v\n%s", m.State(), m.Value(), p.hasEnd, p.screen())
		}
	})
}

func TestModelGoesToProblems(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := openModel(t, orderSchema(t))
		p := run(t, m).press("tab", "tab", "ctrl+s")
		if m.State() != huhform.Editing || p.hasEnd || p.line("[ Submit ]") != "[ Submit ] Not submitted. Item: required (and 1 more)." {
			t.Errorf("state %v\n%s", m.State(), p.screen())
		}
		if p.press("La"); p.line("▌ ● Item") == "" || strings.Contains(p.screen(), "Not submitted") {
			t.Errorf("the first problem has no focus, or the message stays\n%s", p.screen())
		}
		if p.press("f6"); p.line("▌ ○ Quantity") == "" || p.line("[ Submit ]") != "[ Submit ] Problem 1 of 1" {
			t.Errorf("f6\n%s", p.screen())
		}
	})
}

// After the last field comes the button, which enter presses.
func TestModelButton(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := openModel(t, `{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`)
		p := run(t, m).press("x", "tab", "ignored")
		if p.line("▌ [ Submit ]") == "" || p.line("enter Submit") == "" {
			t.Fatalf("the button has no focus\n%s", p.screen())
		}
		if p.press("up", "y"); p.line("▌ ● A * y") == "" {
			t.Fatalf("up does not go back\n%s", p.screen())
		}
		if p.press("enter", "enter"); string(m.Value()) != `{"a":"y"}` || !p.hasEnd {
			t.Errorf("value %s\n%s", m.Value(), p.screen())
		}
	})
}

func TestLeavingModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, tt := range map[string]struct {
			keys  []string
			state huhform.State
		}{
			"nothing typed": {[]string{"esc"}, huhform.Canceled},
			"typed":         {[]string{"x", "esc"}, huhform.Editing},
			"typed, twice":  {[]string{"x", "esc", "esc"}, huhform.Canceled},
			"typed between": {[]string{"x", "esc", "y", "esc"}, huhform.Editing},
			"ctrl+c":        {[]string{"x", "ctrl+c"}, huhform.Canceled},
		} {
			m := openModel(t, orderSchema(t))
			p := run(t, m).press(tt.keys...)
			isDone := tt.state == huhform.Canceled
			if m.State() != tt.state || p.hasEnd != isDone || m.Value() != nil || strings.Contains(p.screen(), "Press Esc again") == isDone {
				t.Errorf("%s: state %v, end %v\n%s", name, m.State(), p.hasEnd, p.screen())
			}
		}
	})
}

func TestModelTitle(t *testing.T) {
	m := openModel(t, `{"type":"object","properties":{"city":{"type":"string"}}}`)
	p := run(t, m)
	if !strings.HasPrefix(p.screen(), "Value\n") {
		t.Errorf("without a title:\n%s", p.screen())
	}
	m.SetTitle("get_weather\x1b[2J of\na city")
	if !strings.HasPrefix(p.screen(), "get_weather␛[2J of⏎a city\n") {
		t.Errorf("with a title:\n%s", p.screen())
	}
}

func TestModelPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := openModel(t, `{"type":"object","title":"Trip","properties":{"hotel":{"type":"object","title":"Hotel","required":["name"],
		"properties":{"name":{"type":"string"},"b":{},"c":{},"d":{},"e":{},"f":{},"g":{"type":"array","items":{"type":"string"}}}}}}`)
		p := run(t, m).press("enter")
		if !strings.HasPrefix(p.screen(), "Hotel ") || p.line("esc Back") == "" || p.line("[ Submit ]") != "" {
			t.Fatalf("the page of the hotel is not open\n%s", p.screen())
		}
		if p.press("ctrl+end", "tab"); p.line("Press Esc to go back.") == "" {
			t.Errorf("nothing says how to go on after the last field\n%s", p.screen())
		}
		if p.press("esc"); !strings.HasPrefix(p.screen(), "Trip ") || p.line("[ Submit ]") == "" {
			t.Fatalf("esc does not go back\n%s", p.screen())
		}
		if p.press("ctrl+s", "Ritz"); !strings.HasPrefix(p.screen(), "Hotel ") || p.line("▌ ● Name * Ritz") == "" {
			t.Fatalf("the problem on another page has no focus\n%s", p.screen())
		}
		if p.press("ctrl+s"); string(m.Value()) != `{"hotel":{"name":"Ritz"}}` {
			t.Errorf("%s\n%s", m.Value(), p.screen())
		}
	})
}

func TestModelHelp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := run(t, openModel(t, orderSchema(t))).press("f1")
		for _, want := range []string{"Name or number of the article.", "In the data: /item", "ctrl+s    Submit", "Edit as JSON", "Any key goes back to the form."} {
			if !strings.Contains(p.screen(), want) {
				t.Errorf("%q is missing in\n%s", want, p.screen())
			}
		}
		if p.press("x"); p.line("▌ ○ Item") == "" {
			t.Errorf("the key that closes help is typed, or help stays\n%s", p.screen())
		}
		m := openModel(t, orderSchema(t))
		m.SetShowHelp(false)
		if p := run(t, m); p.line("ctrl+s") != "" || p.line("[ Submit ]") == "" || strings.Count(p.screen(), "\n") != 23 {
			t.Errorf("without keys:\n%s", p.screen())
		}
	})
}

// A model in another program ends no program, and does what that program says of its size and its focus.
func TestModelInProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shop{form: openModel(t, orderSchema(t))}
		p := run(t, s).press("Lamp", "tab", "2", "ctrl+s")
		if p.hasEnd || len(s.orders) != 1 || s.form.State() != huhform.Submitted {
			t.Fatalf("end %v, orders %q", p.hasEnd, s.orders)
		}
		for i, l := range strings.Split(s.form.View().Content, "\n") {
			if lipgloss.Width(l) > 80-listWidth {
				t.Errorf("line %d is too wide: %q", i, ansi.Strip(l))
			}
		}
		p.press("0", "ctrl+s")
		if want := []string{`{"item":"Lamp","quantity":2,"wrapping":"paper"}`, `{"item":"Lamp","quantity":20,"wrapping":"paper"}`}; !slices.Equal(s.orders, want) {
			t.Errorf("orders %q", s.orders)
		}
		s.form.Blur()
		if p.press("5", "esc", "ctrl+s"); p.hasEnd || len(s.orders) != 2 || strings.Contains(p.screen(), "▌") {
			t.Errorf("blurred: end %v, %d orders\n%s", p.hasEnd, len(s.orders), p.screen())
		}
		s.form.Focus()
		if p.press("1", "ctrl+c"); !p.hasEnd || p.line("Quantity * 201") == "" {
			t.Errorf("focused: end %v\n%s", p.hasEnd, p.screen())
		}
		other := run(t, openModel(t, orderSchema(t)))
		if other.send(huhform.SubmitMsg{Model: s.form}); other.hasEnd {
			t.Error("the message of another model ends the program")
		}
	})
}

// A key that comes while a value is validated does not reach the form, so that what was validated is submitted.
func TestKeysWhileSubmitting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := openModel(t, `{"type":"string"}`)
		p := run(t, m).press("a")
		model, cmd := m.Update(tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl})
		p.press("b")
		if p.model = model; !strings.Contains(p.screen(), "Checking…") {
			t.Errorf("\n%s", p.screen())
		}
		if p.do(cmd); string(m.Value()) != `"a"` || !p.hasEnd {
			t.Errorf("%s\n%s", m.Value(), p.screen())
		}
	})
}

// A secret is masked until the user says that it is none.
func TestModelSecret(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := run(t, openModel(t, `{"type":"object","properties":{"password":{"type":"string"}}}`)).press("abc", "tab")
		if strings.Contains(p.screen(), "abc") {
			t.Fatalf("shown:\n%s", p.screen())
		}
		if p.press("up", "alt+k", "tab"); !strings.Contains(p.screen(), "abc") {
			t.Errorf("hidden:\n%s", p.screen())
		}
	})
}

func TestModelFitsItsSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, schema := range []string{orderSchema(t), trip} {
			for _, keys := range [][]string{nil, {"ctrl+s"}, {"f1"}, {"x", "esc"}} {
				for _, size := range [][2]int{{1, 1}, {2, 3}, {10, 5}, {36, 10}, {60, 16}, {80, 24}, {160, 45}} {
					p := run(t, openModel(t, schema))
					p.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					p.press(keys...)
					lines := strings.Split(p.model.View().Content, "\n")
					if len(lines) != size[1] {
						t.Errorf("%v after %q: %d lines", size, keys, len(lines))
					}
					for _, l := range lines {
						if lipgloss.Width(l) > size[0] {
							t.Errorf("%v after %q: %q", size, keys, l)
						}
					}
				}
			}
		}
	})
}

// The hints name no key that only screens of a2aform have.
func TestModelNamesItsKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := run(t, openModel(t, `{"type":"object","properties":{"day":{"type":"string","format":"date"},"photo":{"type":"string","contentEncoding":"base64"},
		"id":{"type":"string","readOnly":true}}}`))
		for range 3 {
			if got := p.screen(); strings.Contains(got, "F4") || strings.Contains(got, "agent") {
				t.Errorf("\n%s", got)
			}
			p.press("tab")
		}
	})
}

// A key that comes after the program has changed the input goes to what is there now.
func TestModelShowsWhatIsSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		input, err := formgen.Open([]byte(orderSchema(t)))
		if err != nil {
			t.Fatal(err)
		}
		p := run(t, huhform.NewModel(input)).press("La")
		if err := input.Set("", []byte(`{"item":"Vase","other":1}`)); err != nil {
			t.Fatal(err)
		}
		if p.press("end", "s"); p.line("▌ ● Item * Vases") == "" || p.line("● other 1") == "" {
			t.Errorf("\n%s", p.screen())
		}
	})
}

// Words for a date that the program set are not sent; those that the user types are the date.
func TestWordsOfAPrefillAreNoDate(t *testing.T) {
	input, err := formgen.Open([]byte(`{"type":"object","properties":{"d":{"type":"string","format":"date"}}}`))
	if err != nil || input.Set("/d", []byte(`"tomorrow"`)) != nil {
		t.Fatal(err)
	}
	model := huhform.NewModel(input)
	p := run(t, model).press("ctrl+s")
	if model.State() != huhform.Editing {
		t.Errorf("submitted %s", model.Value())
	}
	p.send(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	for _, r := range "tomorrow" {
		p.press(string(r))
	}
	if p.press("ctrl+s"); model.State() != huhform.Submitted || strings.Contains(string(model.Value()), "tomorrow") {
		t.Errorf("%d, %s", model.State(), model.Value())
	}
}

// What a server says of a location is shown there until it is changed, and does not stop the next try.
func TestModelShowsWarningsOfItsProgram(t *testing.T) {
	model := openModel(t, `{"type":"object","properties":{"name":{"type":"string"},"lines":{"type":"array","items":{"type":"object","properties":{
		"sku":{"type":"string"},"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"d":{"type":"array","items":{"type":"string"}}}}}}}`)
	p := run(t, model).press("A", "ctrl+s")
	if model.State() != huhform.Submitted {
		t.Fatal(model.View().Content)
	}
	model.ShowWarning("/name", "is taken\x1b[31m")
	if p.send(tea.WindowSizeMsg{Width: 80, Height: 24}); !strings.Contains(ansi.Strip(model.View().Content), "is taken") && !strings.Contains(ansi.Strip(model.View().Content), "Is taken") {
		t.Errorf("%s", model.View().Content)
	}
	if p.press("ctrl+s"); model.State() != huhform.Submitted {
		t.Errorf("%s", model.State())
	}
	// That of the whole value stands above its fields, and goes with the next submit.
	model.ShowWarning("", "the order is too large")
	if p.send(tea.WindowSizeMsg{Width: 80, Height: 24}); !strings.Contains(ansi.Strip(model.View().Content), "! The order is too large") {
		t.Errorf("%s", model.View().Content)
	}
	if p.press("ctrl+s"); model.State() != huhform.Submitted || strings.Contains(model.View().Content, "too large") {
		t.Errorf("%s\n%s", model.State(), model.View().Content)
	}
	// A location without a field is named at the closest one.
	model.ShowWarning("/name/deeper", "is odd")
	if p.send(tea.WindowSizeMsg{Width: 80, Height: 24}); !strings.Contains(ansi.Strip(model.View().Content), "/name/deeper: is odd") {
		t.Errorf("%s", model.View().Content)
	}
	p.press("ctrl+s")
	model.ShowWarning("/name", "is taken")
	if p.press("b"); strings.Contains(strings.ToLower(ansi.Strip(model.View().Content)), "is taken") || model.State().String() != "editing" {
		t.Errorf("%s\n%s", model.State(), model.View().Content)
	}
}

func TestModelFocusAt(t *testing.T) {
	input, err := formgen.Open([]byte(`{"type":"object","properties":{"name":{"type":"string"},"lines":{"type":"array","items":{"type":"object","properties":{
		"sku":{"type":"string"},"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"d":{"type":"array","items":{"type":"string"}}}}}}}`))
	if err != nil || input.Set("/lines", []byte(`[{"sku":"x","d":["1"]}]`)) != nil {
		t.Fatal(err)
	}
	model := huhform.NewModel(input)
	p := run(t, model)
	for _, tt := range []struct {
		pointer string
		isField bool
		want    string
	}{
		{"/lines/0/sku", true, `{"lines":[{"sku":"xZ","d":["1"]}]}`},
		{"/name", true, `{"name":"Z","lines":[{"sku":"xZ","d":["1"]}]}`},
		{"/lines/0/d/0/deeper", false, `{"name":"Z","lines":[{"sku":"xZ","d":["1Z"]}]}`},
	} {
		if got := model.FocusAt(tt.pointer); got != tt.isField {
			t.Errorf("%s: %t", tt.pointer, got)
		}
		if p.press("end", "Z"); string(input.Value()) != tt.want {
			t.Errorf("%s: %s", tt.pointer, input.Value())
		}
	}
}

func TestModelColors(t *testing.T) {
	model := openModel(t, `{"type":"object","properties":{"name":{"type":"string"}}}`)
	p := run(t, model)
	before := model.View().Content
	model.SetColors(huhform.Colors{Accent: lipgloss.Color("#ff8800")})
	colored := model.View().Content
	if p.send(tea.BackgroundColorMsg{Color: lipgloss.Color("#ffffff")}); !strings.Contains(colored, "255;136;0") || !strings.Contains(model.View().Content, "255;136;0") {
		t.Errorf("%q", colored)
	}
	if ansi.Strip(before) != ansi.Strip(colored) {
		t.Errorf("%s\n%s", before, colored)
	}
}

func TestModelListsKeysThatDoSomething(t *testing.T) {
	model := openModel(t, `{"type":"object","properties":{"name":{"type":"string"}}}`)
	listed := func() (has bool) {
		for _, column := range model.FullHelp() {
			has = has || slices.ContainsFunc(column, func(b key.Binding) bool { return b.Help().Key == huhform.Keys.Undo.Help().Key })
		}
		return has
	}
	p := run(t, model)
	if listed() {
		t.Error("there is nothing to undo")
	}
	p.send(tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl})
	if view := ansi.Strip(model.View().Content); !strings.Contains(view, "There is nothing to undo.") {
		t.Error(view)
	}
	if p.press("x"); !listed() {
		t.Error("there is something to undo")
	}
}
