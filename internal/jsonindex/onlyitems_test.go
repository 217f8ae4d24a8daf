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
	valid, broken := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		items := rapid.OneOf(
			rapid.StringMatching(`([][{},: ]|1|"a"|"\\\\"|\{"a":1\}|,1){0,12}`),
			rapid.StringMatching(`(1|"a"|\{"a":1\})(,(1|"a"| \[\] )){0,3}`), // which are mostly valid
		)
		text := "[" + items.Draw(rt, "items") + rapid.SampledFrom([]string{"]", "] ", "}", "]]", "]1", ""}).Draw(rt, "end")
		index := jsonindex.New([]byte(text))
		index.Build(context.Background())
		if !index.HasOnlyItems() {
			return
		}
		each := true
		for i := range index.Len() {
			each = each && json.Valid(index.Item(i))
		}
		if each != json.Valid([]byte(text)) {
			rt.Fatalf("%q: %d items, valid %v", text, index.Len(), each)
		}
		if each {
			valid++
		} else {
			broken++
		}
	})
	if valid == 0 || broken == 0 {
		t.Errorf("%d valid texts and %d others had only items: want some of both", valid, broken)
	}
}
