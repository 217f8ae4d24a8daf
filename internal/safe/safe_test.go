package safe_test

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
)

func TestLine(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "Fight Comparison", "Fight Comparison"},
		{"empty", "", ""},
		{"escape", "a\x1b[2Jb", "a␛[2Jb"},
		{"operating system command", "\x1b]52;c;aGk=\a!", "␛]52;c;aGk=␇!"},
		{"C1 as UTF-8", "x\u009b31mred", "x⟨U+009B⟩31mred"},
		{"raw C1 byte", "x\x9b31m", "x\ufffd31m"},
		{"truncated rune before escape", "\xf0\x1b]52;", "\ufffd␛]52;"},
		{"carriage return", "good\rbad", "good␍bad"},
		{"backspace and delete", "a\b\x7f", "a␈␡"},
		{"newline and tab", "a\nb\tc", "a⏎b␉c"},
		{"right-to-left override", "a\u202eb", "a⟨U+202E⟩b"},
		{"zero width space", "a\u200bb", "a⟨U+200B⟩b"},
		{"byte order mark", "\ufeffa", "⟨U+FEFF⟩a"},
		{"line separator", "a\u2028b", "a⟨U+2028⟩b"},
		{"tag characters", "a\U000e0041", "a⟨U+E0041⟩"},
		{"hangul filler", "a\u3164", "a⟨U+3164⟩"},
		{"no-break space", "a\u00a0b", "a b"},
		{"CJK stays", "比較 東京", "比較 東京"},
		{"Arabic stays", "مقارنة", "مقارنة"},
		{"emoji family is drawn side by side", "👨\u200d👩\u200d👧", "👨👩👧"},
		{"joiner between letters is shown", "a\u200db", "a⟨U+200D⟩b"},
		{"emoji presentation", "⚠\ufe0f", "⚠\ufe0f"},
		{"keycap", "1\ufe0f\u20e3", "1\ufe0f\u20e3"},
		{"selector behind a letter", "a\ufe0fb", "a⟨U+FE0F⟩b"},
		{"zalgo", "e" + strings.Repeat("\u0301", 9), "e" + strings.Repeat("\u0301", 4) + "…"},
		{"text hidden in selectors", "a\ufe00\U000e0141", "a⟨U+FE00⟩⟨U+E0141⟩"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := safe.Text(tt.in).Line(0).String(); got != tt.want {
				t.Errorf("Line(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestLineCutsWithAMark(t *testing.T) {
	got := safe.Text(strings.Repeat("é", 600)).Line(101).String()
	if want := strings.Repeat("é", 50) + "…"; got != want {
		t.Errorf("got %d bytes ending %q", len(got), got[len(got)-6:])
	}
}

// A summary is the first paragraph in one line, and as untrusted as the text.
func TestSummary(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "One line.": "One line.", "Books a\ntable.\n\nArgs:\n  city: x": "Books a table.",
		"\n\nLate.\r\n\r\nMore.": "Late.", "\x1b[31mred\n\nmore": safe.Text("\x1b[31mred").Line(0).String(),
	} {
		if got := safe.Text(text).Summary().Line(0).String(); got != want {
			t.Errorf("the summary of %q is %q, want %q", text, got, want)
		}
	}
}

func TestBlock(t *testing.T) {
	b := safe.Text("one\r\ntwo\n\tthree\x1b").Block(0)
	if want := "one\ntwo\n    three␛"; b.String() != want || b.Cut() {
		t.Errorf("Block = %q cut %v, want %q", b.String(), b.Cut(), want)
	}
	if b = safe.Text("abcdef").Block(3); b.String() != "abc…" || !b.Cut() {
		t.Errorf("cut Block = %q cut %v", b.String(), b.Cut())
	}
}

func TestRawCannotLeakThroughFmt(t *testing.T) {
	raw := safe.Text("\x1b[31mred")
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if got := fmt.Sprintf(verb, raw); strings.ContainsRune(got, '\x1b') || got != "␛[31mred" {
			t.Errorf("%s printed %q", verb, got)
		}
	}
	if err := errors.Join(fmt.Errorf("agent said: %v", raw)); strings.ContainsRune(err.Error(), '\x1b') {
		t.Errorf("error holds an escape: %q", err)
	}
}

// FuzzLine: whatever comes, nothing of it acts, is invisible or turns text round;
// what is behind it stays in sight; what is cut says so; and text that is safe is
// left as it is.
func FuzzLine(f *testing.F) {
	for _, s := range []string{
		"", "a\x1b[31m", "\xf0\x1b]52;c;x\a", "\u202e", "e\u0301\u0301", "👨\u200d👩", "a\nb", "\x1b]8;;x", "a\r\nb\r", "x\u009b1m\x9b", "1\ufe0f\u20e3",
		"a\ufe00\ufe01\U000e0100", "\u180b\u180e\u2065\ufff0\U000e0020", "\u0e33\u0301\u0301\u0301\u0301\u0301", "❤\ufe0f\u200d🔥\u200d", strings.Repeat("x\u200d", 300),
	} {
		f.Add(s, uint16(9))
	}
	f.Fuzz(func(t *testing.T, s string, limit uint16) {
		line, block := safe.Text(s).Line(int(limit)), safe.Text(s).Block(int(limit))
		checkSafe(t, s, line.String())
		checkSafe(t, s, strings.ReplaceAll(block.String(), "\n", ""))
		checkCut(t, s, line.String(), cmp.Or(int(limit), safe.LabelLimit()))
		checkCut(t, s, block.String(), cmp.Or(int(limit), safe.TextLimit()))
		if block.Cut() != (len(s) > cmp.Or(int(limit), safe.TextLimit())) {
			t.Errorf("%q: cut is %v at %d", s, block.Cut(), limit)
		}
		if again := safe.Text(line.String()).Line(1 << 20).String(); again != line.String() {
			t.Errorf("not idempotent: %q then %q", line, again)
		}
		if again := safe.Text(block.String()).Block(1 << 20).String(); again != block.String() {
			t.Errorf("not idempotent: %q then %q", block, again)
		}
		const tail = "-TAIL"
		for _, shown := range []string{safe.Text(s + tail).Line(len(s) + len(tail)).String(), safe.Text(s + tail).Block(len(s) + len(tail)).String()} {
			if !strings.HasSuffix(shown, tail) {
				t.Errorf("%q hides what is behind it: %q", s, shown)
			}
		}
	})
}

// checkCut checks that text beyond the limit ends with a mark, and is bounded.
func checkCut(t *testing.T, in, out string, limit int) {
	t.Helper()
	if len(in) > limit && !strings.HasSuffix(out, safe.Ellipsis) {
		t.Errorf("%q was cut at %d and does not say so: %q", in, limit, out)
	}
	if most := 4 + 15*limit; len(out) > most {
		t.Errorf("%d bytes of %q at %d", len(out), in, limit)
	}
}

func checkSafe(t *testing.T, in, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("%q became invalid UTF-8 %q", in, out)
	}
	marks := 0
	for i, r := range out {
		hidden := unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs, unicode.Other_Default_Ignorable_Code_Point)
		selects := unicode.Is(unicode.Variation_Selector, r) && r != '\ufe0e' && r != '\ufe0f'
		if unicode.IsControl(r) || hidden || selects {
			t.Errorf("%q became %q, which holds %U at %d", in, out, r, i)
		}
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		if marks > 6 {
			t.Errorf("%q became %q, where marks are piled up", in, out)
		}
	}
	if stripped := ansi.Strip(out); stripped != out {
		t.Errorf("%q became %q, which a terminal would read as a sequence", in, out)
	}
}

func BenchmarkLine(b *testing.B) {
	for name, s := range map[string]string{
		"ascii": strings.Repeat("plain text ", 40),
		"mixed": strings.Repeat("مقارنة 比較 \x1b[31m ", 12),
	} {
		raw := safe.Text(s)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				_ = raw.Line(0)
			}
		})
	}
}

// An emoji of several parts that is cut between them leaves no joiner behind.
func TestCutLeavesNoJoiner(t *testing.T) {
	raw := safe.Text("👨\u200d\U0001f208")
	for _, got := range []string{raw.Line(7).String(), raw.Block(7).String()} {
		if got != "👨…" {
			t.Errorf("%q", got)
		}
	}
}

// Printable ASCII is drawn unchanged.
func TestPlainWidth(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a b~": 4, "tab\t": -1, "é": -1, "\x7f": -1, "a\nb": -1, "\x1b[m": -1} {
		width, ok := safe.Text(text).PlainWidth()
		if !ok {
			width = -1
		}
		if width != want {
			t.Errorf("%q: %d, want %d", text, width, want)
		}
		if ok && safe.Text(text).Block(0).String() != text {
			t.Errorf("%q is drawn as %q", text, safe.Text(text).Block(0))
		}
	}
}

func TestMarkupIsEscaped(t *testing.T) {
	t.Parallel()
	raw := safe.Text("<b>&\"'\n\x1b")
	for got, want := range map[safe.HTML]safe.HTML{
		safe.EscapeHTML("<i>"): "&lt;i&gt;",
		raw.Line(0).HTML():     "&lt;b&gt;&amp;&#34;&#39;⏎␛",
		raw.Block(0).HTML():    "&lt;b&gt;&amp;&#34;&#39;\n␛",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
