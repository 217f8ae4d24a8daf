package hostile

// fetches makes of a validator one that opens what a schema refers to.
var fetches = []Edit{
	{"internal/schema/repairref.go", "if src = r.registered(abs); src == nil {", "if src = r.registered(abs); src == nil && abs != \"\" {\n\t\t\treturn \"\"\n\t\t}\n\t\tif src == nil {"},
	{"internal/schema/compile.go", "\t\"errors\"\n", "\t\"encoding/json\"\n\t\"errors\"\n\t\"net/http\"\n"},
	{"internal/schema/compile.go", "\treturn nil, errors.New(\"references to other documents are not followed\")\n", `	if strings.HasPrefix(url, "file:") {
		return jsonschema.FileLoader{}.Load(url)
	}
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	var v any
	return v, json.NewDecoder(resp.Body).Decode(&v)
`},
}

var schemaRemovals = []Removal{
	without("schema that is nothing but itself", "internal/schema/repairref.go", `			c.repair.cut(f, "it refers to itself and says nothing else")`, "", "schema refers to itself"),
	without("room for recursion", "internal/schema/repairref.go", `if h.keyword == "allOf" && !h.definition {`, "if !h.definition {", "schema recurs"),
	{"other documents", fetches, []string{"schema refers to a file", "schema refers to a host"}},
	without("word of a foreign dialect", "internal/schema/repairname.go", `		r.note(s, "its dialect "+shown(named.Text())+" is not known; it is read as JSON Schema 2020-12")`, "", "schema of a foreign dialect"),
	{"depth of a schema", []Edit{
		{"internal/ojson/parse.go", "most > 0 && depth > most", "most < 0 && depth > most"},
		{"internal/schema/guard.go", "case in.depth > limit.SchemaDepth.Int():", "case in.depth < 0:"},
	}, []string{"schema nests 2,000 deep"}},
	without("cost of a schema", "internal/schema/compile.go", "if (costs{}).exceed(all) {", "if (costs{}).exceed(nil) {", "schema doubles 40 times"),
	without("room for fields", "internal/schema/guard.go", "case r.schemas > limit.SchemaParts.Int():", "case r.schemas > 1000:", "schema of 15,000 fields"),
	without("room for choices", "internal/schema/guard.go", "return n > limit.SchemaValues.Int()", "return n > 1000", "schema of one huge list"),
	without("size of broken base64", "render/file.go", "case !isBase64(c):", "case c == 0:", "file that cannot be read"),
	without("word of members twice", "internal/schema/compile.go", "if raw != d.raw {", "if d == nil {", "members twice"),
	without("time of a pattern", "internal/schema/pattern.go", "re.MatchTimeout = limit.MatchTime.Duration()", "", "pattern that explodes"),
	without("patterns that look ahead", "internal/schema/pattern.go", "if err != nil {\n\t\treturn nil\n\t}\n\tre.MatchTimeout", "if re != nil || err != nil {\n\t\treturn nil\n\t}\n\tre.MatchTimeout", "pattern that looks ahead"),
	{"size of a pattern", []Edit{
		{"internal/schema/pattern.go", "if len(pattern) > limit.PatternBytes.Int() {", "if len(pattern) < 0 {"},
		{"internal/schema/pattern.go", "case len(pattern) > limit.PatternBytes.Int():", "case len(pattern) < 0:"},
	}, []string{"pattern of 1 MB"}},
	without("word of a pattern", "internal/schema/pattern.go", "case r.patterns.get(pattern) == nil:", "case r == nil:", "pattern that is none"),
	without("numbers of a schema", "internal/schema/repairkeyword.go", "case tooLong(v) && k.form > ofMapOrNames:", "case tooLong(v) && r == nil:", "numbers beyond measure"),
	without("word of what nothing fits", "internal/schema/problem.go", "\t}\n\treturn \"\", \"is not allowed here\"\n", "\t}\n\treturn \"\", \"\"\n", "schema is false"),
	without("kind of a schema", "internal/schema/document.go", "if !v.Is(ojson.Object) && !v.Is(ojson.Bool) {", "if v == nil {", "schema is a text"),
	without("word of a type", "internal/schema/repairkeyword.go", `			r.weaken(s, "the type "+shortly(item)+" is not known, so any type is allowed")`, "", "keywords of other types"),
	without("dynamic anchors", "internal/schema/repairname.go", `[]string{"$anchor", "$dynamicAnchor"}`, `[]string{"$anchor"}`, "dynamic reference"),
	without("reference to nothing", "internal/schema/repairref.go", `return "it refers to " + shown(f.text) + ", which is no part of the schema"`, `return ""`, "anchor of nothing"),
}

var valueRemovals = []Removal{
	without("size of a number", "internal/ojson/parse.go", "if err := p.limits.checkNumber(literal, p.at); err != nil {", "if err := p.limits.checkNumber(literal, p.at); err != nil && p == nil {", "number beyond measure"),
	without("digits of a number", "internal/ojson/parse.go", "literal := p.word()\n", "literal := p.word()\n\tif f, err := strconv.ParseFloat(literal, 64); err == nil {\n\t\tliteral = strconv.FormatFloat(f, 'g', -1, 64)\n\t}\n", "number of many digits"),
	without("depth of a value", "internal/ojson/parse.go", "most > 0 && depth > most", "most < 0 && depth > most", "value nests 8,000 deep"),
	without("judge of a value", "render/content.go", "!c.unjudged && c.source == Declared {", "c.unjudged && c.source == Declared {", "value breaks its schema"),
	without("members that came twice", "render/fields.go", "if times > 1 {", "if times < 0 {", "value names members twice"),
	without("rows of their kinds", "render/columns.go", "if v.Is(ojson.Object) {", "if v != nil {", "rows of all kinds"),
	without("number of rows", "render/drawgrid.go", "shown := min(g.Rows(), limit.Rows.Int())", "shown := min(g.Rows(), 1_000_000*limit.Rows.Int())", "50,000 rows"),
	without("number of columns", "render/columns.go", "if len(c.columns) <= limit.Columns.Int() {", "if len(c.columns) <= 1_000_000*limit.Columns.Int() {", "table of 2,000 columns"),
	without("size of what is judged", "render/content.go", "c.unjudged = len(p.Data) > limit.JudgedBytes.Int();", "c.unjudged = len(p.Data) > 1_000_000*limit.JudgedBytes.Int();", "value of one long text"),
	without("word of an unknown schema", "render/content.go", "\t\tc.source = Undeclared\n", "\t\tc.source = NoSchema\n", "tag of an unknown schema"),
	without("room for odd tags", "a2aclient/mode.go", `if strings.EqualFold(key, "schema") && value != "" {`, `if key == value {`, "tag that is none"),
	{"files that are not fetched", []Edit{
		{"render/file.go", "\t\"fmt\"\n", "\t\"fmt\"\n\t\"net/http\"\n"},
		{"render/file.go", "\tif f.HasBytes() {\n", "\t_, _ = http.Get(url.Exact())\n\tif f.HasBytes() {\n"},
	}, []string{"file to be fetched"}},
	without("word of an unknown part", "render/builder.go", `"this part is of no kind that is known here; it is shown as it came"`, `""`, "parts of nothing"),
	without("address of a link", "render/markdown.go", `if shown == "" || textOf(runs) == shown {`, `if shown != "" {`, "markdown that links"),
}

var fileRemovals = []Removal{
	{"path in a name", []Edit{
		{"render/file.go", "text[strings.LastIndexAny(text, `/\\`)+1:]", "text"},
		{"internal/safe/filename.go", "r == '.' || r == '_'", "r == '/' || r == '.' || r == '_'"},
		{"internal/safe/filename.go", `strings.Trim(sb.String(), "-.")`, `sb.String()`},
	}, []string{"name that climbs"}},
	{"start of a name", []Edit{
		{"internal/safe/filename.go", `&& (r != '-' || sb.Len() > 0 && !strings.HasSuffix(sb.String(), "-"))`, "&& r != 0"},
		{"internal/safe/filename.go", `strings.Trim(sb.String(), "-.")`, "sb.String()"},
	}, []string{"name of a device"}},
	{"length of a name", []Edit{
		{"internal/safe/filename.go", "text.Line(longestName * 4)", "text.Line(1 << 20)"},
		{"internal/safe/filename.go", "if sb.Len() < longestName && ", "if "},
	}, []string{"name of 5,000 characters"}},
	without("number behind a name", "internal/store/newfile.go", "numbered := withNumber(path, n+1)\n\t\tif err", "numbered := withNumber(path, min(n, 0))\n\t\tif err", "same name 300 times"),
	without("broken base64", "render/file.go", "case err == nil:\n\t\treturn data, nil", "case kept != \"\":\n\t\treturn data, nil", "file of broken base64"),
	without("files that are there", "internal/store/newfile.go", "os.O_WRONLY|os.O_CREATE|os.O_EXCL", "os.O_WRONLY|os.O_CREATE", "link in the way"),
	without("directory to save in", "internal/cli/send.go", "if err := o.save.check(); err != nil {", "if err := o.save.check(); err != nil && s == nil {", "directory is a file"),
	without("word of a damaged list", "internal/store/list.go", "return nil, aside(path, fmt.Errorf(", "return nil, nil\n\t\treturn nil, aside(path, fmt.Errorf(", "damaged credentials"),
	without("end of a torn line", "internal/store/store.go", "if err := endLine(f); err != nil {", "if err := error(nil); err != nil {", "torn journal"),
	without("journal before all", "internal/run/record.go", "\tif err != nil {\n\t\treturn nil, fmt.Errorf(\"nothing was sent", "\tif err != nil && r == nil {\n\t\treturn nil, fmt.Errorf(\"nothing was sent", "home is a file"),
}
