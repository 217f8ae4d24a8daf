package textline_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"a2aform/internal/safe"
	"a2aform/internal/widget/textline"
)

var (
	left      = tea.KeyPressMsg{Code: tea.KeyLeft}
	backspace = tea.KeyPressMsg{Code: tea.KeyBackspace}
)

func text(s string) tea.Msg { return tea.KeyPressMsg{Code: []rune(s)[0], Text: s} }

func paste(s string) tea.Msg { return tea.PasteMsg{Content: s} }

func typed(msgs ...tea.Msg) textline.Model {
	m := textline.New()
	m.Focus()
	for _, msg := range msgs {
		m, _ = m.Update(msg)
	}
	return m
}

func TestPastedCharactersAreVisibleAndKept(t *testing.T) {
	tests := []struct {
		name        string
		msgs        []tea.Msg
		shown, want string
	}{
		{"plain", []tea.Msg{paste("plain")}, "plain", "plain"},
		{"control", []tea.Msg{paste("a\x1b[31mb\x00")}, `a\u001b[31mb\u0000`, "a\x1b[31mb\x00"},
		{"direction", []tea.Msg{text("x"), paste("gpj.\u202efdp")}, `xgpj.\u202efdp`, "xgpj.\u202efdp"},
		{"direction as a key", []tea.Msg{text("a"), text("\u202e"), text("b")}, `a\u202eb`, "a\u202eb"},
		{"the last line break", []tea.Msg{paste("https://a.example\r\n")}, "https://a.example", "https://a.example"},
		{"line breaks and tabs", []tea.Msg{paste("a\nb\tc")}, `a\u000ab\u0009c`, "a\nb\tc"},
		{"a backslash", []tea.Msg{paste(`C:\users\u202e`)}, `C:\users\u202e`, `C:\users\u202e`},
		{"a backslash before", []tea.Msg{paste(`\u202e`), paste("\x1b")}, `\u005cu202e\u001b`, "\\u202e\x1b"},
		{"an escape of the user's", []tea.Msg{paste("\x1b"), text(`\`), text("u"), text("0"), text("0"), text("0"), text("7")}, `\u001b\u0007`, "\x1b\x07"},
		{"in the middle", []tea.Msg{text("a"), text("c"), left, paste("\x1b"), text("b")}, `a\u001bbc`, "a\x1bbc"},
		{"empty again", []tea.Msg{paste("\x1b"), backspace, backspace, backspace, backspace, backspace, backspace, paste(`\u202e`)}, `\u202e`, `\u202e`},
		{"no UTF-8", []tea.Msg{paste("a\xff")}, `a\udcff`, "a\xff"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := typed(tt.msgs...)
			if got := m.Value(); got != tt.want {
				t.Errorf("the text is %q, not %q", got, tt.want)
			}
			if got := ansi.Strip(m.View()); strings.TrimSpace(got) != "> "+tt.shown {
				t.Errorf("the line is %q, not %q", got, tt.shown)
			}
		})
	}
}

func TestLineWithoutFocusIgnoresKeys(t *testing.T) {
	m := textline.New()
	if m, _ = m.Update(paste("\x1b")); m.Value() != "" {
		t.Errorf("%q", m.Value())
	}
}

func TestTextRoundTripsThroughLineAndArea(t *testing.T) {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{`\`, `\u202e`, "\x1b", "\u202e", "\xff", "\ufffd", "a", " ", "\n", "👩", "\u200d"}), 0, 10)
	rapid.Check(t, func(t *rapid.T) {
		before, pasted := strings.Join(parts.Draw(t, "before"), ""), strings.Join(parts.Draw(t, "pasted"), "")
		m := textline.New()
		m.Focus()
		m.SetValue(before)
		if m.Value() != before {
			t.Fatalf("%q is %q in a line", before, m.Value())
		}
		m, _ = m.Update(paste(pasted + "\n"))
		if m.Value() != before+pasted {
			t.Fatalf("%q and %q are %q in a line", before, pasted, m.Value())
		}
		if shown := m.Model.Value(); safe.HasUnseen(shown, "") {
			t.Fatalf("a line shows %q", shown)
		}
		a := textline.NewArea()
		a.Focus()
		a.SetValue(before)
		for range 12*len(before) + 1 {
			a, _ = a.Update(left)
		}
		a, _ = a.Update(paste(pasted))
		a, _ = a.Update(text("x")) // where the cursor is
		if want := pasted + "x" + before; a.Value() != want {
			t.Fatalf("%q is %q in an area", want, a.Value())
		}
		if shown := a.Model.Value(); safe.HasUnseen(shown, "\n\t") {
			t.Fatalf("an area shows %q", shown)
		}
	})
}
