package jsonindex

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func items(x *Index) []string {
	x.Build(context.Background())
	var all []string
	for i := range x.Len() {
		all = append(all, string(x.Item(i)))
	}
	return all
}

func TestListKeyChoosesItems(t *testing.T) {
	long := strings.Repeat(`{"a":"x\\\"]"}, `, 20)
	for _, c := range []struct {
		name, text string
		shape      Shape
		page       string
		items      []string
	}{
		{"array", ` [1, "a,]" , {"b":[2]},[] ]` + "\n", Array, "", []string{`1`, `"a,]"`, `{"b":[2]}`, `[]`}},
		{"empty array", "[ \n ]", Array, "", nil},
		{"page", `{"rows": [{"a":1},{"a":2}] }`, Array, "rows", []string{`{"a":1}`, `{"a":2}`}},
		{"page and more", `{"r\u006fws":[[1],[2]],"next":"x"}`, Array, "rows", []string{`[1]`, `[2]`}},
		{"object", `{"name":"x","rows":[{}]}`, Whole, "", []string{`{"name":"x","rows":[{}]}`}},
		{"scalars in an object", `{"tags":["a"]}`, Whole, "", []string{`{"tags":["a"]}`}},
		{"lines", "{\"a\":1}\n\n {\"a\":2} \r\n[3]\n", Lines, "", []string{`{"a":1}`, `{"a":2}`, `[3]`}},
		{"lines of several lines", "{\n\"a\":1\n}\n{\"a\":2}", Lines, "", []string{"{\n\"a\":1\n}", `{"a":2}`}},
		{"a bad line", "{\"a\":1}\n{\"a\":\n\"x\n[3]", Lines, "", []string{`{"a":1}`, `{"a":`, `"x`, `[3]`}},
		{"a bad first line", "{\"a\":NaN}\n{\"a\":1}\n", Lines, "", []string{`{"a":NaN}`, `{"a":1}`}},
		{"scalar", " 12 ", Whole, "", []string{"12"}},
		{"nothing", " \n", Whole, "", []string{""}},
		{"long", `[` + long + `7]`, Array, "", append(strings.SplitAfter(strings.TrimSuffix(long, ", "), "}, "), "7")},
	} {
		x := New([]byte(c.text))
		got := items(x)
		for i := range c.items {
			c.items[i] = strings.TrimSuffix(c.items[i], ", ")
		}
		if x.Shape() != c.shape || x.ListKey() != c.page || fmt.Sprint(got) != fmt.Sprint(c.items) || x.IsJSON() != (c.shape == Array) {
			t.Errorf("%s: shape %d, page %q, %d items %q, JSON: %v", c.name, x.Shape(), x.ListKey(), len(got), got, x.IsJSON())
		}
	}
}

func TestMembersAreItems(t *testing.T) {
	x := NewMembers([]byte(` {"a": 1, "b":{"c":[2,3]} }`))
	if got := items(x); fmt.Sprint(got) != `["a": 1 "b":{"c":[2,3]}]` || x.Shape() != Members {
		t.Errorf("%q", got)
	}
}

func TestAMistakeHidesNoItems(t *testing.T) {
	for text, want := range map[string][]string{
		`[1,2`: {"1", "2"}, `[`: nil, `[{"a":"`: {`{"a":"`}, `{"rows":[{"a":1},{`: {`{"a":1}`, "{"}, `[1 , NaN, 3]`: {"1", "NaN", "3"},
		`[{"a":x,"b":"],"} , [2}],"\",",{"a":{}]`: {`{"a":x,"b":"],"}`, "[2}]", `"\","`, `{"a":{}]`}, "{\n}\n{\n}}\n{\n}": {"{\n}", "{\n}", "}", "{\n}"},
		`[1] 2`: {"1"}, `{"rows":[[1]],}`: {"[1]"}, `{"rows":[[1]] 3`: {"[1]"}, `[1,]`: {"1"}, "{\n}\n{\n}\n1,2 ": {"{\n}", "{\n}", "1,", "2"},
	} {
		x := New([]byte(text))
		if got := items(x); !slices.Equal(got, want) || x.IsJSON() {
			t.Errorf("%s: %q, JSON: %v", text, got, x.IsJSON())
		}
	}
}

func TestTextAfterList(t *testing.T) {
	x := New([]byte(`{"rows":[{"a":1}], "next":"x" } `))
	if items(x); !x.HasRest() || !x.IsJSON() {
		t.Error("no rest")
	}
	x = New([]byte(`{"rows":[{"a":1}] } `))
	if items(x); x.HasRest() || !x.IsJSON() {
		t.Error("a rest")
	}
}

func TestAtFindsItemOfByte(t *testing.T) {
	text := []byte(`[10, "b", {"c":1}]`)
	x := New(text)
	for i, want := range map[int]int{0: -1, 1: 0, 2: 0, 5: 1, 11: 2, 16: 2, 17: -1} {
		if got := x.At(i); got != want {
			t.Errorf("byte %d (%c) belongs to %d, want %d", i, text[i], got, want)
		}
	}
}

// anyJSON draws a value whose strings are full of what an index could trip over.
func anyJSON(depth int) *rapid.Generator[any] {
	text := rapid.StringOfN(rapid.RuneFrom([]rune(`ab"\[]{},:é漢`+"\n\u2028")), 0, 90, -1)
	scalar := rapid.OneOf(rapid.Map(text, func(s string) any { return s }), rapid.Map(rapid.Int(), func(n int) any { return n }),
		rapid.Just[any](nil), rapid.Just[any](true))
	if depth == 0 {
		return scalar
	}
	return rapid.OneOf(scalar,
		rapid.Map(rapid.SliceOfN(anyJSON(depth-1), 0, 5), func(s []any) any { return s }),
		rapid.Map(rapid.MapOfN(text, anyJSON(depth-1), 0, 5), func(m map[string]any) any { return m }))
}

func TestItemsAgreeWithEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(anyJSON(3), 0, 12).Draw(t, "list")
		data, err := json.Marshal(list)
		if rapid.Bool().Draw(t, "indented") {
			data, err = json.MarshalIndent(list, " ", "\t")
		}
		if err != nil {
			t.Fatal(err)
		}
		var want []json.RawMessage
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		x := &Index{data: data, shape: Array}
		scan := x.newScan(data)
		for !scan.found.complete {
			scan.run(rapid.IntRange(1, 200).Draw(t, "step"))
		}
		x.state.Store(&scan.found)
		if x.Len() != len(want) {
			t.Fatalf("%d items, want %d of %s", x.Len(), len(want), data)
		}
		for i, w := range want {
			if got := x.Item(i); !bytes.Equal(got, w) {
				t.Fatalf("item %d is %s, want %s", i, got, w)
			}
		}
	})
}

func FuzzIndex(f *testing.F) {
	for _, seed := range []string{`[1,{"a":"\\"}]`, "{}\n{}", `{"rows":[[]]}`, `[`, `]`, `"\`, "{\"a\":[{\n}\n", `[}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, x := range []*Index{New(data), NewMembers(data)} {
			last := 0
			for _, item := range items(x) {
				_, _, _ = SplitMember([]byte(item))
			}
			for i := range x.Len() {
				if o := x.ItemOffset(i); o < last || o > len(data) {
					t.Fatalf("item %d begins at %d, behind %d", i, o, last)
				}
				last = x.ItemOffset(i)
			}
			_ = x.IsJSON()
		}
	})
}

// table is a list of rows x cols cells of ten kinds.
func table(rows, cols int) []byte {
	var b bytes.Buffer
	b.WriteByte('[')
	for r := range rows {
		if r > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('{')
		for c := range cols {
			if c > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"column_%02d":`, c)
			switch c % 10 {
			case 0:
				fmt.Fprintf(&b, `%d`, r*7919%1000003)
			case 1:
				fmt.Fprintf(&b, `%d.%04d`, r%977, c*r%10000)
			case 2:
				fmt.Fprintf(&b, `%v`, r%3 == 0)
			case 3:
				b.WriteString(`null`)
			case 4:
				fmt.Fprintf(&b, `"a \"quoted\" word %d\n"`, r)
			case 5:
				fmt.Fprintf(&b, `"Zürich 漢字 %d"`, r%100)
			case 6:
				fmt.Fprintf(&b, `{"x":%d,"y":[1,2]}`, r%10)
			case 7:
				fmt.Fprintf(&b, `"2026-%02d-%02dT10:00:00Z"`, r%12+1, r%28+1)
			case 8:
				fmt.Fprintf(&b, `-%d.5e3`, r%50)
			default:
				fmt.Fprintf(&b, `"name %d"`, r)
			}
		}
		b.WriteByte('}')
	}
	b.WriteByte(']')
	return b.Bytes()
}

// BenchmarkIndex finds all rows of a table of 50 columns; the anchor decodes it.
func BenchmarkIndex(b *testing.B) {
	data := table(10_000, 50)
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			x := New(data)
			if x.Build(b.Context()); x.Len() != 10_000 {
				b.Fatal(x.Len())
			}
		}
	})
	b.Run("anchor=encodingjson", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			var v any
			if err := json.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
