package formgen_test

import (
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func TestFieldIsFoundByPathFromAgent(t *testing.T) {
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"title":{"type":"string"},"message":{"type":"string"},
		"items":{"type":"array","items":{"type":"object","properties":{"amount":{"type":"number"}},"required":["amount"]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	f := formgen.New(doc)
	v, err := ojson.Parse([]byte(`{"title":"x","items":[{"amount":1},{"amount":2}]}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	f.Load(v)
	for path, want := range map[string]string{
		"title":                                    "/title",
		"/items/1/amount":                          "/items/1/amount",
		"$.items[1].amount":                        "/items/1/amount",
		"message.parts[0].data.items[0].amount":    "/items/0/amount",
		"message.parts[0].data.items[1].amount.eu": "/items/1/amount",

		"message":                             "/message",
		"nowhere.at.all":                      "",
		"message.parts[0].data[\"items\"][1]": "/items/1",
		"":                                    "",
	} {
		got := ""
		if x := f.FindPath(path); x != nil {
			got = x.Pointer()
		}
		if got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	f.At("/title").AddWarning("the agent says: no")
	f.At("/title").AddWarning("the agent says: no")
	if n := len(f.At("/title").Warnings()); n != 1 {
		t.Errorf("%d warnings", n)
	}
	if f.At("/title").SetText("y"); len(f.At("/title").Warnings()) != 0 {
		t.Error("the warning outlives the value that it was about")
	}
}
