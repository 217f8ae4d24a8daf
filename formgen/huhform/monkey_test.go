package huhform

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// monkeyKeys are all keys that a page knows, and some to type.
var monkeyKeys = []tea.KeyPressMsg{
	{Code: tea.KeyTab},
	{Code: tea.KeyTab},
	{Code: tea.KeyTab, Mod: tea.ModShift},
	{Code: tea.KeyEnter},
	{Code: tea.KeyEnter},
	{Code: tea.KeyUp},
	{Code: tea.KeyDown},
	{Code: tea.KeyLeft},
	{Code: tea.KeyRight},
	{Code: tea.KeyRight},
	{Code: tea.KeyBackspace},
	{Code: tea.KeyPgDown},
	{Code: tea.KeyPgUp},
	{Code: tea.KeyHome, Mod: tea.ModCtrl},
	{Code: tea.KeyEnd, Mod: tea.ModCtrl},
	{Code: tea.KeyF2},
	{Code: tea.KeyF7},
	{Code: tea.KeyF7},
	{Code: tea.KeyF8},
	{Code: tea.KeyF9},
	{Code: ' ', Text: " "},
	{Code: 'g', Mod: tea.ModCtrl},
	{Code: 'z', Mod: tea.ModCtrl},
	{Code: 'd', Mod: tea.ModAlt},
	{Code: 'n', Mod: tea.ModAlt},
	{Code: 'r', Mod: tea.ModAlt},
	{Code: tea.KeyDelete, Mod: tea.ModAlt},
	{Code: tea.KeyUp, Mod: tea.ModAlt},
	{Code: tea.KeyDown, Mod: tea.ModAlt},
	{Code: 'a', Text: "a"},
	{Code: '1', Text: "1"},
	{Code: '{', Text: "{"},
	{Code: '"', Text: `"`},
	{Code: '東', Text: "東"},
}

// nested has what the parcel has not: demands inside of a section, items with
// shapes, lists in lists, what refers to itself, and names from a list.
const nested = `{"type":"object","properties":{
	"who":{"type":"object","anyOf":[{"required":["mail"]},{"required":["phone"]}],"properties":{"mail":{"type":"string","default":"a@b"},"phone":{"type":["string","null"]},"pin":{"type":"string","format":"password"}}},
	"shapes":{"type":"array","maxItems":3,"items":{"oneOf":[{"title":"Dot","type":"number"},{"title":"Line","type":"array","items":{"type":"integer"}},{"title":"Box","type":"object","required":["w"],"properties":{"w":{"type":"integer"},"in":{"$ref":"#"}}}]}},
	"table":{"type":"array","items":{"type":"array","items":{"type":"boolean"}}},
	"days":{"type":"object","propertyNames":{"enum":["mon","tue"]},"additionalProperties":{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true}},
	"id":{"type":"string","readOnly":true},"old":{"type":"string","deprecated":true},"any":{},"text":{"type":"string","format":"textarea"}}}`

// Whatever is pressed on whatever page: nothing fails, the focused row is in
// sight, no line is too wide, rows are as high as they are drawn, and what the
// page shows is what the form contains.
func TestRandomKeysKeepFormConsistent(t *testing.T) {
	parcel, err := os.ReadFile("../../internal/demo/schema/parcel.json")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(12) {
		text := parcel
		if seed%2 == 1 {
			text = []byte(nested)
		}
		doc, err := schema.Load(text)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(seed, 1))
		form := formgen.New(doc)
		pages := []*Page{New(form, form.Root(), TestStyles)}
		var pressed []string
		for range 150 {
			page := pages[len(pages)-1]
			key := monkeyKeys[random.IntN(len(monkeyKeys))]
			pressed = append(pressed, key.String())
			event, _ := page.Update(key)
			switch n := random.IntN(40); {
			case event.Open != nil:
				pages = append(pages, New(form, event.Open, page.styles))
			case event.Go != nil || page.isGone():
				pages = []*Page{New(form, form.Root(), page.styles)}
			case n == 0:
				page.SetFilter(page.filter.Next())
			case n == 1:
				page.SetSize(30+random.IntN(90), 6+random.IntN(30))
			case n == 2:
				page.Close()
			case n == 3 && len(pages) > 1:
				pages = pages[:len(pages)-1]
				pages[len(pages)-1].Refresh()
			case n == 4:
				form.Accept(form.Validate()())
			}
			if fault := faultOf(pages[len(pages)-1]); fault != "" {
				t.Fatalf("seed %d, after %q: %s\n%s", seed, pressed, fault, ansi.Strip(strings.Join(pages[len(pages)-1].Lines(), "\n")))
			}
		}
	}
}

func faultOf(p *Page) string {
	view := strings.Join(p.Lines(), "\n")
	for l := range strings.SplitSeq(view, "\n") {
		if ansi.StringWidth(l) > p.columns.width {
			return "too wide: " + l
		}
	}
	if strings.Count(view, "\n")+1 > p.window.height {
		return "too high"
	}
	if !strings.Contains(view, "▌") {
		return "the focus is out of sight"
	}
	for i, r := range p.rows {
		if n := len(p.rowAt(i).lines()); n != p.window.start(i+1)-p.window.start(i) {
			return "row " + labelOf(r, p.At()) + " is not as high as it is drawn"
		}
	}
	if p.filter == All && !slices.Equal(p.rows, p.form.Pages().Rows(p.At())) {
		return "the rows are not those of the form"
	}
	return ""
}
