package run_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

const draftSchema = `{"type":"object","title":"T","required":["a"],"properties":{
	"a":{"type":"string","maxLength":9},"n":{"type":"integer"},"b":{"type":"boolean"},"e":{"enum":["x",1,null]},"m":{"type":"object","additionalProperties":{"type":"number"}},
	"l":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"object","properties":{"z":{"type":"string"}}}]}}}}`

func draftForm(t interface{ Fatal(...any) }) *formgen.Form {
	doc, err := schema.Load([]byte(draftSchema))
	if err != nil {
		t.Fatal(err)
	}
	return formgen.New(doc)
}

// FuzzDraftFile: a draft's file of any bytes is restored into the form, or is left
// as it is and told; a damaged one is set aside whole. What was restored is the
// same after it was saved and loaded again.
func FuzzDraftFile(f *testing.F) {
	of := store.FormOf{Agent: safe.Text("http://h"), Skill: safe.Text("s"), Digest: "d"}
	form := draftForm(f)
	form.Root().Children()[0].SetText("Rome")
	form.Root().Children()[5].Append()
	whole, err := json.Marshal(store.Draft{FormOf: of, Version: 1, Saved: time.Unix(1, 0), Form: encoded(f, form)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(`{"agent":"http://h","skill":"s","digest":"d","version":2,"form":1}`))
	f.Add([]byte(`{"agent":"http://h","skill":"s","digest":"d","version":1,"saved":"2026-01-01T00:00:00Z","form":{"version":1,"root":{"is":"set","members":[{"name":"a","is":"null"},{"name":"l","is":"set","items":[{"picks":{"":9}}]},{"name":"m","members":[{"name":"","extra":true,"text":"1e9999"}]}]}}}`))
	f.Add([]byte("\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := home(t)
		if err := s.SaveDraft(store.Draft{FormOf: of, Form: json.RawMessage(`1`)}); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(s.StateDir(), "drafts", "*"))
		if err != nil || len(files) != 1 || os.WriteFile(files[0], data, 0o600) != nil {
			t.Fatal(files, err)
		}
		d, err := s.Draft(of)
		if err != nil {
			kept := files[0]
			if errors.Is(err, store.ErrDraftDamaged) {
				kept += ".damaged"
			} else if !errors.Is(err, store.ErrDraftNewer) {
				t.Fatal(err)
			}
			if left, err := os.ReadFile(kept); err != nil || !bytes.Equal(left, data) {
				t.Fatalf("%q became %q, %v", data, left, err)
			}
			return
		}
		form := draftForm(t)
		if err := form.Restore(d.Form); err != nil {
			if !errors.Is(err, formgen.ErrDraft) {
				t.Fatal(err)
			}
			return
		}
		form.Pages().Rows(form.Root())
		_, _ = form.Submit()
		isKept(t, s, of, form)
	})
}

// encoded is a form's draft, but for the number of secrets that were filled in: what is
// withheld from a draft does not come back.
func encoded(t interface{ Fatal(...any) }, form *formgen.Form) []byte {
	draft := form.Draft()
	draft.Withheld = 0
	data, err := json.Marshal(draft)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// isKept compares a form with what is read back from the disk.
func isKept(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, s *store.Store, of store.FormOf, form *formgen.Form,
) {
	want := encoded(t, form)
	if err := s.SaveDraft(store.Draft{FormOf: of, Saved: time.Unix(1, 0), Form: want}); err != nil {
		t.Fatal(err)
	}
	d, err := s.Draft(of)
	if err != nil {
		t.Fatal(err)
	}
	again := draftForm(t)
	if err := again.Restore(d.Form); err != nil {
		t.Fatal(err)
	}
	had, whole := form.Value()
	has, still := again.Value()
	if !ojson.Equal(had, has) || whole != still || !isSameJSON(encoded(t, again), want) {
		t.Fatalf("%s came back as %s", want, encoded(t, again))
	}
}

// A draft that was kept comes back as it was, whichever agent, skill and schema it
// is of, whatever was typed; and another form has none of it.
func TestDraftIsRestoredFromDisk(t *testing.T) {
	s := home(t)
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 20), func(b []byte) string { return string(b) })
		foreign, text := rapid.OneOf(rapid.String(), bytes), rapid.String()
		of := store.FormOf{Agent: safe.Text(foreign.Draw(t, "agent")), Skill: safe.Text(foreign.Draw(t, "skill")), Schema: safe.Text(foreign.Draw(t, "schema")), Digest: "d"}
		form := draftForm(t)
		fields := form.Root().Children()
		fields[0].SetText(text.Draw(t, "a"))
		fields[1].SetText(text.Draw(t, "n"))
		fields[3].Choose(rapid.IntRange(0, 2).Draw(t, "e"))
		if key, err := fields[4].AddKey(text.Draw(t, "key")); err == nil {
			key.SetText(text.Draw(t, "value"))
		}
		isKept(t, s, of, form)
		other := of
		other.Digest = "another"
		if _, err := s.Draft(other); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("another schema has %v", err)
		}
		if err := s.DropDraft(of); err != nil {
			t.Fatal(err)
		}
	})
}

// isSameJSON compares two texts of JSON by what they mean.
func isSameJSON(a, b []byte) bool {
	v, err := ojson.Parse(a, ojson.Limits{})
	w, err2 := ojson.Parse(b, ojson.Limits{})
	return err == nil && err2 == nil && reflect.DeepEqual(v.Any(), w.Any())
}
