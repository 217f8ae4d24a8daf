package render_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/table"
)

// tableOf is the first table of a document that is in no other one: its columns, and its rows below them.
func tableOf(d *render.Document) string {
	for _, b := range d.Blocks() {
		if g, ok := b.(*table.Table); ok {
			return textOf(g)
		}
	}
	return ""
}

func textOf(g *table.Table) string {
	var names []string
	for _, c := range g.Columns() {
		names = append(names, c.Key.Line(0).String())
	}
	lines := []string{strings.Join(names, " ")}
	for row := range g.Rows() {
		var cells []string
		for col := range g.Columns() {
			cells = append(cells, g.Cell(row, col).Line().String())
		}
		lines = append(lines, strings.Join(cells, " "))
	}
	return strings.Join(lines, "; ")
}

// Data that has its rows in another shape is a table: of pandas, of GeoJSON, of JSON in a text. What only looks like one stays as it is.
func TestRowsInOtherShapes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, data, want string }{
		{"split", `{"columns":["City","Temp"],"index":[0,1],"data":[["Oslo",4.5],["Lima",21]]}`, "City Temp; Oslo 4.5; Lima 21"},
		{"headers and rows", `{"headers":["City","Tags"],"rows":[["Oslo",["a","b"]]]}`, "City Tags; Oslo a, b"},
		{"a row too short", `{"columns":["City","Temp"],"data":[["Oslo"]]}`, "; Oslo"},
		{"a name twice", `{"columns":["City","City"],"data":[["Oslo","Lima"]]}`, " ; Oslo Lima"},
		{"another member beside", `{"columns":["City","Temp"],"data":[["Oslo",4.5]],"note":"x"}`, "City Temp; Oslo 4.5"},
		{"points beside texts", `{"tags":["a","b"],"points":[[1,2],[3,4]]}`, " ; 1 2; 3 4"},
		{"names in objects", `{"fields":[{"name":"City","type":"text"},{"name":"Temp","type":"real"}],"records":[["Oslo",4.5]]}`, "City Temp; Oslo 4.5"},
		{"BigQuery", `{"schema":{"fields":[{"name":"City"},{"name":"Temp"}]},"rows":[{"f":[{"v":"Oslo"},{"v":"4.5"}]}],"totalRows":"1"}`, "City Temp; Oslo 4.5"},
		{"Snowflake", `{"resultSetMetaData":{"numRows":1,"rowType":[{"name":"CITY"},{"name":"TEMP"}]},"data":[["Oslo","4.5"]]}`, "CITY TEMP; Oslo 4.5"},
		{"Athena, whose header comes twice", `{"ResultSet":{"Rows":[{"Data":[{"VarCharValue":"City"},{"VarCharValue":"Temp"}]},{"Data":[{"VarCharValue":"Oslo"},{"VarCharValue":"4.5"}]}],"ResultSetMetadata":{"ColumnInfo":[{"Name":"City"},{"Name":"Temp"}]}}}`, "City Temp; Oslo 4.5"},
		{"Neo4j", `{"results":[{"columns":["City","Temp"],"data":[{"row":["Oslo",4.5],"meta":[null,null]}]}],"errors":[]}`, "City Temp; Oslo 4.5"},
		{"InfluxDB", `{"results":[{"statement_id":0,"series":[{"name":"w","columns":["City","Temp"],"values":[["Oslo",4.5],["Lima",21]]}]}]}`, "City Temp; Oslo 4.5; Lima 21"},
		{"Google's charts", `{"table":{"cols":[{"id":"c","label":"City"},{"id":"t","label":"Temp"}],"rows":[{"c":[{"v":"Oslo"},{"v":4.5,"f":"4,5"}]}]}}`, "City Temp; Oslo 4.5"},
		{"a spreadsheet", `{"range":"A1:B3","values":[["City","Temp"],["Oslo","4.5"],["Lima",""]]}`, `City Temp; Oslo 4.5; Lima ""`},
		{"lists under a header", `[["City","Temp"],["Oslo",4.5]]`, "City Temp; Oslo 4.5"},
		{"lists of texts alone", `[["City","Country"],["Oslo","Norway"]]`, " ; City Country; Oslo Norway"},
		{"lists of numbers", `[[1,2],[3,4]]`, " ; 1 2; 3 4"},
		{"columns inside", `{"latitude":59.9,"hourly":{"time":["00:00","01:00","02:00"],"temp":[4.5,4,3.5]}}`, "time temp; 00:00 4.5; 01:00 4; 02:00 3.5"},
		{"two points inside", `{"name":"x","box":{"min":[0,0],"max":[1,1]}}`, ""},
		{"GraphQL", `{"data":{"cities":{"edges":[{"cursor":"c","node":{"city":"Oslo","temp":4.5}}],"pageInfo":{"hasNextPage":false}}}}`, "city temp cursor; Oslo 4.5 c"},
		{"JSON:API, a name twice", `{"data":[{"type":"city","id":"7","attributes":{"city":"Oslo","type":"capital"}}]}`, "city type (type) id; Oslo capital city 7"},
		{"Elasticsearch", `{"hits":{"total":{"value":1},"hits":[{"_id":"1","_source":{"city":"Oslo"}}]}}`, "city _id; Oslo 1"},
		{"Firestore", `{"documents":[{"name":"a/1","fields":{"city":{"stringValue":"Oslo"},"temp":{"doubleValue":4.5}}}]}`, "city temp name; Oslo 4.5 a/1"},
		{"DynamoDB", `{"Items":[{"city":{"S":"Oslo"},"temp":{"N":"4.5"}}],"Count":1}`, "city temp; Oslo 4.5"},
		{"MongoDB", `[{"_id":{"$oid":"65f0"},"at":{"$date":"2026-03-14T08:30:00Z"}}]`, "_id at; 65f0 2026-03-14 08:30Z"},
		{"units are no types", `[{"city":"Oslo","temp":{"celsius":4.5}}]`, "city temp; Oslo celsius: 4.5"},
		{"records under keys", `{"oslo":{"temp":4.5,"rain":2},"lima":{"temp":21,"rain":0},"rome":{"temp":14,"rain":1}}`, "key temp rain; oslo 4.5 2; lima 21 0; rome 14 1"},
		{"records of two kinds under keys", `{"a":{"temp":4.5,"rain":2},"b":{"temp":21,"rain":0},"c":{"temp":14,"wind":1}}`, ""},
		{"two records under keys", `{"home":{"name":"x","goals":2},"away":{"name":"y","goals":0}}`, ""},
		{"lists", `{"City":["Oslo","Lima"],"Temp":[4.5,null]}`, "City Temp; Oslo 4.5; Lima –"},
		{"numbered", `{"City":{"0":"Oslo","1":"Lima"},"Temp":{"0":4.5,"1":21}}`, "City Temp; Oslo 4.5; Lima 21"},
		{"lists of two lengths", `{"allowed":["a","b"],"denied":["c"]}`, ""},
		{"one list", `{"tags":["a","b"]}`, ""},
		{"two short lists", `{"from":["a"],"to":["b"]}`, ""},
		{"GeoJSON", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"x"},"geometry":null},{"type":"Feature","id":7,"properties":{"name":"y"}}]}`, "name geometry id; x – ; y  7"},
		{"GeoJSON without properties", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":null}]}`, "type properties; Feature –"},
		{"a list in a text", `{"result":"[{\"city\":\"Oslo\",\"temp\":4.5},{\"city\":\"Lima\"}]"}`, "city temp; Oslo 4.5; Lima "},
		{"a list of Python in a text", `{"result":"[{'city': 'Oslo', 'wet': True}, {'city': 'Lima', 'wet': False}]"}`, "city wet; Oslo yes; Lima no"},
		{"a list in a text beside a fact", `{"total":1,"result":" [{\"city\":\"Oslo\"}]"}`, "city; Oslo"},
		{"words in brackets", `{"result":"[not JSON]"}`, ""},
	} {
		d := render.New([]render.Artifact{{ID: safe.Text("a"), Parts: []render.Part{{Kind: render.DataPart, Data: []byte(c.data)}}}}, nil)
		if got := tableOf(d); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
		if roots := d.Trees(); len(roots) != 1 {
			t.Errorf("%s: %d trees", c.what, len(roots))
		}
	}
}

// A schema says what the data is: it is not read in another way.
func TestDataWithSchemaKeepsItsShape(t *testing.T) {
	t.Parallel()
	d, err := schema.Load([]byte(`{"type":"object","properties":{"City":{"type":"array"},"Temp":{"type":"array"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	resolve := render.Resolver(func(safe.Raw) render.Schema { return render.Schema{Name: safe.Text("out"), Document: d} })
	doc := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(`{"City":["Oslo","Lima"],"Temp":[4.5,21]}`)}}}}, resolve)
	if got := tableOf(doc); got != "" {
		t.Errorf("a table: %s", got)
	}
}

// JSON lines in a text are a table; other lines stay a text.
func TestLinesOfAText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{\"city\":\"Oslo\",\"temp\":4.5}\n\n{\"city\":\"Lima\",\"temp\":21}\n": "city temp; Oslo 4.5; Lima 21",
		`"[{\"city\":\"Oslo\"},{\"city\":\"Lima\"}]"`:                           "city; Oslo; Lima",
		`"Oslo"`: "",
		"{\"city\":\"Oslo\"}\nand {\"city\":\"Lima\"}": "",
		"[{\"city\":\"Oslo\",\"temp\":NaN}]":           "city temp; Oslo NaN",
		"{\"city\":\"Oslo\"}\n{city}":                  "",
	} {
		d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.TextPart, Text: safe.Text(text)}}}}, nil)
		if got := tableOf(d); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A file of text is shown as its text below its name.
func TestTextOfAFile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, media, text, want string }{
		{"notes.md", "text/markdown", "# Oslo\n\nCold.", "*render.Attachment *render.Prose"},
		{"notes.txt", "", "Cold.", "*render.Attachment *render.Prose"},
		{"notes.txt", "", "\x00\x01", "*render.Attachment"},
		{"page.html", "text/html", "<p>Cold.</p>", "*render.Attachment"},
	} {
		file := render.NewFile(safe.Text(c.name), safe.Text(c.media), safe.Raw{}, safe.Text(base64.StdEncoding.EncodeToString([]byte(c.text))))
		var kinds []string
		for _, b := range render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.FilePart, File: file}}}}, nil).Blocks() {
			kinds = append(kinds, fmt.Sprintf("%T", b))
		}
		if got := strings.Join(kinds, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A file of rows is a table below its name, unless there is data beside it.
func TestRowsOfFiles(t *testing.T) {
	t.Parallel()
	const csv = "City,Temp\r\nOslo,4.5\r\n\"Lima, Peru\",21\r\n"
	for _, c := range []struct{ name, media, text, want string }{
		{"weather.csv", "text/csv", csv, "City Temp; Oslo 4.5; Lima, Peru 21"},
		{"weather.csv", "application/octet-stream", csv, "City Temp; Oslo 4.5; Lima, Peru 21"},
		{"x", "text/csv; charset=utf-8", "\ufeffCity;Temp\nOslo;4,5\n", "City Temp; Oslo 4,5"},
		{"x.tsv", "", "City\tZip\nOslo\t0150\nRome\t\n", "City Zip; Oslo 0150; Rome \"\""},
		{"x", "application/x-ndjson", "{\"City\":\"Oslo\"}\n{\"City\":\"Lima\"}\n", "City; Oslo; Lima"},
		{"x.jsonl", "", "{\"City\":\"Oslo\"}\n{\"City\":\"Lima\"}\n", "City; Oslo; Lima"},
		{"x.json", "application/json", `[{"City":"Oslo"}]`, "City; Oslo"},
		{"x.json", "application/json", `[{"City":"Oslo","Temp":NaN}]`, "City Temp; Oslo NaN"},
		{"x.json", "application/json", `[{"City":"Oslo"`, ""},
		{"x.csv", "text/csv", "City,Temp\nOslo\n", ""},
		{"x.csv", "text/csv", "City,City\nOslo,Lima\n", "City City 2; Oslo Lima"},
		{"x.csv", "text/csv", ",Temp\n0,4.5\n1,\n", "column 1 Temp; 0 4.5; 1 –"},
		{"x.csv", "text/csv", "City,Temp\n", ""},
		{"notes.txt", "text/plain", csv, "City Temp; Oslo 4.5; Lima, Peru 21"}, // as in any text
		{"notes.md", "", "# Now\n\n| City | Temp |\n|---|---|\n| Oslo | 4 |\n", "City Temp; Oslo 4"},
		{"notes.txt", "text/plain", "Oslo is cold.", ""},
		{"page.html", "text/html", csv, ""},
	} {
		file := render.NewFile(safe.Text(c.name), safe.Text(c.media), safe.Raw{}, safe.Text(base64.StdEncoding.EncodeToString([]byte(c.text))))
		part := render.Part{Kind: render.FilePart, File: file}
		d := render.New([]render.Artifact{{Parts: []render.Part{part}}}, nil)
		if _, isFile := d.Blocks()[0].(*render.Attachment); !isFile || tableOf(d) != c.want {
			t.Errorf("%s, %s, %q: %q, want %q", c.name, c.media, c.text, tableOf(d), c.want)
		}
		beside := render.Part{Kind: render.DataPart, Data: []byte(`{"n":1}`)}
		if got := tableOf(render.New([]render.Artifact{{Parts: []render.Part{part}}, {Parts: []render.Part{beside}}}, nil)); got != "" {
			t.Errorf("%s beside data: %q", c.name, got)
		}
	}
}
