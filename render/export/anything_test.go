package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/rendertest/documents"
	"a2aform/render/value"
)

func TestAnyDocumentIsExported(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents.Any(t)
		for f := range Formats() {
			var buf bytes.Buffer
			err := leaveRepeats(Document(&buf, d, Format(f), Options{Title: "x"}))
			if err == nil {
				checkExport(t, Format(f), buf.Bytes())
				continue
			}
			_, isUnread := errors.AsType[*InvalidError](err)
			_, isSeveral := errors.AsType[*TablesError](err)
			if !isUnread && !isSeveral && !errors.Is(err, ErrNoData) && !errors.Is(err, errInvalid) && !errors.Is(err, errNoJSON) {
				t.Fatal(err)
			}
		}
	})
}

type fataler interface {
	Fatalf(format string, args ...any)
}

func checkExport(t fataler, f Format, data []byte) {
	switch f {
	case JSON:
		if !json.Valid(data) {
			t.Fatalf("no JSON: %q", data)
		}
	case JSONL:
		for line := range strings.Lines(string(data)) {
			if !json.Valid([]byte(line)) {
				t.Fatalf("no JSON: %q", line)
			}
		}
	case HTML:
		checkPage(t, data)
	default:
		for line := range strings.Lines(string(data)) {
			if i := strings.IndexFunc(line, value.IsControl); i >= 0 {
				t.Fatalf("%s: %q holds %q", f, line, line[i:])
			}
		}
	}
}

// harmless are the elements and attributes of our pages.
var (
	harmlessElements   = " html head meta title style body main section h1 h2 h3 h4 h5 h6 p span b br a pre code em small table thead tbody tr th td div details summary ul ol li blockquote hr i colgroup "
	harmlessAttributes = " lang charset http-equiv content name class id href rel colspan scope title style start "
)

func checkPage(t fataler, page []byte) {
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatalf("%v", err)
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if !strings.Contains(harmlessElements, " "+n.Data+" ") {
			t.Fatalf("element %s in\n%s", n.Data, page)
		}
		for _, a := range n.Attr {
			safeLink := a.Key != "href" || strings.HasPrefix(a.Val, "http://") || strings.HasPrefix(a.Val, "https://") || strings.HasPrefix(a.Val, "mailto:") || a.Val == "#p1" || strings.HasPrefix(strings.ToLower(a.Val), "http") || strings.HasPrefix(strings.ToLower(a.Val), "mailto")
			if !strings.Contains(harmlessAttributes, " "+a.Key+" ") || !safeLink {
				t.Fatalf("attribute %s=%q in\n%s", a.Key, a.Val, page)
			}
		}
	}
	if i := strings.IndexFunc(string(page), value.IsControl); i >= 0 {
		t.Fatalf("the page holds %q", page[i:min(i+20, len(page))])
	}
}

func FuzzExport(f *testing.F) {
	for i, s := range documents.Schemas {
		f.Add([]byte(`[{"id":1,"name":"<script>alert(1)</script>","share":0.5},{"id":"=x"},3]`), []byte(s), byte(i))
		f.Add([]byte("# a\n[x](javascript:y) <img src=x onerror=y>\n"), []byte(s), byte(i))
	}
	f.Fuzz(func(t *testing.T, data, schemaText []byte, format byte) {
		if len(data) > 8<<10 || len(schemaText) > 4<<10 {
			return
		}
		s := documents.Compiled(string(schemaText))
		parts := []render.Part{{Kind: render.DataPart, Data: data}, {Kind: render.TextPart, Tag: safe.Text("text/markdown"), Text: safe.Text(string(data))}}
		d := render.New([]render.Artifact{{Name: safe.Text(string(data)), Parts: parts}}, func(safe.Raw) render.Schema { return s })
		var buf bytes.Buffer
		chosen := Format(format % byte(len(formatNames)))
		if err := Document(&buf, d, chosen, Options{Title: "x"}); err == nil && json.Valid(data) {
			checkExport(t, chosen, buf.Bytes())
		}
	})
}
