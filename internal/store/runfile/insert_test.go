package runfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/safe"
)

// headText is the first line of a run file.
var headText = fmt.Sprintf(`{"kind":"run","version":%d,"id":"0000002a","time":"2026-03-14T09:30:00Z","agent":"Hotel"}`, Version) + "\n"

const (
	eventText = `{"kind":"event","raw":{"a":1}}` + "\n"
	endText   = `{"kind":"end","time":"2026-03-14T09:30:02Z","outcome":"completed"}` + "\n"
	pauseText = `{"kind":"pause","outcome":"input-required"}` + "\n"
)

// fileOf is a run file with a text.
func fileOf(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// kindsOf are the kinds of the lines that are read, with why no more of them are.
func kindsOf(path string) string {
	var all []string
	if err := Read(path, func(l Line) bool { all = append(all, l.Kind); return true }); err != nil {
		all = append(all, "("+err.Error()+")")
	}
	return strings.Join(all, " ")
}

// Lines that come later are before the one with which the run ended or paused, which stays the last.
func TestLinesAreInsertedBeforeTheStop(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		headText + eventText + endText: "run event note check end", headText + pauseText: "run note check pause", headText + eventText: "run event note check", headText: "run note check",
	} {
		path := fileOf(t, text)
		if err := Insert(path, Line{Kind: Note, Text: safe.Text("a\nb")}, Line{Kind: Check}); err != nil || kindsOf(path) != want {
			t.Errorf("%v: %s, want %s", err, kindsOf(path), want)
		}
		if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), headText) || Size(path) != int64(len(data)) {
			t.Errorf("%v: %s", err, data)
		}
	}
	for text, want := range map[string]string{"": "empty", headText + eventText + endText[:9]: "was not written to its end"} {
		path := fileOf(t, text)
		err := Insert(path, Line{Kind: Note})
		if data, _ := os.ReadFile(path); err == nil || !strings.Contains(err.Error(), want) || string(data) != text {
			t.Errorf("%q: %v, and the file has %q", text, err, data)
		}
	}
	if err := Insert(filepath.Join(t.TempDir(), "none"), Line{Kind: Note}); err == nil || Size(filepath.Join(t.TempDir(), "none")) != 0 {
		t.Errorf("no file: %v", err)
	}
}

// A run that is written takes no other lines until it is closed. Events are kept as they came, on one line.
func TestRunIsWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "run.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(file, path, Line{ID: safe.Text("a"), Time: time.Date(2026, 3, 14, 9, 30, 0, 0, time.UTC)})
	if err != nil || r.Path() != path {
		t.Fatal(err)
	}
	if !IsHeld(path) || !errors.Is(Insert(path, Line{Kind: Note}), ErrHeld) {
		t.Error("it can be changed while it is written")
	}
	if info, err := Peek(path); err != nil || !info.MayGoOn() {
		t.Errorf("it may not go on: %+v, %v", info, err)
	}
	if err := errors.Join(r.AppendEvent(time.Unix(0, 0).UTC(), []byte("{\n \"a\":\r\n 1.10}")), r.Append(Line{Kind: End, Outcome: safe.Text("completed")}), r.Close()); err != nil {
		t.Fatal(err)
	}
	if IsHeld(path) || Insert(path, Line{Kind: Note}) != nil || kindsOf(path) != "run event note end" {
		t.Errorf("closed: %s", kindsOf(path))
	}
	data, err := os.ReadFile(path)
	if want := `{"kind":"event","time":"1970-01-01T00:00:00Z","raw":{  "a":   1.10}}` + "\n"; err != nil || !strings.Contains(string(data), want) {
		t.Errorf("%v: %s", err, data)
	}
	if info, err := Peek(path); err != nil || info.MayGoOn() {
		t.Errorf("it may go on: %+v, %v", info, err)
	}
}

// A file is read as far as it goes: a damaged line is left out with a notice, the end of a file that breaks off is told.
func TestDamagedFilesAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		headText + "{broken\n" + eventText + endText: "run notice event end", headText + "{broken\n" + eventText + "{again\n" + endText: "run notice event (run.jsonl is damaged after line 4: it is not JSON)",
		headText + eventText + "{broken\n": "run event (run.jsonl is damaged after line 3: it is not JSON)", headText + eventText + endText[:9]: "run event (run.jsonl is damaged after line 3: it is incomplete)",
		"{}\n": "(run.jsonl is not a run file of a2aform)", "": "(run.jsonl is not a run file of a2aform)", `{"kind":"run","id":"a","version":99}` + "\n": "newer",
	} {
		if got := kindsOf(fileOf(t, text)); got != want && (want != "newer" || !strings.Contains(got, want)) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	n := 0
	if err := Read(fileOf(t, headText+eventText+"{broken"), func(Line) bool { n++; return n < 2 }); err != nil || n != 2 {
		t.Errorf("it is read on: %d lines, %v", n, err)
	}
}

func TestInputOfARunIsRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		headText + `{"kind":"input","raw":{"a":1}}` + "\n": `{"a":1}`, headText + `{"kind":"card","raw":{}}` + "\n" + `{"kind":"input","raw":{"a":1},"exact":"{\"a\":1.0}"}` + "\n": `{"a":1.0}`,
		headText + eventText + `{"kind":"input","raw":{"a":1}}` + "\n": "", headText: "", "": "",
	} {
		if in, ok := ReadInput(fileOf(t, text)); string(in.Raw) != want || ok != (want != "") {
			t.Errorf("%q: %s, %t", text, in.Raw, ok)
		}
	}
}

func TestWhatARunIsFedByIsSaid(t *testing.T) {
	t.Parallel()
	fields := []safe.Raw{safe.Text("Number"), safe.Text("City")}
	for _, tt := range []struct {
		f    FedBy
		want string
	}{
		{FedBy{Rows: []int{25}}, "row 25"}, {FedBy{Rows: []int{1, 2}, Pointer: safe.Text("/a")}, "2 rows"}, {FedBy{Pointer: safe.Text("/lines/0"), Fields: fields}, "/lines/0"}, {FedBy{Fields: fields[:1]}, "Number"}, {FedBy{Fields: fields}, "2 fields"}, {FedBy{}, "result"},
	} {
		if got := tt.f.Part(); got != tt.want {
			t.Errorf("%+v: %s", tt.f, got)
		}
	}
	short := (&FedBy{Run: safe.Text("a"), Rows: make([]int, maxFed+1), Fields: make([]safe.Raw, maxFed+1)}).forIndex()
	if len(short.Rows) != maxFed || len(short.Fields) != maxFed || (*FedBy)(nil).forIndex() != nil {
		t.Errorf("%d rows, %d fields", len(short.Rows), len(short.Fields))
	}
	chat := Info{ContextID: safe.Text("c")}
	for _, other := range []Info{{}, {ContextID: chat.ContextID, Private: true}, {ContextID: chat.ContextID, Case: safe.Text("x")}, {ContextID: chat.ContextID, Schema: safe.Text("x")}, {ContextID: chat.ContextID, Input: "x"}} {
		if other.IsChat() {
			t.Errorf("%+v is a chat", other)
		}
	}
	if !chat.IsChat() {
		t.Error("a message in a context is no chat")
	}
}
