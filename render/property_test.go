package render

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// someSchemas are what the drawn values are shown by, most of them invalid.
var someSchemas = []string{
	rowSchema,
	`{"type":"object","properties":{"id":{"type":"integer"},"name":{"title":"\u001b[1mN\u202e漢字","enum":["a","b"]},"share":{"type":"number","minimum":0,"maximum":1},
		"rows":` + rowSchema + `},"required":["id","ghost"],"additionalProperties":false}`,
	`{"type":"object","additionalProperties":{"type":"object","properties":{"id":{"format":"date","type":"string"}},"required":["name"]},"minProperties":2}`,
	`{"anyOf":[{"type":"string"},{"type":"array","prefixItems":[{"type":"number"},{"title":"Second","type":"boolean"}],"items":false,"uniqueItems":true}]}`,
	`{"dependentRequired":{"id":["nobody"]},"propertyNames":{"maxLength":4},"not":{"required":["ok"]}}`,
	`{"type":"array","maxItems":1,"items":{"minProperties":3,"dependentRequired":{"id":["nobody"]}}}`,
	`{"type":"strin"}`, `true`,
}

func drawDocument(t *rapid.T) *Document {
	tag := rapid.SampledFrom(append([]string{"", "undeclared"}, someSchemas...)).Draw(t, "schema")
	resolve := func(safe.Raw) Schema {
		if tag == "" || tag == "undeclared" {
			return Schema{Name: safe.Text(tag)}
		}
		return compiled(tag)
	}
	part := rapid.Custom(func(t *rapid.T) Part {
		v := anyValue(3).Draw(t, "value")
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			return Part{Kind: TextPart, Text: safe.Text(string(v.Compact()))}
		case 1:
			name := safe.Text(v.Text())
			return Part{Kind: FilePart, File: File{Name: name, URL: name, MediaType: name, Size: int64(v.Len()) - 1}}
		case 2:
			return Part{Kind: UnknownPart, Data: v.Compact(), Tag: safe.Text(v.Text())}
		case 3:
			return Part{Kind: DataPart, Data: v.Compact()[1:]}
		}
		return Part{Kind: DataPart, Data: v.Compact()}
	})
	name := safe.Text(anyValue(0).Draw(t, "name").Text())
	return New([]Artifact{{Name: name, Description: name, Parts: rapid.SliceOfN(part, 0, 4).Draw(t, "parts")}}, resolve)
}

func compiled(text string) Schema {
	s := Schema{Name: safe.Text(text)}
	s.Document, _ = schema.Load([]byte(text))
	return s
}

func TestNoLineIsWiderThanAsked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDocument(t)
		width := rapid.OneOf(rapid.IntRange(1, 40), rapid.IntRange(1, 160)).Draw(t, "width")
		for _, line := range append(Lines(d, width, Plain), DrawJSON(d, width, Plain)...) {
			if n := ansi.StringWidth(line); n > width {
				t.Fatalf("%d cells of %d: %q", n, width, line)
			}
			if i := strings.IndexFunc(line, unsafeToDraw); i >= 0 {
				t.Fatalf("%q holds %q", line, line[i:])
			}
		}
	})
}

// TestAMarkThatJoinsASpace: a variation selector at the start of a cell makes
// the space before it wider.
func TestAMarkThatJoinsASpace(t *testing.T) {
	d := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: []byte(`[{"a":"x","b":"\ufe0fy"}]`)}}}}, nil)
	for _, line := range Lines(d, 4, Plain) {
		if ansi.StringWidth(line) > 4 {
			t.Errorf("%q", line)
		}
	}
}

func unsafeToDraw(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == unicode.ReplacementChar
}

// TestEveryProblemIsShown: what the validator finds is somewhere on the screen.
func TestEveryProblemIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDocument(t)
		width := rapid.SampledFrom([]int{20, 44, 90, 200}).Draw(t, "width")
		for _, b := range d.Blocks() {
			head := b.Head()
			if head.Nested || len(head.Problems) > limit.Problems.Int() {
				continue
			}
			screen := bare(strings.Join(Lines(d, width, Plain), ""))
			for _, p := range head.Problems {
				if !strings.Contains(screen, bare(p.Message)) {
					t.Fatalf("%v is not in\n%s", p, strings.Join(Lines(d, width, Plain), "\n"))
				}
			}
		}
	})
}

// bare is text without what wrapping and cutting change.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '─' {
			return -1
		}
		return r
	}, s)
}

func TestWrap(t *testing.T) {
	tests := []struct {
		text  string
		width int
		want  string
	}{
		{"one two three", 7, "one two|three"},
		{"one two three", 3, "one|two|thr|ee"},
		{"onetwothree", 4, "onet|woth|ree"},
		{"漢字かな交じり文", 5, "漢字|かな|交じ|り文"},
		{"a 漢字", 4, "a 漢|字"},
		{"", 5, ""},
		{"exact", 5, "exact"},
		{"ends with space ", 8, "ends|with|space "},
		{"é̂é̂", 1, "é̂|é̂"},
	}
	for _, tt := range tests {
		if got := strings.Join(wrap(tt.text, tt.width), "|"); got != tt.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

func TestWrapLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := safe.Text(rapid.String().Draw(t, "text")).Line(0).String()
		width := rapid.IntRange(2, 30).Draw(t, "width")
		lines := wrap(text, width)
		if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != strings.ReplaceAll(text, " ", "") {
			t.Fatalf("wrap(%q, %d) = %q", text, width, lines)
		}
		for _, l := range lines {
			if cells(l) > width {
				t.Fatalf("wrap(%q, %d) = %q", text, width, lines)
			}
		}
	})
}

func FuzzDocument(f *testing.F) {
	for i, s := range someSchemas {
		f.Add([]byte(`[{"id":1,"name":"a","share":0.5},{"id":"x"},3]`), []byte(s), i*20)
		f.Add([]byte(`{"id":1,"rows":[{"id":2}],"id":{"name":null}}`), []byte(s), 40)
		f.Add([]byte("# a\n- b\n\n|a|b|\n|-|-|\n|1|&#27;|\n"), []byte(s), 20)
	}
	f.Fuzz(func(t *testing.T, data, schemaText []byte, width int) {
		if len(data) > 8<<10 || len(schemaText) > 4<<10 {
			return
		}
		s := Schema{Name: safe.Text("s")}
		s.Document, _ = schema.Load(schemaText)
		part := Part{Kind: DataPart, Data: data}
		d := New([]Artifact{{Parts: []Part{part, part, {Kind: TextPart, Tag: safe.Text("text/markdown"), Text: safe.Text(string(data))}}}}, func(safe.Raw) Schema { return s })
		width = min(max(width, 1), 200)
		drawing := DrawDocument(d, width, Plain)
		lines := append(drawing.Lines, DrawJSON(d, width, Plain)...)
		for _, link := range drawing.Links[:min(len(drawing.Links), 20)] {
			lines = append(lines, DrawBlocks(link.Blocks(), width, Plain).Lines...)
		}
		for _, line := range lines {
			if ansi.StringWidth(line) > width || strings.IndexFunc(line, unicode.IsControl) >= 0 {
				t.Fatalf("at %d: %q", width, line)
			}
		}
		if _, err := ojson.Parse(data, ojson.DataLimits); err == nil && len(d.Blocks()) == 0 {
			t.Fatal("valid data shows nothing")
		}
	})
}
