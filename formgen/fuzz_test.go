package formgen_test

import (
	"os"
	"path/filepath"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/internal/schema"
)

// FuzzForm opens any schema, does whatever the script says, and checks that
// only valid bytes leave (property P2) and that nothing panics.
func FuzzForm(f *testing.F) {
	f.Add([]byte(trip), []byte("\x00a\x10b\x21\x32\x43"))
	f.Add([]byte(`{"type":"array","items":{"$ref":"#"},"minItems":1}`), []byte("\x50\x50\x51\x60"))
	f.Add([]byte(`{"anyOf":[{"type":"integer"},{"type":"null"}],"default":"x"}`), []byte("\x40\x40\x01"))
	f.Add([]byte(`{"type":"object","required":["a"],"properties":{"a":{"const":{"b":1.0}}},"additionalProperties":false}`), []byte("\x80"))
	files, err := filepath.Glob(filepath.Join("..", "testdata", "schemas", "*", "schema.json"))
	if err != nil || len(files) == 0 {
		f.Fatalf("%d schemas, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, []byte("\xc1\xc2\x41\x51\xd1\xe1\xa0\x11"))
	}
	f.Fuzz(func(t *testing.T, text, script []byte) {
		if len(text) > 2048 || len(script) > 64 {
			return
		}
		doc, err := schema.Load(text)
		if err != nil {
			return
		}
		form := formgen.New(doc)
		for _, b := range script {
			play(form, b)
		}
		form.Pages().Rows(form.Root())
		if err := formtest.CheckSound(form, doc); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	})
}

// play calls one mutator: the high half of the byte says which, the low half where
// and what.
func play(form *formgen.Form, b byte) {
	x := form.Root()
	for i := byte(0); i < b&3 && len(x.Children()) > 0; i++ {
		x = x.Children()[int(b)%len(x.Children())]
	}
	texts := []string{"", "1", "-1.50", "Rome", `{"a":[null]}`, "[]", "null", "é\x1b"}
	switch b >> 4 {
	case 0, 1:
		x.SetText(texts[b%8])
	case 2:
		x.SetBool(b%2 == 0)
	case 3:
		x.Choose(int(b % 4))
	case 4:
		x.SetPresence(x.NextPresence())
	case 5:
		x.Append()
	case 6:
		x.Remove(int(b % 3))
	case 7:
		x.Move(0, int(b%3))
	case 8:
		_ = x.AsJSON(b%2 == 0)
	case 9:
		x.UseDefault()
	case 10:
		form.Undo()
	case 15:
		form.Redo()
	case 11:
		_ = x.SetJSON(texts[b%8])
	case 12:
		x.ChooseBranch(int(b>>2&1), int(b%4))
	case 13:
		_, _ = x.AddKey(texts[b%8])
	case 14:
		x.Toggle(int(b % 4))
	}
}
