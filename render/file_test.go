package render_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/draw"
)

func file(name, media, encoded string) render.File {
	return render.NewFile(safe.Text(name), safe.Text(media), safe.Raw{}, safe.Text(encoded))
}

func TestFileBytes(t *testing.T) {
	tests := []struct{ encoded, want, fault string }{
		{"aGk/Pz8+", "hi???>", ""},
		{"aGk_Pz8-", "hi???>", ""},
		{"aGk=", "hi", ""},
		{"aGk", "hi", ""},
		{"aG\r\nk=\r\n", "hi", ""},
		{"", "", "the file's bytes did not come"},
		{"aGk/Pz!-", "", `broken at character 4 of 8 ("/")`},
		{"aGk!Pz8+", "", `broken at character 4 of 8 ("!")`},
		{"aGk/P", "", "ends too early, after 5 characters"},
		{"aGk\x1bPz8+", "", `broken at character 4 of 8 ("␛")`},
	}
	for _, tt := range tests {
		f := file("a", "", tt.encoded)
		got, err := f.Bytes()
		switch {
		case tt.fault != "" && (err == nil || !strings.Contains(err.Error(), tt.fault)):
			t.Errorf("%q: %v, want %q", tt.encoded, err, tt.fault)
		case tt.fault == "" && (err != nil || string(got) != tt.want || f.Size != int64(len(tt.want))):
			t.Errorf("%q: %q of %d bytes (%v)", tt.encoded, got, f.Size, err)
		case f.IsBroken() != (err != nil && tt.encoded != ""):
			t.Errorf("%q: broken is %v, and %v", tt.encoded, f.IsBroken(), err)
		}
	}
}

func TestFileSaveName(t *testing.T) {
	tests := []struct{ name, media, otherwise, want string }{
		{"report.pdf", "application/pdf", "", "report.pdf"},
		{"Größe 2.PNG", "image/png", "", "Größe-2.PNG"},
		{"写真.jpg", "", "", "写真.jpg"},
		{"../../etc/passwd", "", "", "passwd"},
		{`C:\Windows\system32\a.dll`, "", "", "a.dll"},
		{".bashrc", "", "", "file.bashrc"},
		{"-rf.txt", "", "", "rf.txt"},
		{"a\nb\x1b[31m.txt", "", "", "a-b-31m.txt"},
		{"a\u202egnp.exe", "", "", "a-U-202E-gnp.exe"},
		{"con.txt", "", "", "file.txt"},
		{"a.p/ng", "", "", "ng"},
		{"a.p;ng", "", "", "a.p-ng"},
		{"label", "image/png", "", "label.png"},
		{"label", "image/jpg; q=1", "", "label.jpg"},
		{"label.this-is-no-extension", "image/png", "", "label.this-is-no-extension.png"},
		{"", "image/gif", "Photo", "Photo.gif"},
		{"", "", "", "file"},
		{"..", "text/plain", "", "file.txt"},
		{strings.Repeat("é", 100) + ".json", "", "", strings.Repeat("é", 30) + ".json"},
	}
	for _, tt := range tests {
		if got := file(tt.name, tt.media, "").SafeName(safe.Text(tt.otherwise)); got != tt.want {
			t.Errorf("%q, %s: %q, want %q", tt.name, tt.media, got, tt.want)
		}
	}
}

func TestFileTypeIsDetected(t *testing.T) {
	const png, zip = "\x89PNG\r\n\x1a\n....", "PK\x03\x04....\x00"
	tests := []struct{ declared, data, want string }{
		{"image/png", png, ""},
		{"image/x-png", png, ""},
		{"image/jpg", "\xff\xd8\xff\xe0\x00", ""},
		{"image/gif", png, "image/png"},
		{"image/png", "hello", "text/plain"},
		{"image/png", "\x00\x01\x02", "something else"},
		{"application/pdf", "hello", "text/plain"},
		{"application/pdf", zip, "application/zip"},
		{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", zip, ""},
		{"text/csv", zip, "application/zip"},
		{"text/csv", "a,b\n", ""},
		{"text/plain", "caf\xe9", ""},
		{"text/plain", "caf\x00", "something else"},
		{"application/json", "{}", ""},
		{"image/svg+xml", "<svg/>", ""},
		{"audio/flac", "hello", "text/plain"},
		{"audio/mp4", "????ftypM4A ", ""},
		{"application/octet-stream", png, ""},
		{"", png, ""},
		{"image/png", "", ""},
	}
	for _, tt := range tests {
		if got := file("", tt.declared, "").Looks([]byte(tt.data)); got != tt.want {
			t.Errorf("%s of %q: %q, want %q", tt.declared, tt.data, got, tt.want)
		}
	}
}

func TestFileTextIsReadable(t *testing.T) {
	tests := []struct{ name, media, data, want string }{
		{"a.json", "", `[{"a":1},{"a":2}]`, "2 rows"},
		{"", "application/json; charset=utf-8", `{"a":1.50}`, "1.50"},
		{"", "application/problem+json", `{"a":1.50}`, "1.50"},
		{"a.jsonl", "", "{\"a\":1}\n{\"a\":2}\n", "2 rows"},
		{"a.json", "", `{"a":`, `{"a":`},
		{"a.txt", "text/plain", "one\n\ntwo\x1b", ""},
		{"a.txt", "text/plain", "one\ntwo", "one"},
		{"a.md", "", "# Head\n\n- item", "• item"},
		{"a", "text/markdown", "- item", "• item"},
		{"a", "", "plain", "plain"},
		{"a.csv", "text/csv", "caf\xe9", "! the text is not UTF-8"},
		{"a.png", "application/json", "\x89PNG\r\n\x1a\n", ""},
		{"a.bin", "", "\x00\x01", ""},
	}
	for _, tt := range tests {
		d := file(tt.name, tt.media, "").Document([]byte(tt.data))
		switch {
		case d == nil && tt.want != "", d != nil && !strings.Contains(strings.Join(draw.Lines(d, 60, draw.Plain), "\n"), tt.want):
			t.Errorf("%s, %s: %v, want %q", tt.name, tt.media, d, tt.want)
		}
	}
	for data, want := range map[string]bool{"GIF89a": true, "\xff\xd8\xff": true, "hello": false, "RIFF0000WEBP": false} {
		if render.IsImage([]byte(data)) != want {
			t.Errorf("%q is an image: %v", data, !want)
		}
	}
}

// Bytes in a field open as a file, whatever their encoding.
func TestByteFieldIsFile(t *testing.T) {
	want := []byte("\x89PNG\r\n\x1a\n\xfb\xff")
	tests := []struct{ how, text string }{
		{`"contentEncoding":"base64"`, base64.StdEncoding.EncodeToString(want)},
		{`"contentEncoding":"base64url"`, base64.RawURLEncoding.EncodeToString(want)},
		{`"format":"data-url"`, "data:image/png;base64," + base64.StdEncoding.EncodeToString(want)},
		{`"format":"data-url"`, "data:image/png,%89PNG%0D%0A%1A%0A%FB%FF"},
	}
	for _, tt := range tests {
		document, err := schema.Load([]byte(`{"type":"object","properties":{"photo":{"type":"string",` + tt.how + `}}}`))
		if err != nil {
			t.Fatal(err)
		}
		d := render.Open([]byte(`{"photo":"`+tt.text+`"}`), render.Schema{Document: document})
		links := draw.Document(d, 60, draw.Plain).Links
		if len(links) != 1 {
			t.Fatalf("%s: %d doors", tt.how, len(links))
		}
		a, ok := links[0].Blocks()[0].(*render.Attachment)
		if !ok {
			t.Fatalf("%s: %T", tt.how, links[0].Blocks()[0])
		}
		if got, err := a.File.Bytes(); err != nil || !bytes.Equal(got, want) || a.File.Size != int64(len(want)) {
			t.Errorf("%s: %q of %d (%v)", tt.how, got, a.File.Size, err)
		}
	}
}

func TestDocumentFiles(t *testing.T) {
	d := render.New([]render.Artifact{{Parts: []render.Part{
		{Kind: render.TextPart, Text: safe.Text("x")}, {Kind: render.FilePart, File: file("a", "", "aGk=")},
	}}, {Parts: []render.Part{{Kind: render.FilePart, File: file("b", "", "")}}}}, nil)
	var names []string
	for _, f := range d.Files() {
		names = append(names, f.SafeName(safe.Raw{}))
	}
	if got := strings.Join(names, " "); got != "a b" {
		t.Error(got)
	}
}
