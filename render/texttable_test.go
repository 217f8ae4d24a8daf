package render_test

import (
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/table"
)

// A table in a text is a table wherever the text is, between its words. What only looks like one stays a text.
func TestTablesInTexts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, text, want string }{
		{"Markdown", "The **cities**:\n| City | Temp |\n|:--|--:|\n| Oslo | 4.5 |\n| `Lima` | - |\n\nMore?", "text | City Temp; Oslo 4.5; Lima – | text"},
		{"short rows", "| City | Temp |\n|---|---|\n| Oslo |", `City Temp; Oslo ""`},
		{"without outer bars", "City | Temp\n--- | ---\nOslo | 4", "City Temp; Oslo 4"},
		{"no title", "| | 2024 |\n|--|--|\n| Oslo | 4 |", "column 1 2024; Oslo 4"},
		{"a head alone", "| City | Temp |\n|---|---|", "text"},
		{"two tables", "| A |\n|---|\n| 1 |\n\n| B |\n|---|\n| 2 |\n", "A; 1 | B; 2"},
		{"psql in a fence", "```\n id | name\n----+------\n  1 | Oslo\n(1 row)\n```", "id name; 1 Oslo | text"},
		{"MySQL", "+----+------+\n| id | name |\n+----+------+\n|  1 | Oslo |\n+----+------+\n1 row in set", "id name; 1 Oslo | text"},
		{
			"a grid with rows of two lines", "┌────┬──────┐\n│ id │ name │\n├────┼──────┤\n│ 1  │ São  │\n│    │ Paulo│\n├────┼──────┤\n│ 2  │ Lima │\n└────┴──────┘",
			"id name; 1 São Paulo; 2 Lima",
		},
		{"bars without a rule", "| City | Temp |\n| Oslo | -4 |\n| Lima | 21 |", "City Temp; Oslo -4; Lima 21"},
		{"comma-separated", "The file:\n\nCity,Temp\n\"Lima, Peru\",21\nOslo,4\n", "text | City Temp; Lima, Peru 21; Oslo 4"},
		{"semicolons", "City;Temp\nOslo;4,5\nLima;21,5", "City Temp; Oslo 4,5; Lima 21,5"},
		{"a fence of CSV", "So:\n```csv\nCity,Temp\nOslo,4\n```\nDone.", "text | City Temp; Oslo 4 | text"},
		{"in a quote", "They say:\n\n> Today:\n>\n> | City | Temp |\n> |---|---|\n> | Oslo | 4 |\n\nMore?", "text | City Temp; Oslo 4 | text"},
		{"in a quote of a quote", "> > | City | Temp |\n> > |---|---|\n> > | Oslo | 4 |", "City Temp; Oslo 4"},
		{"in an item of a list", "1. Today:\n\n   | City | Temp |\n   |---|---|\n   | Oslo | 4 |\n\n2. No more.", "text | City Temp; Oslo 4 | text"},
		{"beginning an item of a list", "- | City | Temp |\n  |---|---|\n  | Oslo | 4 |\n- | Sea |\n  |---|\n  | North |", "City Temp; Oslo 4 | Sea; North"},
		{"a fence of CSV in an item of a list", "- So:\n\n  ```csv\n  City,Temp\n  Oslo,4\n  ```", "text | City Temp; Oslo 4"},
		{"a fence of CSV in a quote", "> ```csv\n> City,Temp\n> Oslo,4\n> ```", "City Temp; Oslo 4"},
		{"a quote alone", "> this | that\n> and so on\n> and on", "text"},
		{"records", "City: Oslo\nTemp: 4\n\nCity: Lima\nTemp: 21", "City Temp; Oslo 4; Lima 21"},
		{"a numbered list of records", "1. **City**: Oslo\n   **Temp**: 4\n2. **City**: Lima\n   **Temp**: 21", "City Temp; Oslo 4; Lima 21"},
		{"names and values", "Oslo now:\n\n- Temperature: 4\n- Wind: 12\n- Rain: 0", "text | Name Value; Temperature 4; Wind 12; Rain 0"},
		{"two lines", "Temperature: 4\nWind: 12", "text"},
		{"a talk", "Ann: Hello\nBob: Hello\nAnn: Bye", "text"},
		{"a letter", "Dear Ann,\n\nSubject: Oslo\nDate: today\nPlace: here\n\nBye", "text"},
		{"a sentence", "I like cats, dogs\nand birds, too\nand so on, ok", "text"},
		{"code", "```go\na := x | y\n| b |\n```", "text"},
		{"configuration", "```\nname: a\nimage: b\nport: 1\n```", "text"},
		{"tabulate", "Found:\n\ncity      temp\n------  ------\nOslo         3\nSão P.      21\n", "text | city temp; Oslo 3; São P. 21"},
		{"a rule below the rows", "=====  ====\ncity   temp\n=====  ====\nOslo   3\n=====  ====", "city temp; Oslo 3"},
		{"pandas", "   city  temp    wet\n0  Oslo     3   True\n1  Lima    21  False", "column 1 city temp wet; 0 Oslo 3 True; 1 Lima 21 False"},
		{"kubectl", "NAME    READY   LAST SEEN\napi-1   1/1     5 days ago\napi-2   0/1     now\n\nDone.", "NAME READY LAST SEEN; api-1 1/1 5 days ago; api-2 0/1 now | text"},
		{"a list in a sentence", "Here: [{\"city\": \"Oslo\", \"temp\": 3}]\n\nMore?", "text | city temp; Oslo 3 | text"},
		{"a list on lines of its own", "Here:\n[\n  {\"city\": \"Oslo\"},\n\n  {\"city\": \"Lima\"}\n]\nMore?", "text | city; Oslo; Lima | text"},
		{"Python", `[{'city': 'Oslo', 'temp': -3.5, 'wet': True, 'x': None}, {'city': "L'Aq\xfcila", 'temp': 1, 'wet': False, 'x': ('a',)}]`, "city temp wet x; Oslo -3.5 yes –; L'Aqüila 1 no a"},
		{"Python with calls", "Rows: [{'on': datetime.date(2026, 1, 2), 'v': Decimal('1.50')}, {'on': None, 'v': np.float64(2.0)}]", "text | on v; 2026-01-02 1.50; – 2"},
		{"Python that is none", "[{'city': Oslo}]", "text"},
		{"a set of words", "Choose one: {red, green}", "text"},
		{"a list of words", "Choose one: ['red', 'green']", "text"},
		{"a link", "See [the page](http://x.example) or [1].", "text"},
		{"an aligned poem", "Roses are  red\nViolets  are blue", "text"},
		{"code with comments", "```\na = 1  # one\nb = 2  # two\nc = 3  # three\n```", "text"},
		{"a rule below a sentence", "this | that\n---\nother | one", "text"},
		{"alternatives", "yes | no\nleft | right\nup | down", "text"},
	} {
		var found []string
		for _, b := range render.New([]render.Artifact{{Parts: []render.Part{{Text: safe.Text(c.text)}}}}, nil).Blocks() {
			if g, ok := b.(*table.Table); ok {
				found = append(found, textOf(g))
			} else {
				found = append(found, "text")
			}
		}
		if got := strings.Join(found, " | "); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.what, got, c.want)
		}
	}
}
