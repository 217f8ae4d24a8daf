package pasteguard

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// typed is what comes at once, after a while.
type typed struct {
	after time.Duration
	bytes string
}

func through(t *testing.T, all ...typed) string {
	t.Helper()
	now := time.Unix(1, 0)
	k := &Guard{now: func() time.Time { return now }}
	var out bytes.Buffer
	for _, each := range all {
		now = now.Add(each.after)
		out.Write(k.filter([]byte(each.bytes), false))
	}
	return out.String()
}

// pressed is what is left of a text when all that is pasted is taken out of it.
func pressed(text string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, pasteBegins)
		out.WriteString(strings.ReplaceAll(before, pasteEnds, ""))
		if !found {
			return out.String()
		}
		_, text, _ = strings.Cut(rest, pasteEnds)
	}
}

func TestPasteInAnyReadsPressesNoKeys(t *testing.T) {
	const b, e = pasteBegins, pasteEnds
	flood := strings.Repeat("y\r", 40)
	for name, tt := range map[string]struct {
		all  []typed
		want string // what is pressed
	}{
		"keys":                        {[]typed{{0, "Lion\tTiger\r"}, {time.Second, "\x13"}}, "Lion\tTiger\r\x13"},
		"a paste":                     {[]typed{{0, b + "a\rb" + e}, {pasteGap, "\r"}}, "\r"},
		"an end within":               {[]typed{{0, b + "a" + e + "\x13\r" + e}, {pasteGap, "x"}}, "x"},
		"an end within, cut":          {[]typed{{0, b + "a" + e}, {1, "\x13\r" + e}, {1, "\r"}, {pasteGap, "x"}}, "x"},
		"a mark that is cut":          {[]typed{{0, b + "a\x1b[20"}, {1, "1~\x13\r"}, {pasteGap, "x"}}, "x"},
		"a mark within a mark":        {[]typed{{0, b + "a" + e + "\x1b[20" + e + "1~\r"}, {pasteGap, "x"}}, "x"},
		"many ends":                   {[]typed{{0, b + "a" + strings.Repeat(e+"\r", 20)}, {pasteGap, "x"}}, "x"},
		"two pastes at once":          {[]typed{{0, b + "a" + e + b + "b" + e}, {pasteGap, "\r"}}, "\r"},
		"no end, and a key later":     {[]typed{{0, b + "a\r"}, {openTimeout, "\x03"}}, "\x03"},
		"no end, ctrl+c of kitty":     {[]typed{{0, b + "a\r"}, {pasteGap, "\x1b[99;5u"}}, "\x1b[99;5u"},
		"no end, Cyrillic ctrl+c":     {[]typed{{0, b + "a\r"}, {pasteGap, "\x1b[1089::99;5u"}}, "\x1b[1089::99;5u"},
		"no end, ctrl+s in the text":  {[]typed{{0, b + "a\r"}, {pasteGap, "\x1b[115;5u"}}, ""},
		"no end, and more at once":    {[]typed{{0, b + "a\r"}, {openTimeout - 1, "\r"}}, ""},
		"no end, and ctrl+c soon":     {[]typed{{0, b + "a\r"}, {pasteGap, "\x03"}}, "\x03"},
		"no end, ctrl+c at once":      {[]typed{{0, b + "a\r"}, {pasteGap - 1, "\x03"}}, ""},
		"a slow paste of lines":       {[]typed{{0, b + "a\r"}, {openTimeout, "many more\rlines\r"}, {1, e}}, ""},
		"no marks":                    {[]typed{{0, flood}, {1, "\r"}, {pasteGap, "x"}}, "x"},
		"few keys at once":            {[]typed{{0, "yes\r"}}, "yes\r"},
		"sequences at once are keys":  {[]typed{{0, strings.Repeat("\x1b[A", 40) + "\r"}}, strings.Repeat("\x1b[A", 40) + "\r"},
		"a long line without its end": {[]typed{{0, strings.Repeat("x", 100)}, {1, "\r"}}, strings.Repeat("x", 100) + "\r"},
	} {
		if got := pressed(through(t, tt.all...)); got != tt.want {
			t.Errorf("%s: %q is pressed, want %q; all is %q", name, got, tt.want, through(t, tt.all...))
		}
	}
}

func TestPasteLosesNothing(t *testing.T) {
	out := through(t, typed{0, pasteBegins + "one" + pasteEnds + "two\r"}, typed{1, "three"}, typed{pasteGap, "x"})
	for _, part := range []string{"one", "two\r", "three", "x"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q has lost %q", out, part)
		}
	}
}

// FuzzPasteGuard checks that no key is pressed by what follows the beginning of a paste
// without a pause.
func FuzzPasteGuard(f *testing.F) {
	f.Add("a"+pasteEnds+"\r", 3)
	f.Add("\x1b[20"+pasteEnds+"1~\r", 5)
	f.Add(strings.Repeat(pasteEnds, 30), 1)
	f.Fuzz(func(t *testing.T, pasted string, cut int) {
		all := pasteBegins + pasted + pasteEnds
		cut = min(max(cut, 1), len(all)-1)
		now := time.Unix(1, 0)
		k := &Guard{now: func() time.Time { return now }}
		out := string(k.filter([]byte(all[:cut]), false)) + string(k.filter([]byte(all[cut:]), false))
		if got := pressed(out); got != "" && cut >= len(pasteBegins) {
			t.Errorf("%q cut at %d: %q is pressed of %q", pasted, cut, got, out)
		}
		if len(out) > 2*len(all)+len(pasteBegins)+len(pasteEnds) {
			t.Errorf("%d bytes became %d", len(all), len(out))
		}
	})
}

// reads is a terminal whose reads return the given texts.
type reads struct {
	File
	texts []string
}

func (r *reads) Read(p []byte) (int, error) {
	n := copy(p, r.texts[0])
	r.texts = r.texts[1:]
	return n, nil
}

// readBoth reads twice from a terminal, with the silence after which bytes are keys
// between the reads.
func readBoth(t *testing.T, size int, texts ...string) string {
	t.Helper()
	now := time.Unix(1, 0)
	g := &Guard{File: &reads{texts: texts}, now: func() time.Time { return now }}
	var out strings.Builder
	for range texts {
		p := make([]byte, size)
		n, err := g.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(p[:n])
		now = now.Add(pasteGap)
	}
	return out.String()
}

func TestKeyAfterPasteIsKey(t *testing.T) {
	t.Parallel()
	all := readBoth(t, 4096, pasteBegins+"a"+pasteEnds, "\r")
	if got := pressed(all); got != "\r" {
		t.Errorf("%q is pressed, want enter; all is %q", got, all)
	}
}

// A read that fills the buffer leaves more of the paste behind, however late it is read.
func TestLongPasteIsPastedToItsEnd(t *testing.T) {
	t.Parallel()
	const size = 128
	length := size/2 - len(pasteBegins) - len(pasteEnds)
	all := readBoth(t, size, pasteBegins+strings.Repeat("a", length-len(pasteBegins)-len(pasteEnds))+pasteEnds, "\r")
	if got := pressed(all); got != "" {
		t.Errorf("%q is pressed of %q", got, all)
	}
}
