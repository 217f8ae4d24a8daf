package render_test

import (
	"encoding/base64"
	"fmt"
	"strings"

	"a2aform/internal/safe"
	"a2aform/render"
)

// What the golden files show besides: every shape, and every format.
func init() {
	schemas["shapes"] = `{"title":"Shapes","description":"One of every shape that a value can have.","type":"object","properties":{
		"prices":{"title":"Prices","type":"object","additionalProperties":{"type":"number","unit":"EUR","title":"Price"}},
		"crew":{"title":"Crew","type":"object","propertyNames":{"maxLength":6},"additionalProperties":{"type":"object","properties":{"age":{"type":"integer","minimum":0,"maximum":120},"role":{"title":"Role","enum":["cap","mate"],"enumNames":["Captain","First mate"]}},"required":["age"]}},
		"pay":{"title":"Payment","oneOf":[{"title":"By card","type":"object","properties":{"number":{"title":"Card number","type":"string"}},"required":["number"]},
			{"title":"In cash","type":"object","properties":{"coins":{"title":"Coins","type":"integer"}},"required":["coins"]}]},
		"figures":{"title":"Figures","type":"array","items":{"anyOf":[{"title":"Circle","type":"object","properties":{"r":{"title":"Radius","type":"number","x-unit":"cm"}},"required":["r"]},
			{"title":"Box","type":"object","properties":{"w":{"title":"Width","type":"number"},"h":{"title":"Height","type":"number"}},"required":["w","h"]}]}},
		"tags":{"type":"array","items":{"type":"string"}},"steps":{"type":"array","items":{"type":"string"}},"many":{"type":"array","items":{"type":"integer"}},
		"matrix":{"type":"array","items":{"type":"array","items":{"type":"number"}}},"pair":{"title":"Pair","type":"array","prefixItems":[{"title":"Lat","type":"number","minimum":-90,"maximum":90},{"title":"Lon","type":"number"}]},
		"either":{"title":"Either","anyOf":[{"type":"number","minimum":0,"maximum":1},{"type":"string","format":"date"}]},
		"nested":{"type":"object","properties":{"deep":{"type":"object","properties":{"list":{"type":"array","items":{"type":"object"}}}}}}}}`
	documents["shapes"] = []render.Artifact{
		artifact("Shapes", tagged("shapes", `{"prices":{"tea":2.50,"a longer name":12,"cake":104.125},"crew":{"Ada":{"age":36,"role":"cap"},"Christopher":{"age":-1},"Bob":{"role":"mate"}},
		"pay":{"coins":7},"figures":[{"r":1.50},{"w":2,"h":3.25},{"r":10}],"tags":["one","two"],"steps":["First, do this","Then, do that"],"many":[`+strings.Trim(strings.Repeat("1,", 51), ",")+`],
		"matrix":[[1,2],[3.5]],"pair":[50.7374,7.0982],"either":0.25,"nested":{"deep":{"list":[{"a":[1,{"b":2}]}]}}}`)),
		artifact("Roots", untagged(`null`), untagged(`true`), untagged(`12.50`), untagged(`""`), untagged(`{}`), untagged(`[]`), untagged(`[[],[]]`), untagged(`["漢字", "👩‍👩‍👧‍👦"]`)),
	}

	schemas["formats"] = `{"title":"Formats","type":"object","properties":{
		"day":{"type":"string","format":"date"},"at":{"type":"string","format":"date-time"},"takes":{"type":"string","format":"duration"},
		"site":{"type":"string","format":"uri"},"mail":{"type":"string","format":"email"},"paint":{"type":"string","format":"color"},
		"speed":{"title":"Speed","type":"number","minimum":0,"maximum":200,"x-unit":"km/h"},"stars":{"type":"integer","minimum":1,"maximum":5},"over":{"type":"integer","maximum":5,"minimum":0},
		"photo":{"type":"string","contentEncoding":"base64","contentMediaType":"image/png"},"blob":{"type":"string","format":"byte"},
		"memo":{"type":"string","contentMediaType":"text/markdown"},"ok":{"type":"boolean"},"off":{"type":"boolean"}},"required":["gone"],"additionalProperties":false}`
	photo := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n" + strings.Repeat("x", 40)))
	record := fmt.Sprintf(`{"day":"2026-03-14","at":"2026-03-14T09:30:00Z","takes":"PT2H30M","site":"https://example.com/产品","mail":"ada@example.com","paint":"#f80","speed":88.50,"stars":4,"over":9,
		"photo":%q,"blob":"UEsDBAAA","memo":"# Hello\n\n- *one*\n- two","ok":true,"off":false,"extra":"שלום é"}`, photo)
	schemas["formatRows"] = `{"type":"array","items":` + schemas["formats"] + `}`
	documents["formats"] = []render.Artifact{{Name: safe.Text("Formats"), Parts: []render.Part{tagged("formats", record), tagged("formatRows", "["+record+","+record+"]")}}}

	report := "# Report 产品\n\nSome *words* with **weight**, `code` and [a link](https://example.com/a) that goes on and on until it wraps.\n\n" +
		"- one\n- two, שלום\n  1. deep\n  2. deeper 👩‍👩‍👧‍👦\n\n> quoted é\n> again\n\n| City | Days | Note |\n|:--|--:|---|\n| Lisbon | 3 | **sunny**, with a note that is long enough to need a second line in most terminals |\n| 東京 | 12 | rain |\n\n" +
		"```sh\nls -l | wc\n```\n\n---\n\n![A map](map.png)\n<b>raw</b> &amp; \x1b[31m"
	documents["markdown"] = []render.Artifact{artifact("Report",
		render.Part{Kind: render.TextPart, Tag: safe.Text("text/markdown"), Text: safe.Text(report)}, text("# Plainly\n\nLine **one**\nline two\n\n## More\n\n"), text("# No\n- Markdown, just\nlines"))}
}
