package draw

import (
	"encoding/base64"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

func cellOf(t *testing.T, schemaText, text string) value.Cell {
	t.Helper()
	d, err := schema.Load([]byte(schemaText))
	if err != nil {
		t.Fatal(err)
	}
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	l := value.FormatFor(d.Root())
	return value.Cell{Value: v, Format: &l}
}

func TestNotesNextToAValue(t *testing.T) {
	png := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n0000"))
	tests := []struct{ schema, value, want string }{
		{`{"type":"number","minimum":-90,"maximum":90}`, `0`, "0 ━━━━────"},
		{`{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":10}`, `5`, "5 ━━━━────"},
		{`{"type":"number","minimum":0,"maximum":10}`, `11`, "11"},
		{`{"type":"number","minimum":0}`, `11`, "11"},
		{`{"type":"number","minimum":3,"maximum":3}`, `3`, "3"},
		{`{"type":"number","minimum":5,"maximum":1}`, `3`, "3"},
		{`{"type":"integer","minimum":-2147483648,"maximum":2147483647}`, `5`, "5"},
		{`{"type":"number","x-unit":"km"}`, `1.50`, "1.50|km"},
		{`{"type":"number","unit":"\u001b[31mk"}`, `1`, "1|␛[31mk"},
		{`{"type":"string","unit":"km"}`, `"1"`, "1"},
		{`{"format":"date","type":"string"}`, `"2026-03-14"`, "2026-03-14 Sat"},
		{`{"format":"date","type":"string"}`, `"soon"`, "soon"},
		{`{"format":"date-time","type":"string"}`, `"2026-03-14T23:59:59+09:00"`, "2026-03-14T23:59:59+09:00 Sat"},
		{`{"format":"duration","type":"string"}`, `"PT2H30M"`, "PT2H30M 2 h 30 min"},
		{`{"type":"string"}`, `"2026-03-14"`, "2026-03-14"},
		{`true`, `"2026-03-14"`, "2026-03-14"},
		{`{"format":"color","type":"string"}`, `"#0aF"`, "#0aF <#00aaFF>"},
		{`{"format":"color","type":"string"}`, `"#01020304"`, "#01020304 <#010203>"},
		{`{"format":"color","type":"string"}`, `"red"`, "red"},
		{`{"format":"uri","type":"string"}`, `"https://example.com"`, "@https://example.com"},
		{`{"format":"email","type":"string"}`, `"ada@example.com"`, "@ada@example.com"},
		{`{"enum":["a","b"],"enumNames":["Ay","Bee"]}`, `"b"`, "b Bee"},
		{`{"type":"string","contentEncoding":"base64"}`, `"` + png + `"`, "12 bytes, image/png"},
		{`{"type":"string","format":"byte","contentMediaType":"application/x-thing"}`, `"AAAA"`, "3 bytes, application/x-thing"},
		{`{"type":"string","format":"byte"}`, `"AAAA"`, "3 bytes"},
		{`{"type":"string","format":"byte"}`, `"no base64!"`, "no base64!"},
		{`{"type":"string","contentEncoding":"base64url"}`, `"-_-_"`, "3 bytes"},
		{`{"type":"string","format":"data-url"}`, `"data:image/gif;base64,R0lGODlh"`, "6 bytes, image/gif"},
		{`{"type":"string","format":"data-url"}`, `"data:,a%20b"`, "3 bytes, text/plain"},
	}
	style := Style{
		Color:  func(rgb string) Paint { return func(string) string { return "<" + rgb + ">" } },
		Accent: func(s string) string { return "@" + s },
	}
	for _, tt := range tests {
		c := cellOf(t, tt.schema, tt.value)
		got := style.CellPaint(c).apply(c.Line().String())
		if unit := c.Unit(); unit != "" {
			got += "|" + unit
		}
		extras := ""
		for _, p := range style.extras(c, 8) {
			extras += p.paint.apply(p.text)
		}
		if got = strings.TrimSpace(got + " " + extras); got != tt.want {
			t.Errorf("%s of %s: %q, want %q", tt.value, tt.schema, got, tt.want)
		}
	}
}
