package hostile

import "strings"

// gives is the data of the artifact.
func gives(data string) func(*script) {
	return func(s *script) { s.parts = result(data) }
}

// partsAre are all parts of the artifact.
func partsAre(parts string) func(*script) {
	return func(s *script) { s.parts = parts }
}

var values = []Behavior{
	{Name: "number beyond measure", What: "gives 1e9999999", Expect: Notices, Says: "beyond the limit of 400 either way", bend: gives(`{"value":"x","n":1e9999999,"m":-1e-99999999}`)},
	{Name: "number of many digits", What: "gives an integer that no float holds", Expect: Works, Says: "12345678901234567890123456789", bend: gives(`{"value":"x","n":12345678901234567890123456789}`)},
	{Name: "value nests 8,000 deep", What: "nests lists", Expect: Notices, Says: "the nesting is beyond the limit of 256 levels", bend: gives(`{"value":"x","deep":` + strings.Repeat("[", 8000) + strings.Repeat("]", 8000) + `}`)},
	{Name: "value nests 20,000 deep", What: "nests lists deeper than is read", Expect: Notices, Says: "nested more than 10,000 levels deep", bend: gives(`{"value":"x","deep":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`)},
	{Name: "value breaks its schema", What: "gives a number where its schema wants a text", Expect: Notices, Says: "✗ must be text", bend: gives(`{"value":7}`)},
	{Name: "value names members twice", What: "gives two values under one name", Expect: Notices, Says: "came 2 times; this is the last", bend: gives(`{"value":"one","value":"two"}`)},
	{Name: "value is no JSON", What: "gives NaN", Expect: Recovers, Says: "is not an event and was skipped", bend: gives(`{"value":NaN}`)},
	{Name: "rows of all kinds", What: "gives a table whose rows are alike in nothing", Expect: Works, Says: "1 2 ∅ null x c: [1 item] {}", bend: partsAre(`[{"data":[{"a":1},[2],null,"x",{"b":{"c":[1]}},{}]}]`)},
	{Name: "50,000 rows", What: "gives a long table", Expect: Notices, Says: "50,001 rows", bend: partsAre(`[{"data":[{"a":1,"b":"x"}` + strings.Repeat(`,{"a":2,"b":"y"}`, 50_000) + `]}]`)},
	{Name: "table of 2,000 columns", What: "gives a wide table, some of whose names come twice", Expect: Notices, Says: "1 All ", bend: partsAre(`[{"data":[{` + wideRow(2000) + `}]}]`)},
	{Name: "value of one long text", What: "gives 8 MB of text", Expect: Notices, Says: "too large to check at once", bend: gives(`{"value":"` + strings.Repeat("x", 8<<20) + `"}`)},
	{Name: "tag of an unknown schema", What: "tags its data with a schema that the card does not have", Expect: Notices, Says: "the card declares no schema \"nobody\"", bend: partsAre(`[{"data":{"a":1},"metadata":{"mimeType":"application/json;schema=nobody"}}]`)},
	{Name: "tag that is none", What: "tags its data with something that is not a media type", Expect: Works, Says: "No schema; guessed", bend: partsAre(`[{"data":{"a":1},"metadata":{"mimeType":";;;\u001b[2J=/"}},{"data":null,"metadata":7}]`)},
	{Name: "file that cannot be read", What: "gives a file that is not base64", Expect: Notices, Says: "x.bin · image/png · ✗ cannot be read: its base64 is broken", bend: partsAre(`[{"raw":"@@@@","filename":"x.bin","mediaType":"image/png"}]`)},
	{Name: "file to be fetched", What: "gives a file by a URL of another host", Expect: Works, Says: "/canary.png", bend: partsAre(`[{"url":"ELSEWHERE/canary.png","filename":"a.png","mediaType":"image/png"}]`)},
	{Name: "parts of nothing", What: "gives null, numbers and empty objects as parts", Expect: Notices, Says: "this part is of no kind that is known here", bend: partsAre(`[null,7,"x",{},{"text":null},{"kind":"text"}]`)},
	{Name: "names that control", What: "names its members with control characters", Expect: Notices, Says: "⟨U+202E⟩␀", bend: partsAre(`[{"data":{"\u001b[2J\u202e\u0000":1,"\n\n":"x","":2}}]`)},
	{Name: "markdown that links", What: "says Markdown with images, HTML and javascript links", Expect: Works, Says: "y (javascript:alert(1))", bend: partsAre(`[{"text":"# T\n![x](ELSEWHERE/img.png) <script>x</script> [y](javascript:alert(1)) <ELSEWHERE>","mediaType":"text/markdown"}]`)},
}

func wideRow(n int) string {
	var sb strings.Builder
	for i := range n {
		sb.WriteString(`"column ` + strings.Repeat("c", i%7) + string(rune('a'+i%26)) + strings.Repeat("i", i/26) + `":` + `1,`)
	}
	return sb.String() + `"last":1`
}
