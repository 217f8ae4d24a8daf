package form_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/ui/form"
)

// partKinds are the parts of a list in short.
func partKinds(l *form.PartList) string {
	var all []string
	for _, p := range l.All() {
		all = append(all, string(p.Kind)+p.Text)
	}
	return strings.Join(all, " ")
}

func TestListKeepsOrderAndForm(t *testing.T) {
	var l form.PartList
	step := func(did, want string) {
		t.Helper()
		if got := partKinds(&l); got != want {
			t.Errorf("%s: %s, want %s", did, got, want)
		}
	}
	step("new", "form")
	if !l.IsPlain() || l.Edits() != 0 || l.Saved() != nil {
		t.Error("a new list is not the form alone")
	}
	l.Insert(0, form.MessagePart{Kind: form.Text, Text: "a"})
	step("a text before", "texta form")
	l.Insert(2, form.MessagePart{Kind: form.Data, Text: "1"})
	step("JSON behind", "texta form data1")
	l.Move(0, 1)
	step("move down", "form texta data1")
	l.Remove(1)
	step("remove", "form data1")
	if at, ok := l.BringBack(); !ok || at != 1 {
		t.Errorf("brought back to %d, %t", at, ok)
	}
	step("bring back", "form texta data1")
	if _, ok := l.BringBack(); ok {
		t.Error("one removal is brought back twice")
	}
	if l.Edits() != 5 {
		t.Errorf("%d edits", l.Edits())
	}
}

func TestCheckNamesThePart(t *testing.T) {
	var l form.PartList
	l.Insert(1, form.MessagePart{Kind: form.Text})
	l.Insert(2, form.MessagePart{Kind: form.Data, Text: "{"})
	if at, err := l.Check(); at != 1 || err == nil || err.Error() != "part 2: the text is empty" {
		t.Errorf("%d: %v", at, err)
	}
	l.Replace(1, form.MessagePart{Kind: form.Text, Text: "a"})
	if at, err := l.Check(); at != 2 || err == nil || !strings.HasPrefix(err.Error(), "part 3: this is not JSON yet") {
		t.Errorf("%d: %v", at, err)
	}
	l.Replace(2, form.MessagePart{Kind: form.Data, Text: "{}"})
	if _, err := l.Check(); err != nil {
		t.Error(err)
	}
}

// A draft keeps the path of a file, and says so where the file is gone the next day.
func TestDraftReadsFilesAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	part, err := form.NewFilePart(file)
	if err != nil {
		t.Fatal(err)
	}
	var l form.PartList
	l.Insert(1, part)
	draft, err := json.Marshal(map[string]any{"version": 1, "parts": l.Saved()})
	if err != nil {
		t.Fatal(err)
	}
	back := form.RestoredParts(draft)
	if _, err := back.Check(); err != nil || partKinds(&back) != "form file" {
		t.Errorf("%s: %v", partKinds(&back), err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	back = form.RestoredParts(draft)
	if at, err := back.Check(); at != 1 || err == nil || err.Error() != "part 2: a.txt: there is no such file" {
		t.Errorf("%d: %v", at, err)
	}
	for _, bad := range []string{``, `{}`, `{"parts":[{"kind":"text"}]}`, `{"parts":[{"kind":"form"},{"kind":"form"}]}`, `{"parts":3}`} {
		if l := form.RestoredParts([]byte(bad)); !l.IsPlain() {
			t.Errorf("%s gives %s", bad, partKinds(&l))
		}
	}
}

func TestNoticesNameWhatIsReplaced(t *testing.T) {
	var l form.PartList
	l.Replace(0, form.MessagePart{Kind: form.Form, MediaType: "application/json;schema=B"})
	got := l.Notices(safe.Text("application/json;schema=A"))
	if len(got) != 1 || got[0] != "the media type application/json;schema=B was set by hand, in place of application/json;schema=A" {
		t.Errorf("%q", got)
	}
	if got = l.Notices(safe.Raw{}); len(got) != 1 || !strings.HasSuffix(got[0], "the card declares none") {
		t.Errorf("%q", got)
	}
}

func TestSentShortensFiles(t *testing.T) {
	for part, want := range map[string]string{
		`{"text":"a"}`: "text",
		`{"data":{"n":1},"metadata":{"mimeType":"application/json;schema=N"}}`: "data, application/json;schema=N",
		`{"raw":"` + strings.Repeat("A", 4000) + `","mediaType":"image/png"}`:  "file, image/png",
		`{"kind":"file","file":{"bytes":"` + strings.Repeat("A", 4000) + `"}}`: "file",
		`{"kind":"data","data":{"raw":"` + strings.Repeat("A", 40) + `"}}`:     "data",
		`{`: "a part of 1 byte",
	} {
		about, lines := form.SentParts([]byte(part))
		if about != want || len(strings.Join(lines, "")) > 200 {
			t.Errorf("%.40s: %s, %q", part, about, lines)
		}
	}
}
