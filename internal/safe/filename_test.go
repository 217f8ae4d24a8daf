package safe_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"a2aform/internal/safe"
)

func TestFileName(t *testing.T) {
	tests := []struct{ text, extension, want string }{
		{"Trip to Rome", ".csv", "Trip-to-Rome.csv"},
		{"trips.CSV", ".csv", "trips.CSV"},
		{"a/b\\c:d", ".md", "a-b-c-d.md"},
		{"東京", ".md", "東京.md"},
		{"...", ".md", "result.md"},
		{"NUL.tar", ".md", "result.md"},
		{"com1", "", "result"},
		{"a\u3164b", "", "a-U-3164-b"},
		{"evil", ".lnk", "evil.lnk.txt"},
		{"Folder.JPG.LNK", "", "Folder.JPG.LNK.txt"},
		{"x.desktop", ".md", "x.desktop.md"},
		{"Desktop.ini", "", "Desktop.ini.txt"},
		{"autorun", ".inf", "autorun.inf.txt"},
		{"x.lnk.", "", "x.lnk.txt"},
		{"readme.desktop.md", "", "readme.desktop.md"},
	}
	for _, tt := range tests {
		if got := safe.FileName(safe.Text(tt.text), "result", tt.extension); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestFileNameIsOnePathElement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { isOneElement(t, rapid.String().Draw(t, "text"), ".md") })
}

// FuzzFileName: no text becomes a path, a hidden file, an option or a device.
func FuzzFileName(f *testing.F) {
	for _, s := range []string{"../../etc/passwd", "-rf", "~/.ssh/config", "C:\\x", "com1.txt", "a\x00b", "nul", "‥／x", "a\u202etxt.exe", strings.Repeat("é", 200), "e\u0301\u0301\u0301\u0301\u0301"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, extension := range []string{"", ".md"} {
			isOneElement(t, text, extension)
		}
	})
}

func isOneElement(t interface{ Fatalf(string, ...any) }, text, extension string) {
	got := safe.FileName(safe.Text(text), "x", extension)
	bad := strings.ContainsFunc(got, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	switch {
	case bad, got != filepath.Base(got), !filepath.IsLocal(got), strings.ContainsAny(got[:1], ".-~"), len(got) > 70, strings.ContainsAny(got, `/\:*?"<>|`):
		t.Fatalf("%q became %q", text, got)
	case !utf8.ValidString(got), !strings.HasSuffix(strings.ToLower(got), extension), isReserved(got):
		t.Fatalf("%q became %q", text, got)
	}
}

// isReserved reports what Windows takes for a device (Naming Files, Paths, and
// Namespaces; learn.microsoft.com).
func isReserved(name string) bool {
	return regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$`).MatchString(name)
}

// A path is shown as the user finds it: from the working directory, else from the home directory, else from the root.
func TestShownPath(t *testing.T) {
	home, here := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, c := range []struct{ path, dir, want string }{
		{filepath.Join(here, "cases", "a.toml"), here, filepath.Join("cases", "a.toml")},
		{filepath.Join("cases", "a.toml"), here, filepath.Join("cases", "a.toml")},
		{filepath.Join("..", "a.toml"), here, filepath.Join(filepath.Dir(here), "a.toml")},
		{here, here, here},
		{here + "x", here, here + "x"},
		{filepath.Join(home, "cases", "a.toml"), here, filepath.Join("~", "cases", "a.toml")},
		{filepath.Join(home, "a\x1b.toml"), "", filepath.Join("~", "a␛.toml")},
		{filepath.Join(home, "a.toml"), home, "a.toml"},
		{home, home, "~"},
		{home + "x", "", home + "x"},
	} {
		if got := safe.Path(c.path, c.dir).String(); got != c.want {
			t.Errorf("Path(%q, %q) = %q, want %q", c.path, c.dir, got, c.want)
		}
	}
}
