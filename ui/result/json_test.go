package result_test

import (
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

const nested = `{"order": {"no": 17, "lines": [{"what": "Chair", "price": 1.50}, {"what": "Tisch \"x\"", "price": 20}]}, "a b": null, "done": true}`

func TestJSONFolds(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "order.json", nested, `{"properties":{"order":{"title":"The order","properties":{"no":{"title":"Number"}}}}}`, 80, 24)
	d.WaitFor("Chair").Press("v").WaitFor("› JSON", `▾ "order": { 2 members }  The order`, `  "a b": null`, `"done": true`, `"no": 17  Number`, `"price": 1.50`, `"what": "Tisch \"x\""`)
	d.Command("close all").WaitGone(`"no"`).Press("down", "right").WaitFor(`"no": 17  Number`, `▸ "lines": [ 2 items ]`).Press("down", "down", "right", "down", "down").WaitFor(".order.lines[1]")
	d.Press("right", "right").WaitFor(`▾ 1:`, `"what": "Tisch \"x\""`, ".order.lines[1].what").Press("left").WaitFor(".order.lines[1]").Press("left").WaitFor("▸ 1: { 2 members }")
	d.Press("/").WaitFor("enter Search").Type("CHAIR").WaitFor("/ CHAIR").Press("enter").WaitFor(".order.lines[0].what").Press("n").WaitFor("From the top again")
	d.Press("/").Press("ctrl+u").Type("nowhere").Press("enter").WaitFor(`Nothing holds "nowhere"`)
	d.Press("y", "enter").WaitFor("Copied the value").Press("y", "down", "enter").WaitFor("JSON Pointer (if").Press("y", "down", "down", "enter").WaitFor("Copied the path")
	d.Command("close all").WaitGone("lines").Press("*").WaitFor(`"price": 20`).Press("G").WaitFor(".done").Press("g", "down", "enter").WaitFor("› .order", "Chair").Press("esc", "esc").WaitFor("order.json")
}

func TestRowOpensInItsJSON(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things.json", apptest.Things(300), apptest.ThingSchema, 80, 24)
	d.WaitFor("300 rows").Press("G", "v").WaitFor("▾ 299: { 6 members }", ".[299]", `"id": 300  No.`).Press("right").WaitFor(".[299].id")
}

// An object too large to be read whole folds; its branches fill up.
func TestLargeObjectFolds(t *testing.T) {
	t.Parallel()
	row := `{"a":1,"b":"` + strings.Repeat("x", 1000) + `"},`
	d := apptest.ShowFile(t, "large.json", `{"meta":{},"rows":[`+strings.Repeat(row, 70_000)+`{}]}`, "", 80, 24)
	d.WaitFor("▾ { 2 members }", `▸ "rows":`).Press("down", "down", "right").WaitFor(`▾ "rows": [ 70,001 items ]`).Press("G").WaitFor("70000: {}")
}

// An object that is alone in a file is exported, asked by jq and opened as JSON, where letters stand for their escapes.
func TestObjectAloneIsWhole(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "one.json", `{"city": "Z\u00fcrich", "temp": "4 \u00b0C", "odd": "\u001b \ud83d", "plain": "a\\u00fc"}`, "", 80, 24)
	d.WaitFor("Zürich", "e Export", "v JSON", ": Query").Press("v").WaitFor(`"city": "Zürich"`, `"temp": "4 °C"`, `"odd": "\u001b \ud83d"`, `"plain": "a\\u00fc"`)
	d.Press("esc").WaitFor("e Export").Press(":").WaitFor("› Query").Type(".city").WaitFor("Zürich").Press("esc").WaitFor("e Export").Press("e").WaitFor("Export the result", "exactly as received")
}
