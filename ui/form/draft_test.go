package form_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func TestDraftIsRestored(t *testing.T) {
	t.Parallel()
	s := apptest.NewSession(t)
	d, end := s.Fight()
	d.Type("Lion").WaitOutside("a draft of Lion", func() bool { return strings.Contains(s.Drafts(), `"Lion"`) })
	d.Press("tab").Type("Ti") // not waited for: ending saves it
	d.WaitFor("2 of 2 required")
	end(apptest.Filled)

	d, end = s.Fight()
	d.WaitFor("Your draft of", "is back; Ctrl+Z starts with an empty form", "A *       Lion", "B *       Ti", "2 of 2 required")
	d.Press("ctrl+z").WaitFor("0 of 2 required").Press("ctrl+y").WaitFor("2 of 2 required")
	end(apptest.Filled)
}

func TestSentDraftIsDeleted(t *testing.T) {
	t.Parallel()
	s := apptest.NewSession(t)
	d, end := s.Fight()
	d.Type("Lion").Press("tab").Type("Tiger").WaitOutside("a draft", func() bool { return strings.Contains(s.Drafts(), `"Tiger"`) })
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed")
	d.WaitOutside("no draft", func() bool { return s.Drafts() == "" })
	d.Press("esc").WaitFor("A *       Lion") // it is still there in this session
	end("")
	d, end = s.Fight()
	d.WaitFor("0 of 2 required").WaitGone("your draft")
	end("")
}

func TestDraftKeepsInvalidText(t *testing.T) {
	t.Parallel()
	s := apptest.NewSession(t)
	d, end := s.Form(apptest.Expense)
	d.Press("tab", "tab", "tab").Type("12x").WaitFor("12x").WaitOutside("a draft", func() bool { return strings.Contains(s.Drafts(), `"12x"`) })
	end(apptest.Filled)
	d, end = s.Form(apptest.Expense)
	d.WaitFor("12x")
	end(apptest.Filled)
}

func TestDamagedDraftIsReported(t *testing.T) {
	t.Parallel()
	s := apptest.NewSession(t)
	d, end := s.Fight()
	d.Type("Lion").WaitOutside("a draft", func() bool { return strings.Contains(s.Drafts(), `"Lion"`) })
	end(apptest.Filled)
	files, _ := filepath.Glob(filepath.Join(s.Keep.StateDir(), "drafts", "*.json"))
	if err := os.WriteFile(files[0], []byte(`{"half":`), 0o600); err != nil {
		t.Fatal(err)
	}
	d, end = s.Fight()
	d.WaitFor("There was a draft", "it was set aside", "0 of 2 required")
	end("")
}

func TestUnwritableDraftIsReported(t *testing.T) {
	t.Parallel()
	s := apptest.NewSession(t)
	if err := os.MkdirAll(s.Keep.StateDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.Keep.StateDir(), "drafts"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d, end := s.Fight()
	d.Type("L").WaitFor("What you fill in is only kept here, not on the disk") // until the next key
	d.Type("ions").WaitFor("Lions")
	end("Not sent: Fight Comparison")
}

func TestDraftsCanBeTurnedOff(t *testing.T) {
	t.Parallel()
	s := apptest.NewSession(t)
	app := ui.New(t.Context(), kit.Options{Ref: s.Ref, Store: s.Keep, NoDrafts: true})
	d := uitest.Start(t, app, 80, 24).WaitFor("Fight Comparison")
	d.Press("enter").WaitFor("0 of 2 required").Type("Lion").WaitFor("1 of 2 required").Press("ctrl+c").WaitFor("again quits").Press("ctrl+c")
	_ = d.WaitExit()
	app.Close()
	if got := s.Drafts(); got != "" {
		t.Error(got)
	}
}

// What was filled in is not gone because the agent has changed the form.
func TestDraftOfChangedSchemaIsRestored(t *testing.T) {
	t.Parallel()
	schema := apptest.WordSchema
	mux := http.NewServeMux()
	s := apptest.SessionWith(t, apptest.ServeMux(t, mux))
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, apptest.OneForm(schema).At(s.Ref))
	})
	d, end := s.Again("enter")
	apptest.FormOpened(d).WaitFor("Word").Type("Wolf").WaitOutside("a draft", func() bool { return strings.Contains(s.Drafts(), "Wolf") })
	end()
	schema = `{"type":"object","required":["word"],"properties":{"size":{"type":"integer"},"word":{"type":"string"}}}`
	d, end = s.Again("enter")
	d.WaitFor("This form has changed since", "● Word *    Wolf", "○ Size").Type("3").WaitFor("● Size      3").
		WaitOutside("the one draft", func() bool { return strings.Contains(s.Drafts(), "size") && strings.Count(s.Drafts(), `"digest"`) == 1 })
	end()
	d, _ = s.Again("enter")
	d.WaitFor("Your draft of", "● Size      3", "● Word *    Wolf")
}

// A form that is blank again loses nothing when the program ends.
func TestBlankFormIsNotUnsent(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24).Type("x").WaitFor("● A *       x")
	d.Press("ctrl+c").WaitFor("Ctrl+C again quits").Press("backspace").WaitFor("○ A *").Press("ctrl+c").WaitOutside("the end", d.Ended)
}
