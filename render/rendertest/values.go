// Package rendertest has the values that tests of render and of the packages below it
// share: one large list, and any values.
package rendertest

import (
	"bytes"
	"fmt"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
)

// RowSchema is the schema of the rows of [LargeList].
const RowSchema = `{"type":"array","items":{"type":"object","properties":{
	"id":{"title":"Id","type":"integer"},"name":{"type":"string","maxLength":20},"share":{"type":"number","minimum":0,"maximum":1},"ok":{"type":"boolean"}},
	"required":["id"]}}`

// LargeList is a list of rows beyond what is validated as a whole; row 7 and every thousandth
// row break the schema.
func LargeList(rows int) []byte {
	var buf bytes.Buffer
	buf.WriteByte('[')
	for i := range rows {
		if i > 0 {
			buf.WriteString(", ")
		}
		id := fmt.Sprint(i)
		if i == 7 || i%1000 == 999 {
			id = `"x]"`
		}
		fmt.Fprintf(&buf, `{"id":%s,"name":"row \"%d\" [{,","share":0.%03d,"ok":%v,"more":[[1],{"a":"]"}]}`, id, i, i%1000, i%2 == 0)
	}
	buf.WriteString("]\n")
	return buf.Bytes()
}

// AnyValue draws JSON of a depth, its strings full of brackets, quotes and
// characters that terminals trip over.
func AnyValue(depth int) *rapid.Generator[*ojson.Value] {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab \"\\[]{},:\n\t\r\x00\x1b\u009b\u202e\u200d\ufe0f漢👩é\u0301ש🇩⚠-")), 0, 12, -1)
	scalar := rapid.OneOf(
		rapid.Map(text, ojson.NewString),
		rapid.Map(rapid.Bool(), ojson.NewBool),
		rapid.Just(ojson.NewNull()),
		rapid.Map(rapid.Float64Range(-2, 2), func(f float64) *ojson.Value {
			v, err := ojson.NewNumber(fmt.Sprintf("%.3f", f))
			if err != nil {
				panic(err)
			}
			return v
		}),
	)
	if depth == 0 {
		return scalar
	}
	member := rapid.Custom(func(t *rapid.T) ojson.Member {
		name := rapid.OneOf(rapid.SampledFrom([]string{"id", "name", "share", "ok", "rows"}), text).Draw(t, "name")
		return ojson.Member{Name: name, Value: AnyValue(depth-1).Draw(t, "value")}
	})
	return rapid.OneOf(scalar,
		rapid.Map(rapid.SliceOfN(AnyValue(depth-1), 0, 4), func(items []*ojson.Value) *ojson.Value { return ojson.NewArray(items...) }),
		rapid.Map(rapid.SliceOfN(member, 0, 5), func(members []ojson.Member) *ojson.Value { return ojson.NewObject(members...) }),
	)
}
