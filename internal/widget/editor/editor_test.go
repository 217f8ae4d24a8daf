package editor_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/editor"
)

var named = map[string]tea.KeyPressMsg{
	"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "enter": {Code: tea.KeyEnter}, "backspace": {Code: tea.KeyBackspace},
	"delete": {Code: tea.KeyDelete}, "ctrl+end": {Code: tea.KeyEnd, Mod: tea.ModCtrl}, "ctrl+home": {Code: tea.KeyHome, Mod: tea.ModCtrl},
	"ctrl+w": {Code: 'w', Mod: tea.ModCtrl}, "ctrl+k": {Code: 'k', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl},
	"ctrl+z": {Code: 'z', Mod: tea.ModCtrl}, "ctrl+y": {Code: 'y', Mod: tea.ModCtrl},
	"alt+right": {Code: tea.KeyRight, Mod: tea.ModAlt}, "alt+left": {Code: tea.KeyLeft, Mod: tea.ModAlt}, "pgdown": {Code: tea.KeyPgDown},
	"alt+delete": {Code: tea.KeyDelete, Mod: tea.ModAlt}, "tab": {Code: tea.KeyTab}, "f5": {Code: tea.KeyF5},
}

// press presses keys; what names no key is typed. It reports whether the last
// changed the text.
func press(m *editor.Model, keys ...string) (changed bool) {
	for _, k := range keys {
		if msg, ok := named[k]; ok {
			changed = m.Update(msg)
			continue
		}
		for _, r := range k {
			changed = m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	return changed
}

func TestKeys(t *testing.T) {
	tests := []struct {
		name, text   string
		keys         []string
		want         string
		line, column int
	}{
		{"type", "", []string{"ab"}, "ab", 1, 3},
		{"new line", "ab", []string{"right", "enter"}, "a\nb", 2, 1},
		{"join", "a\nb", []string{"down", "backspace"}, "ab", 1, 2},
		{"delete joins", "a\nb", []string{"end", "delete"}, "ab", 1, 2},
		{"nothing before the beginning", "a", []string{"left", "backspace"}, "a", 1, 1},
		{"nothing behind the end", "a", []string{"ctrl+end", "right", "delete"}, "a", 1, 2},
		{"over line ends", "a\nb", []string{"right", "right", "x", "left", "left", "y"}, "ay\nxb", 1, 3},
		{"up keeps its column", "abc\n\nabc", []string{"end", "down", "down", "x"}, "abc\n\nabcx", 3, 5},
		{"wide characters by column", "東京\nabcd", []string{"right", "down", "x"}, "東京\nabxcd", 2, 4},
		{"an emoji is one", "👨‍👩‍👧‍👦é", []string{"right", "x", "end", "backspace"}, "👨‍👩‍👧‍👦x", 1, 9},
		{"word back", "one two  three", []string{"end", "ctrl+w"}, "one two  ", 1, 10},
		{"word forward", "one two", []string{"alt+right", "x"}, "onex two", 1, 5},
		{"cut a word", "one two", []string{"right", "alt+delete"}, "o two", 1, 2},
		{"to the end", "one\ntwo", []string{"right", "ctrl+k"}, "o\ntwo", 1, 2},
		{"to the beginning", "one\ntwo", []string{"ctrl+end", "left", "ctrl+u"}, "one\no", 2, 1},
		{"a word at a line's beginning", "one\ntwo", []string{"down", "alt+left", "x"}, "xone\ntwo", 1, 2},
		{"a tab stays", "\ta", []string{"right", "x"}, "\txa", 1, 3},
		{"unseen stays", "\x00\u202ea", []string{"right", "right", "x"}, "\x00\u202exa", 1, 4},
		{"undo typing", "ab", []string{"right", "xyz", "ctrl+z"}, "ab", 1, 2},
		{"undo words one by one", "", []string{"one two", "ctrl+z"}, "one", 1, 4},
		{"undo a cut over lines", "one\ntwo\nthree", []string{"end", "delete", "delete", "ctrl+z", "ctrl+z"}, "one\ntwo\nthree", 2, 1},
		{"undo all", "a\nb", []string{"x", "enter", "y", "ctrl+k", "backspace", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z"}, "a\nb", 1, 1},
		{"undo several lines put in", "ab\nc", []string{"right", "enter", "東", "enter", "x", "ctrl+z", "ctrl+z", "ctrl+z"}, "a\nb\nc", 2, 1},
		{"and again", "ab", []string{"xy", "ctrl+z", "ctrl+y", "ctrl+y"}, "xyab", 1, 3},
		{"what is done anew ends the other way", "", []string{"x", "ctrl+z", "z", "ctrl+y"}, "z", 1, 2},
		{"page", strings.Repeat("a\n", 30), []string{"pgdown", "x"}, strings.Repeat("a\n", 10) + "xa\n" + strings.Repeat("a\n", 19), 11, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := editor.New(tt.text, "", editor.Styles{})
			press(m, tt.keys...)
			line, column := m.Position()
			if m.Text() != tt.want || line != tt.line || column != tt.column {
				t.Errorf("%q at %d:%d, want %q at %d:%d", m.Text(), line, column, tt.want, tt.line, tt.column)
			}
		})
	}
}

func TestChangedReportsEdits(t *testing.T) {
	for keys, want := range map[string]bool{"right": false, "x": true, "backspace": true, "tab": false, "f5": false, "ctrl+k": true} {
		m := editor.New("ab", "", editor.Styles{})
		press(m, "right")
		if got := press(m, keys); got != want {
			t.Errorf("%s: changed %v", keys, got)
		}
	}
}

// What is typed behind the end of a paste of several lines is taken back with it, and what is typed elsewhere is not.
func TestPastedLinesAreUndone(t *testing.T) {
	for name, tt := range map[string]struct {
		keys         []string
		want, undone string
	}{
		"behind its end": {[]string{"x"}, "(1,\n東2x)", "()"},
		"elsewhere":      {[]string{"left", "x"}, "(1,\n東x2)", "(1,\n東2)"},
	} {
		m := editor.New("()", "", editor.Styles{})
		press(m, "right")
		m.Update(tea.PasteMsg{Content: "1,\n東2"})
		if press(m, tt.keys...); m.Text() != tt.want {
			t.Errorf("%s: %q", name, m.Text())
		}
		if m.Undo(); m.Text() != tt.undone {
			t.Errorf("%s, undone: %q", name, m.Text())
		}
		for m.Undo() {
		}
		if m.Text() != "()" {
			t.Errorf("%s, all undone: %q", name, m.Text())
		}
		for m.Redo() {
		}
		if m.Text() != tt.want {
			t.Errorf("%s, all done again: %q", name, m.Text())
		}
	}
}

func TestPasteIsExact(t *testing.T) {
	m := editor.New("[]", "", editor.Styles{})
	press(m, "right")
	m.Update(tea.PasteMsg{Content: "1,\r\n\t2\r3"})
	if m.Text() != "[1,\n\t2\n3]" {
		t.Errorf("%q", m.Text())
	}
	if line, column := m.Position(); line != 3 || column != 2 {
		t.Errorf("at %d:%d", line, column)
	}
}

func TestSeekGoesToErrorPosition(t *testing.T) {
	m := editor.New("{\n  \"größe\": x\n}", "", editor.Styles{})
	for _, at := range [][4]int{{2, 12, 2, 12}, {99, 1, 3, 1}, {1, 99, 1, 2}, {0, 0, 1, 1}} {
		m.Seek(at[0], at[1])
		if line, column := m.Position(); line != at[2] || column != at[3] {
			t.Errorf("seek %d:%d goes to %d:%d", at[0], at[1], line, column)
		}
	}
}

// The cursor is always on screen, and no line is wider than it.
func TestViewKeepsSize(t *testing.T) {
	marked := editor.Styles{Cursor: lipgloss.NewStyle().Reverse(true)}
	text := strings.Repeat("short\n", 120) + strings.Repeat("a long 東京 line 👍🏽 ", 12) + "\n\ttab"
	m := editor.New(text, "", marked)
	m.SetSize(22, 5)
	keys := []string{"pgdown", "end", "ctrl+end", "home", "up", "end", "left", "alt+left", "ctrl+home", "right", "down"}
	for i := range 60 {
		press(m, keys[i%len(keys)])
		view := m.View()
		lines := strings.Split(view, "\n")
		if len(lines) != 5 || !strings.Contains(view, "\x1b[7m") {
			t.Fatalf("%s: %d lines\n%s", keys[i%len(keys)], len(lines), view)
		}
		for _, l := range lines {
			if w := ansi.StringWidth(l); w > 22 {
				t.Errorf("%d columns: %q", w, l)
			}
		}
	}
}

func TestNumbersAndInvisibleCharacters(t *testing.T) {
	m := editor.New("a\n\tb\nc\u202ed\n", "", editor.Styles{})
	m.SetSize(20, 4)
	if view := ansi.Strip(m.View()); view != "1 a\n2 → b\n3 c·d\n4 " {
		t.Errorf("%q", view)
	}
	m = editor.New("", "type here", editor.Styles{})
	if view := ansi.Strip(m.View()); view != "type here" {
		t.Errorf("%q", view)
	}
}

func FuzzKeysKeepTheCursorInTheText(f *testing.F) {
	f.Add("a\nb", []byte{0, 1, 2, 3, 4})
	f.Add("\xff\x1b[31m\u0301", []byte{7, 7, 1, 1, 9})
	f.Add(strings.Repeat("\x80", 100), []byte{16, 0, 13, 16, 9})
	keys := []string{"left", "right", "up", "down", "home", "end", "enter", "backspace", "delete", "ctrl+w", "ctrl+k", "ctrl+u", "alt+right", "alt+left", "é", "x", "ctrl+end", "ctrl+z", "ctrl+y"}
	f.Fuzz(func(t *testing.T, text string, moves []byte) {
		m := editor.New(text, "", editor.Styles{})
		for _, b := range moves {
			press(m, keys[int(b)%len(keys)])
			if line, column := m.Position(); line < 1 || line > m.Lines() || column < 1 {
				t.Fatalf("at %d:%d of %d lines", line, column, m.Lines())
			}
			m.View()
			if utf8.ValidString(text) && !utf8.ValidString(m.Text()) {
				t.Fatalf("a character was cut: %q", m.Text())
			}
		}
		for m.Undo() {
		}
		if m.Text() != text {
			t.Fatalf("all undone is %q, not %q", m.Text(), text)
		}
	})
}

func BenchmarkKey(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := editor.New(strings.Repeat("  \"some\": \"line of text\",\n", n), "", editor.Styles{})
			m.Seek(n/2, 4)
			b.ReportAllocs()
			for b.Loop() {
				press(m, "x", "backspace")
				m.View()
			}
		})
	}
}
