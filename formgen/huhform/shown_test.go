package huhform

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func reproPage(t *testing.T, name string) *Page {
	t.Helper()
	text, err := os.ReadFile("../../testdata/repro/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return pageOf(t, text)
}

func pageOf(t interface{ Fatal(args ...any) }, text []byte) *Page {
	doc, err := schema.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	form := formgen.New(doc)
	if err := doc.Compile(); err != nil {
		t.Fatal(err)
	}
	page := New(form, form.Root(), TestStyles)
	page.SetSize(120, 400)
	return page
}

func TestFocusedChoiceShowsWhatIsSent(t *testing.T) {
	for _, name := range []string{"if1.json", "if2.json", "selfcond.json", "discriminator-if.json", "discriminator-if-required.json"} {
		t.Run(name, func(t *testing.T) {
			page := reproPage(t, name)
			for _, code := range []rune{tea.KeyRight, tea.KeyRight, tea.KeyRight, tea.KeyEnd, tea.KeyLeft, tea.KeyHome} {
				page.Update(tea.KeyPressMsg{Code: code})
				if fault := notShown(page); fault != "" {
					t.Fatalf("%s\n%s", fault, ansi.Strip(strings.Join(page.Lines(), "\n")))
				}
			}
		})
	}
}

// A user who presses keys, whatever they are, sees the value that would be sent.
func TestShownValueIsSubmittedValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawSchema(t)
		page := pageOf(t, text)
		root, form := page, page.form
		var pressed []string
		for range rapid.IntRange(1, 40).Draw(t, "keys") {
			k := rapid.SampledFrom(shownKeys).Draw(t, "key")
			pressed = append(pressed, k.String())
			event, _ := page.Update(k)
			switch {
			case event.Open != nil:
				page = New(form, event.Open, root.styles)
				page.SetSize(120, 400)
			case event.Go != nil, page.isGone(), k.Code == tea.KeyEscape && !page.Close():
				page = root
				page.Refresh()
			}
			if rapid.IntRange(0, 15).Draw(t, "preset") == 0 {
				pressed = append(pressed, "preset")
				preset, err := ojson.Parse(drawValue(t), ojson.DataLimits)
				if err != nil {
					t.Fatal(err)
				}
				form.Load(preset)
				page = root
				page.Close()
				page.Refresh()
			}
			if fault := notShown(page); fault != "" {
				v, _ := form.Value()
				t.Fatalf("%s\n%s\nafter %q: %s\nvalue %s\n%s", fault, text, pressed, page.Focused().Pointer(), v.Compact(), ansi.Strip(strings.Join(page.Lines(), "\n")))
			}
		}
	})
}

// Every value that the validator accepts is entered through rows, without JSON text,
// wherever the schema states what it is.
func TestEveryValidValueIsEnteredWithoutJSON(t *testing.T) {
	entered := 0
	rapid.Check(t, func(t *rapid.T) {
		text := drawSchema(t)
		page := pageOf(t, text)
		doc, err := schema.Load(text)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			v, err := ojson.Parse(drawValue(t), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			if len(doc.Validate(v)) > 0 {
				continue
			}
			entered++
			form := formgen.New(doc)
			if err := formtest.Enter(form, v); err != nil {
				t.Fatalf("%v\n%s\n%s", err, text, v.Compact())
			}
			page = New(form, form.Root(), page.styles)
			page.SetSize(120, 400)
			if fault := notShown(page); fault != "" {
				t.Fatalf("%s\n%s\n%s", fault, text, v.Compact())
			}
		}
	})
	if entered == 0 {
		t.Error("no value was valid")
	}
}

var shownKeys = []tea.KeyPressMsg{
	{Code: tea.KeyRight},
	{Code: tea.KeyRight},
	{Code: tea.KeyRight},
	{Code: tea.KeyLeft},
	{Code: tea.KeyEnd},
	{Code: tea.KeyHome},
	{Code: tea.KeyTab},
	{Code: tea.KeyTab},
	{Code: tea.KeyTab},
	{Code: tea.KeyTab, Mod: tea.ModShift},
	{Code: tea.KeyDown},
	{Code: tea.KeyUp},
	{Code: tea.KeyEnter},
	{Code: tea.KeyEnter},
	{Code: tea.KeyEscape},
	{Code: ' ', Text: " "},
	{Code: 'g', Mod: tea.ModCtrl},
	{Code: 'g', Mod: tea.ModCtrl},
	{Code: 'z', Mod: tea.ModCtrl},
	{Code: 'd', Mod: tea.ModAlt},
	{Code: tea.KeyF7},
	{Code: tea.KeyF8},
	{Code: tea.KeyF9},
	{Code: 'm', Text: "m"},
	{Code: '3', Text: "3"},
	{Code: tea.KeyBackspace},
}

// notShown compares what the page draws with what the form would send.
func notShown(p *Page) string {
	lines := strings.Split(ansi.Strip(strings.Join(p.Lines(), "\n")), "\n")
	v, _ := p.form.Value()
	for i, r := range p.rows {
		at := p.window.start(i) - p.window.top
		if p.rowAt(i).isSpaced() {
			at++
		}
		if r.Kind == formgen.Add || r.Kind == formgen.AddKey {
			continue
		}
		sent := v.At(r.Field.Pointer())
		if r.Field.IsItem() && sent.Is(ojson.Null) && r.Field.Presence() != formgen.Null {
			sent = nil // it keeps the positions of the others, and is refused
		}
		if offer := "+ Add " + labelOf(r, p.At()); p.rowAt(i).isOffer() {
			if !strings.Contains(lines[at], offer) || sent != nil {
				return fmt.Sprintf("row %q does not offer %q, or it is sent: %s", lines[at], offer, compact(sent))
			}
			continue
		}
		marker := map[formgen.Presence]string{formgen.Set: "●", formgen.Null: "∅", formgen.Omitted: "○"}[r.Field.Presence()]
		if (words.IsUnfilled(r.Field) || r.Field.HasBlankItem() || p.form.IsWrong(r.Field)) && strings.Contains(lines[at], "○") {
			marker = "○"
		}
		if !r.IsInner() && !strings.Contains(lines[at], marker) {
			return fmt.Sprintf("row %q has another presence than %v", lines[at], r.Field.Presence())
		}
		if r.Kind == formgen.Section {
			if sent.Is(ojson.Null) && !strings.HasSuffix(strings.TrimSpace(lines[at]), "null") {
				return fmt.Sprintf("row %q does not show null", lines[at])
			}
			continue
		}
		_, shown, found := strings.Cut(lines[at], labelOf(r, p.At()))
		if !found {
			return fmt.Sprintf("row %q does not show the label %q", lines[at], labelOf(r, p.At()))
		}
		shown, _, _ = strings.Cut(shown, "  / ") // what filters the choices
		shown = chosenOf(strings.Trim(strings.TrimPrefix(shown, " *"), "← →"))
		if r.Field.Kind() == schema.JSON && r.Field.Presence() != formgen.Omitted && i == p.focus && r.Kind == formgen.Edit {
			first, _, _ := strings.Cut(r.Field.Text(), "\n")
			if r.Field.Presence() == formgen.Null {
				first = "null"
			}
			if !strings.HasSuffix(strings.TrimSpace(lines[at+1]), strings.TrimSpace(first)) {
				return fmt.Sprintf("%s shows %q and has the text %q", r.Field.Pointer(), lines[at+1], first)
			}
			continue
		}
		if i == p.focus && r.Kind == formgen.Edit && strings.HasPrefix(r.Field.Text(), "\n") && shown == "" {
			continue // the editor shows its first line here, which is empty
		}
		if want := wantShown(r, sent); !slices.ContainsFunc(want, func(w string) bool {
			return strings.TrimSpace(w) == shown || w != "" && strings.HasPrefix(w, "^") && strings.HasPrefix(shown, w[1:])
		}) {
			return fmt.Sprintf("%s shows %q and sends %s, want one of %q", r.Field.Pointer(), shown, compact(sent), want)
		}
	}
	if p.At().Parent() == nil {
		return hidden(p, v, "")
	}
	return ""
}

// chosenOf is what a row of choices says: the one that is chosen, else the note behind them.
func chosenOf(shown string) string {
	if _, chosen, ok := strings.Cut(shown, "(●) "); ok {
		chosen, _, _ = strings.Cut(chosen, "  ( ) ")
		return strings.TrimSpace(chosen)
	}
	if i := strings.LastIndex(shown, "( ) "); i >= 0 {
		_, note, _ := strings.Cut(shown[i:], "  ")
		return strings.TrimSpace(note)
	}
	return shown
}

func compact(v *ojson.Value) string {
	if v == nil {
		return "nothing"
	}
	return string(v.Compact())
}

// hidden is a value that is sent and has no row.
func hidden(p *Page, v *ojson.Value, pointer string) string {
	if slices.ContainsFunc(p.rows, func(r formgen.Row) bool {
		if r.Kind == formgen.Section && v.Is(ojson.Null) && r.Field.Pointer() == pointer {
			return true
		}
		return r.Field.Pointer() == pointer && (r.Kind == formgen.Edit || r.Kind == formgen.Subpage || r.Kind == formgen.Variant && !v.Is(ojson.Object) && !v.Is(ojson.Array))
	}) {
		return ""
	}
	for _, m := range v.Members() {
		if fault := hidden(p, m.Value, ojson.Pointer(pointer, m.Name)); fault != "" {
			return fault
		}
	}
	for i, item := range v.Items() {
		if fault := hidden(p, item, ojson.Pointer(pointer, fmt.Sprint(i))); fault != "" {
			return fault
		}
	}
	if x := p.form.At(pointer); x != nil && x.Kind() == schema.Const && x.IsRequired() {
		return "" // it is no row
	}
	if !v.Is(ojson.Object) && !v.Is(ojson.Array) && v != nil {
		return pointer + " is sent and not shown: " + compact(v)
	}
	return ""
}

// wantShown is what a row may show where a value is sent; with ^, the beginning.
func wantShown(r formgen.Row, sent *ojson.Value) []string {
	x := r.Field
	if r.Kind == formgen.Variant && x.Presence() == formgen.Set {
		u := x.Unions()[r.Union]
		if u.Chosen < 0 {
			return []string{"Choose one", "Optional"}
		}
		return []string{u.Branches[u.Chosen]}
	}
	switch {
	case sent == nil && x.Presence() == formgen.Set && x.IsText():
		return []string{strings.TrimSpace(x.Text()), strings.TrimSpace(words.Summary(x)), "Needs a value"}
	case sent == nil:
		return []string{"", "Choose one", "^Optional", "^Required", "Needs a value", "Ctrl+G sets null", "none"}
	case x.Presence() == formgen.Null:
		return []string{"null"}
	case r.Kind == formgen.Subpage:
		return []string{"^"}
	case x.Kind() == schema.JSON:
		return []string{formgen.Summary(sent), ""} // "": its editor is below
	case x.Kind() == schema.Const:
		return []string{formgen.Summary(sent) + "  (set by the schema)"}
	case sent.Is(ojson.Bool) && x.Kind() == schema.Boolean:
		return map[bool][]string{true: {"yes"}, false: {"no"}}[sent.Bool()]
	case x.Kind() == schema.MultiEnum:
		return []string{words.Summary(x)}
	case sent.Is(ojson.String) && sent.Text() == "":
		return []string{"Empty text"}
	}
	for i, c := range x.Choices() {
		if ojson.Equal(c.Value, sent) {
			return []string{formgen.ChoiceLabel(x.Choices(), i)}
		}
	}
	return []string{strings.TrimSpace(formgen.Summary(sent))}
}
