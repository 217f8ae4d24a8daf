package kit

import (
	"strings"
	"testing"

	"a2aform/internal/ojson"
)

// A place that is not in a value has the line of the nearest one around it.
func TestNearestPlace(t *testing.T) {
	t.Parallel()
	v, err := ojson.Parse([]byte(`{"data":{"a/b":[1,{"c":null}],"e":[],"f":{}}}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	lines := LinesOfJSON(v, 0)
	var text []string
	for _, l := range lines {
		text = append(text, l.Text)
	}
	if got := strings.Join(text, "\n"); got != strings.TrimSuffix(string(v.Indent("  ")), "\n") {
		t.Errorf("the lines are not those of the value:\n%s", got)
	}
	for at, want := range map[string]string{"/data/a~1b/1/c": `"c": null`, "/data/a~1b/7": `"a/b": [`, "/data/none/x": `"data": {`, "/data/e": `"e": [],`} {
		i, ok := LineOfJSON(lines, at)
		if !ok || strings.TrimSpace(lines[i].Text) != want {
			t.Errorf("%s: %v", at, lines[i])
		}
	}
	if cut := LinesOfJSON(v, 3); len(cut) != 3 || cut[0].Text != "{" {
		t.Errorf("of at most 3 lines there are %d: %v", len(cut), cut)
	}
	if _, ok := LineOfJSON(lines, ""); ok {
		t.Error("no place has a line")
	}
}
