package jsonindex_test

import (
	"context"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/jsonindex"
)

// Where a text has only items, it is JSON if and only if each of them is.
func TestTextOfItemsIsValidIfItemsAre(t *testing.T) {
	for text, want := range map[string]bool{`[1,"a"]`: true, `[1,{:}]`: false} {
		if valid, hasOnlyItems := validItems(text); valid != want || !hasOnlyItems {
			t.Errorf("%s: valid items %v, only items %v", text, valid, hasOnlyItems)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		items := rapid.OneOf(
			rapid.StringMatching(`([][{},: ]|1|"a"|"\\\\"|\{"a":1\}|,1){0,12}`),
			rapid.StringMatching(`(1|"a"|\{"a":1\})(,(1|"a"| \[\] )){0,3}`), // which are mostly valid
		)
		text := "[" + items.Draw(rt, "items") + rapid.SampledFrom([]string{"]", "] ", "}", "]]", "]1", ""}).Draw(rt, "end")
		if valid, hasOnlyItems := validItems(text); hasOnlyItems && valid != json.Valid([]byte(text)) {
			rt.Fatalf("%q: valid items %v", text, valid)
		}
	})
}

// validItems reports whether each item of a text is valid, and whether the text has nothing but items.
func validItems(text string) (valid, hasOnlyItems bool) {
	index := jsonindex.New([]byte(text))
	index.Build(context.Background())
	valid = true
	for i := range index.Len() {
		valid = valid && json.Valid(index.Item(i))
	}
	return valid, index.HasOnlyItems()
}
