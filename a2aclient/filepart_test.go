package a2aclient

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// A file is written as each dialect wants it, and our own reader finds it again.
func TestFilesInEachDialect(t *testing.T) {
	file := FilePart{Name: "a\"b.png", MediaType: "image/png", Data: []byte("\x89PNG")}
	tests := []struct {
		name string
		wire *protocol
		want string
	}{
		{"1.0", protocolV10, `[{"text":"see"},{"raw":"iVBORw==","filename":"a\"b.png","mediaType":"image/png"}]`},
		{"0.3", protocolV03, `[{"kind":"text","text":"see"},{"kind":"file","file":{"bytes":"iVBORw==","name":"a\"b.png","mimeType":"image/png"}}]`},
		{"0.3 HTTP+JSON", restV03, `[{"text":"see"},{"file":{"fileWithBytes":"iVBORw==","mimeType":"image/png"}}]`},
		{"workshop", protocolWorkshop, `[{"kind":"text","text":"see"},{"kind":"file","mimeType":"image/png","data":"iVBORw==","metadata":{"name":"a\"b.png"}}]`},
	}
	for _, tt := range tests {
		a := &Agent{protocol: tt.wire}
		e := &encoder{}
		e.open('[')
		a.encodeParts(e, &Request{Text: "see", Files: []FilePart{file}})
		e.close(']')
		got := string(e.b)
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		r, ok := (&a2a.Decoder{IsWrapped: tt.wire.wrappedData}).Reply([]byte(`{"message":{"parts":` + got + `}}`))
		if !ok || !r.IsEvent {
			t.Errorf("%s: %s is not read back", tt.name, got)
			continue
		}
		parts := r.Event.Message.Parts
		if len(parts) != 2 || parts[1].Kind != a2a.PartFile || parts[1].File.Base64.Exact() != "iVBORw==" || parts[1].MediaType != safe.Text("image/png") {
			t.Errorf("%s: read back %+v", tt.name, parts)
		}
	}
	got := string((&Agent{card: &Card{}, iface: Interface{URL: safe.Text("http://x")}, opts: newOptions(nil)}).sessionMessage("s", &Request{MessageID: "m", Files: []FilePart{file}}).body)
	if want := `{"role":"user","content":"See the attached files.","artifacts":[{"id":"m-1","type":"image/png","name":"a\"b.png","data":"base64:iVBORw=="}]}`; got != want {
		t.Errorf("sessions: %s, want %s", got, want)
	}
}

func TestFilesAreLimited(t *testing.T) {
	a := &Agent{protocol: protocolV10}
	half := FilePart{Name: "a", MediaType: "text/plain", Data: make([]byte, limit.MessageFiles.Int()/2+1)}
	if err := a.check(&Request{Files: []FilePart{half}}); err != nil {
		t.Error(err)
	}
	if err := a.check(&Request{Files: []FilePart{half, half}}); err == nil || !strings.Contains(err.Error(), "send fewer at a time") {
		t.Errorf("too much: %v", err)
	}
	if err := a.check(&Request{Files: []FilePart{{Data: []byte("x")}}}); err == nil {
		t.Error("a file without a name is sent")
	}
}

func TestFileTypes(t *testing.T) {
	for name, want := range map[string]string{"dir/a.PNG": "image/png", "a.csv": "text/csv", "noname": "image/png", "a.weird": "image/png"} {
		f := NewFilePart(name, []byte("\x89PNG\r\n\x1a\n"))
		if f.MediaType != want || strings.Contains(f.Name, "/") {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if f := NewFilePart("x", bytes.Repeat([]byte{0, 1}, 9)); f.MediaType != "application/octet-stream" {
		t.Error(f.MediaType)
	}
	modes := func(texts ...string) (raws []safe.Raw) {
		for _, s := range texts {
			raws = append(raws, safe.Text(s))
		}
		return raws
	}
	tests := []struct {
		modes []safe.Raw
		kind  string
		want  bool
	}{
		{modes("image/png"), "image/png", true},
		{modes("image/*"), "image/png", true},
		{modes("text/plain", "application/json;schema=x"), "application/json", false},
		{modes("*/*"), "x/y", true},
		{modes("text/plain"), "image/png", false},
		{nil, "image/png", true},
	}
	for _, tt := range tests {
		if got := (&Card{}).TakesFile(&Skill{InputModes: tt.modes}, tt.kind); got != tt.want {
			t.Errorf("%v takes %s: %v", tt.modes, tt.kind, got)
		}
	}
}

// A part on its own is the part that a message would have.
func TestPartsOnTheirOwn(t *testing.T) {
	file := LinkedFile("https://example.com/a/report.pdf?x=1")
	for version, want := range map[string][]string{
		"1.0": {`{"text":"hi","mediaType":"text/markdown"}`, `{"data":{"a":1.0},"metadata":{"mimeType":"application/json"}}`, `{"url":"https://example.com/a/report.pdf?x=1","filename":"report.pdf","mediaType":"application/pdf"}`},
		"0.3": {`{"kind":"text","text":"hi","metadata":{"mimeType":"text/markdown"}}`, `{"kind":"data","data":{"a":1.0},"metadata":{"mimeType":"application/json"}}`, `{"kind":"file","file":{"uri":"https://example.com/a/report.pdf?x=1","name":"report.pdf","mimeType":"application/pdf"}}`},
	} {
		a, err := mustCard(t, `{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:1/a","protocolBinding":"JSONRPC","protocolVersion":"`+version+`"}]}`, "f").Dial()
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range []Part{{Text: "hi", Tag: safe.Text("text/markdown")}, {Data: []byte(`{"a":1.0}`), Tag: safe.Text("application/json")}, {File: &file}} {
			if got := string(a.EncodePart(p)); got != want[i] {
				t.Errorf("%s: %s\nwant %s", version, got, want[i])
			}
		}
	}
}

// Parts keep their places before and after the data.
func TestPartsComeBeforeAndBehindTheData(t *testing.T) {
	a, err := mustCard(t, manyInterfaces, "f").Dial()
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Preview(&Request{Data: []byte(`{}`), Parts: []json.RawMessage{[]byte(`{"n":1}`), []byte(`{"n":2}`)}, PartsBefore: 1})
	if err != nil {
		t.Fatal(err)
	}
	body := string(p.Body)
	one, data, two := strings.Index(body, `{"n":1}`), strings.Index(body, `"data":{}`), strings.Index(body, `{"n":2}`)
	if one < 0 || one > data || data > two {
		t.Error(body)
	}
}
