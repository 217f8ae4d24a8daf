package render_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/draw"
)

var update = flag.Bool("update", false, "write the golden files anew")

// schemas of the tests, by their names in the tags; the first is the seed's.
var schemas = map[string]string{
	"fightResponse": `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
		"winner":{"title":"Winner","description":"The name of the winner of the fight","type":"string"},
		"probability":{"title":"Probability","type":"number","minimum":0,"maximum":1},
		"explanation":{"title":"Explanation","type":"string"}},
		"required":["winner","probability","explanation"],"additionalProperties":false}`,
	"itinerary": `{"title":"Itinerary","type":"array","items":{"$ref":"#/$defs/row"},"$defs":{"row":{"type":"object","properties":{
		"date":{"title":"Date","type":"string","format":"date"},"time":{"title":"Time","type":"string"},
		"activity":{"title":"Activity","type":"string"},"place":{"title":"Place","type":"string"},
		"chanceOfRain":{"title":"Rain","type":"number","minimum":0,"maximum":1},"cost":{"title":"Cost","type":"number","minimum":0},
		"booked":{"title":"Booked","type":"boolean"},"note":{"title":"Note","type":["string","null"]}},
		"required":["date","time","activity","place","cost"],"additionalProperties":false}}}`,
	"itineraryPage": `{"type":"object","properties":{"rows":{"title":"Itinerary","type":"array","items":{"type":"object","properties":{
		"date":{"title":"Date","type":"string","format":"date"},"activity":{"title":"Activity","type":"string"}},"required":["date"]}}},"required":["rows"]}`,
	"expense": `{"title":"Expense report","type":"object","properties":{
		"title":{"title":"Title","type":"string"},"currency":{"oneOf":[{"const":"EUR","title":"Euro"},{"const":"CHF","title":"Swiss franc"}],"title":"Currency"},
		"traveller":{"title":"Traveller","type":"object","properties":{"name":{"title":"Name","type":"string"},
			"home":{"title":"Home","type":"object","properties":{"city":{"type":"string"},"zip_code":{"title":"ZIP","type":"string","pattern":"^[0-9]{5}$"}}},
			"email":{"title":"E-mail","type":"string","format":"email"}},"required":["name"]},
		"total":{"title":"Total","type":"number","minimum":0,"maximum":5000},"billableShare":{"title":"Billable share","type":"number","minimum":0,"maximum":1},
		"paidOn":{"title":"Paid out on","type":"string","format":"date"},"note":{"title":"Note","type":["string","null"]},
		"tags":{"title":"Tags","type":"array","items":{"type":"string"}},"approvedBy":{"title":"Approved by","type":"string"},
		"lines":{"title":"Lines","type":"array","items":{"type":"object","properties":{"what":{"title":"What","type":"string"},
			"amount":{"title":"Amount","type":"number","exclusiveMinimum":0},"billable":{"title":"Billable","type":"boolean"}},"required":["what","amount"]}}},
		"required":["title","currency","traveller","total","lines","approvedBy"]}`,
	"broken": strings.Repeat(`{"not":`, 70) + `true` + strings.Repeat(`}`, 70),
}

func resolve(tag safe.Raw) render.Schema {
	_, name, ok := strings.Cut(tag.Exact(), ";schema=")
	if !ok {
		return render.Schema{}
	}
	s := render.Schema{Name: safe.Text(name)}
	if text, known := schemas[name]; known {
		s.Document, _ = schema.Load([]byte(text))
	}
	return s
}

func tagged(name, data string) render.Part {
	return render.Part{Kind: render.DataPart, Tag: safe.Text("application/json;schema=" + name), Data: []byte(data)}
}

func untagged(data string) render.Part {
	return render.Part{Kind: render.DataPart, Tag: safe.Text("application/json"), Data: []byte(data)}
}

func text(s string) render.Part { return render.Part{Kind: render.TextPart, Text: safe.Text(s)} }

func artifact(name string, parts ...render.Part) render.Artifact {
	return render.Artifact{ID: safe.Text("artifact-1"), Name: safe.Text(name), Parts: parts}
}

const hostile = "a\x1b[2Jb\x1b]0;title\x07c\r\u202eevil\u202c\u009b31m\x00"

// documents are what the golden files show.
var documents = map[string][]render.Artifact{
	"fight": {artifact("", tagged("fightResponse", `{"winner":"Tiger","probability":0.6500,"explanation":"Tigers are generally larger and heavier than lions, with stronger muscle mass and more powerful forelimbs. In a one-on-one encounter, a tiger's solitary hunting habits also give it an advantage."}`))},
	"trip": {{Name: safe.Text("Itinerary"), Description: safe.Text("Your days in Lisbon"), Parts: []render.Part{
		tagged("itinerary", `[{"date":"2026-05-14","time":"09:30","activity":"Old town walk","place":"Lisbon old town","chanceOfRain":0.10,"cost":0,"booked":true},
			{"date":"2026-05-14","time":"14:00","activity":"Cooking class","place":"A kitchen in Lisbon","chanceOfRain":0.1,"cost":75.50,"booked":false,"note":null}]`),
		tagged("itinerary", `[{"date":"2026-05-15","time":"09:30","activity":"Concert","place":"Lisbon Opera","chanceOfRain":0.925,"cost":48,"booked":true,"note":"Doors open at nine, bring the printed tickets"}]`),
		tagged("itinerary", `[]`),
		tagged("itinerary", `[{"date":"2026-05-16","time":"19:30","activity":"Fado","place":"Alfama","chanceOfRain":1,"cost":1234.5,"booked":false,"note":""}]`),
	}}},
	"trip-pages": {artifact("Itinerary",
		tagged("itineraryPage", `{"rows":[{"date":"2026-05-14","activity":"Walk"},{"date":"2026-05-14","activity":"Lunch"}]}`),
		tagged("itineraryPage", `{"rows":[{"date":"2026-05-15","activity":"Nap"}]}`))},
	"expense": {artifact("Expense summary", tagged("expense", `{"total":318.40,"title":"Customer visit in Turin","currency":"EUR","traveller":{"name":"Ada","home":{"city":"Bonn","zip_code":"53113"},"shoe":43},
		"billableShare":0.75,"paidOn":"2026-03-14","note":null,"tags":["travel","lodging"],"approvedBy":"Grace","costCenter":"General",
		"lines":[{"what":"Train","amount":118.40,"billable":true},{"what":"Hotel, two nights","amount":200.00,"billable":false}]}`))},
	"invalid": {
		artifact("Expense summary", tagged("expense", `{"title":7,"currency":"DKK","traveller":{"home":{"zip_code":"5311"},"email":"nobody"},"total":5000.01,"billableShare":1.5,"paidOn":"soon","tags":["a",2],
		"lines":[{"what":"Train","amount":0},{"amount":"12"},7],"title":8}`)),
		artifact("Rows", tagged("itinerary", `[{"date":"2026-05-14","time":"09:30","activity":"Walk","place":"Lisbon","cost":-1,"surprise":true},{"date":5,"time":"x","cost":3},"no row"]`)),
	},
	"untagged": {artifact("Whatever", untagged(`{"HTTPCode":200,"nested":{"deep":{"deeper":[1,2.50,3e2]}},"items":[{"a":1,"b":"x"},{"b":"y","c":[{"d":1}]}],"empty":{},"none":[],"blank":"","big":12345678901234567890.10}`),
		untagged(`[1,2,3]`), untagged(`[[1,"a"],[2]]`), untagged(`"only text"`), untagged(`[]`), tagged("nowhere", `{"x":1}`), tagged("broken", `{"x":1}`), untagged(`{"x":`))},
	"text": {artifact("Answer", text("First line of an answer that is long enough to be wrapped at forty cells, and goes on.\n\n\tIndented by a tab."),
		text(`{"looks":"like JSON"}`),
		render.Part{Kind: render.FilePart, File: render.File{Name: safe.Text("report.pdf"), MediaType: safe.Text("application/pdf"), URL: safe.Text("https://example.com/a/b/c.pdf"), Size: 123456}},
		render.Part{Kind: render.UnknownPart, Data: []byte(`{"kind":"hologram"}`)}), {}},
	"foreign": {{Name: safe.Text("产品 " + hostile), Parts: []render.Part{
		untagged(`[{"名称":"漢字かな交じり文のとても長い文章をここに書きます","emoji":"👩‍👩‍👧‍👦 ⚠️ 🇩🇪","rtl":"שלום עולם مرحبا","combining":"नमस्ते é"},{"名称":"短い","emoji":"\u001b[31mred\u001b[0m\u009b","rtl":"\u202eevil"}]`),
		untagged(`{"` + `\u001b]0;owned\u0007` + `":"` + `a\rb\u0000c\u200bd` + `","名称":"漢字かな交じり文のとても長い文章をここに書きますので折り返します"}`),
		text(hostile),
	}}},
}

func TestGolden(t *testing.T) {
	for name, artifacts := range documents {
		t.Run(name, func(t *testing.T) {
			d := render.New(artifacts, resolve)
			var sb strings.Builder
			for _, width := range []int{40, 80, 120, 200} {
				fmt.Fprintf(&sb, "%s %d\n", strings.Repeat("=", width-len(fmt.Sprint(width))-1), width)
				for _, line := range draw.Lines(d, width, draw.Plain) {
					sb.WriteString(line + "\n")
				}
			}
			compare(t, name, sb.String())
		})
	}
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	compareFile(t, filepath.Join("testdata", name+".golden"), got)
	for i, line := range strings.Split(got, "\n") {
		if ansi.Strip(line) != line || strings.ContainsAny(line, "\x1b\r\x00\u009b\u202e") {
			t.Errorf("line %d holds an escape: %q", i, line)
		}
	}
}

func compareFile(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; go test ./render -update writes it anew. Got:\n%s", path, got)
	}
}
