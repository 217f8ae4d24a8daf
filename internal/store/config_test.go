package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// preferences is a store whose file of preferences, and that of a repository,
// contain these texts; "" for no file.
func preferences(t *testing.T, own, local string) (keep *Store, dir string) {
	t.Helper()
	home, dir := t.TempDir(), t.TempDir()
	keep, err := Open(func(name string) string { return map[string]string{"A2AFORM_HOME": home}[name] })
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{keep.ConfigPath(): own, filepath.Join(dir, LocalDir, configName): local} {
		if text == "" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return keep, dir
}

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestConfigComesFromTheNearestSource(t *testing.T) {
	keep, dir := preferences(t, "theme = 'light'\nmouse = false\npersist = false\nkeep_runs = '30d'", "theme = 'dark'\nbell = true")
	c, list, notes, err := keep.Config(env("A2AFORM_BELL", "no", "A2AFORM_DRAFTS", "0", "A2AFORM_LIMITS", "rows=9"), dir)
	if err != nil || len(notes) > 0 {
		t.Fatal(err, notes)
	}
	if want := (Config{Theme: "dark", Hints: true, Brief: true, Notify: "auto", Review: "ask", KeepRuns: Keep(30 * 24 * 3600e9), Limits: Limits{"rows": "9"}}); !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, want %+v", c, want)
	}
	local := filepath.Join(dir, LocalDir, configName)
	want := []Setting{
		{"theme", "dark", local},
		{"mouse", false, keep.ConfigPath()},
		{"hints", true, "built-in"},
		{"brief", true, "built-in"},
		{"bell", false, "A2AFORM_BELL"},
		{"notify", "auto", "built-in"},
		{"progress", false, "built-in"},
		{"plain", false, "built-in"},
		{"review", "ask", "built-in"},
		{"persist", false, keep.ConfigPath()},
		{"drafts", false, "A2AFORM_DRAFTS"},
		{"keep_runs", "30d", keep.ConfigPath()},
		{"insecure_http", false, "built-in"},
		{"keys", "", "built-in"},
		{"commands", "", "built-in"},
		{"limits", "rows=9", "A2AFORM_LIMITS"},
	}
	if !slices.Equal(list, want) {
		t.Errorf("got\n%v, want\n%v", list, want)
	}
}

func TestKeptThemeLeavesTheRestOfTheFile(t *testing.T) {
	for before, want := range map[string]string{
		"":                                      "theme = \"nord\"\n",
		"# mine\nmouse = true\n":                "theme = \"nord\"\n# mine\nmouse = true\n",
		"mouse = true\n  theme = 'dark' # so\n": "mouse = true\ntheme = \"nord\"\n",
		"[limits]\nrows = 9\n":                  "theme = \"nord\"\n[limits]\nrows = 9\n",
	} {
		keep, _ := preferences(t, before, "")
		if err := keep.KeepTheme("nord"); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(keep.ConfigPath()); err != nil || strings.TrimRight(string(got), "\n") != strings.TrimRight(want, "\n") {
			t.Errorf("%q becomes %q, want %q (%v)", before, got, want, err)
		}
		if c, _, _, err := keep.Config(env(), ""); err != nil || c.Theme != "nord" {
			t.Errorf("%q: the theme is %s (%v)", before, c.Theme, err)
		}
		if err := keep.KeepTheme("drak"); err == nil {
			t.Error("a theme that does not exist is kept")
		}
	}
}

// The table is the user's own theme, which stays when another one is chosen.
func TestOwnTheme(t *testing.T) {
	keep, _ := preferences(t, "bell = true\n\n[theme]\nbase = 'nord'\naccent = '#ABCDEF'\n\n[limits]\nrows = 9\n", "")
	want := &OwnTheme{Base: "nord", Colors: map[string]string{"accent": "#ABCDEF"}}
	for _, name := range []string{"own", "dracula", "own", "auto"} {
		if err := keep.KeepTheme(name); err != nil {
			t.Fatal(err)
		}
		c, _, _, err := keep.Config(env(), "")
		if err != nil || string(c.Theme) != name || !reflect.DeepEqual(c.Own, want) || c.Limits["rows"] != "9" {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
	if text := readConfig(t, keep); strings.Count(text, "use = ") != 1 || !strings.Contains(text, "[theme]\nuse = \"auto\"\nbase") {
		t.Errorf("the file is %q", text)
	}
	inline, _ := preferences(t, "theme = { accent = '#fff' }", "")
	if err := inline.KeepTheme("nord"); err == nil || !strings.Contains(err.Error(), `write use = "nord" in its theme`) {
		t.Errorf("a theme in one line: %v", err)
	}
	if c, _, _, err := inline.Config(env("A2AFORM_THEME", "nord"), ""); err != nil || c.Theme != "nord" || c.Own == nil {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestOwnThemeWithoutTheTableIsNotUsed(t *testing.T) {
	keep, _ := preferences(t, "theme = 'own'", "")
	c, _, notes, err := keep.Config(env(), "")
	if err != nil || c.Theme != "auto" || len(notes) != 1 || !strings.Contains(notes[0], "config.toml: not used: own is the theme of the table [theme]") {
		t.Errorf("%s, %q, %v", c.Theme, notes, err)
	}
}

func readConfig(t *testing.T, keep *Store) string {
	t.Helper()
	text, err := os.ReadFile(keep.ConfigPath())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestConfigIsStrict(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"unknown key", "mouse = true\ncolour = 'red'", "config.toml:2:1: unknown key colour; the keys here are bell, brief, commands"},
		{"unknown table", "[ui]\ntheme = 'dark'", "config.toml:1:2: unknown key ui"},
		{"wrong name", "\n  theme = 'drak'", "config.toml:2:3: theme drak is not known; did you mean dark?"},
		{"hostile name", `theme = "\u001b[31m"`, "config.toml:1:1: theme ␛[31m is not known: use auto, dark, light, catppuccin"},
		{"a command that is no text", "[commands]\nsum = 1", "config.toml:2:1: commands.sum must be a command in quotes, or { run = \"COMMAND\" }"},
		{"a table without a command", "[commands]\nless = { terminal = true }", "config.toml:2:1: run is missing: the command line"},
		{"a member of a command that is none", "[commands]\nless = { run = 'less', tty = true }", "config.toml:2:24: unknown key tty; the keys here are form, run, terminal"},
		{"a switch of a command that is a word", "[commands]\nless = { run = 'less', terminal = 'yes' }", "config.toml:2:24: terminal must be true or false"},
		{"a command for a form and the terminal", "[commands]\nfill = { run = 'x', terminal = true, form = true }", "config.toml:1:2: commands: fill: a command with form = true prints JSON"},
		{"commands without a table", "commands = 'sum'", "config.toml:1:1: commands must be a table"},
		{"wrong kind", "bell = 'yes'", "config.toml:1:1: bell must be true or false"},
		{"number for a name", "theme = 3", "config.toml:1:1: theme must be the name of a theme, or the table [theme]"},
		{"list for a name", "theme = ['dark']", "config.toml:1:1: theme must be the name of a theme"},
		{"wrong duration", "keep_runs = '30 days'", "config.toml:1:1: keep_runs must be a time to keep something: 12h, 30d, 8w, or 0 to keep forever"},
		{"not TOML", "theme", "config.toml:1:5: it is not TOML"},
		{"table for a name", "[review]\nx = 1", "config.toml:1:2: review must be one of ask, skip"},
		{"unknown color", "[theme]\nacent = '#ff0000'", "config.toml:2:1: unknown key acent; did you mean accent?"},
		{"far from any color", "[theme]\nzzz = '#ff0000'", "config.toml:2:1: unknown key zzz; the keys here are accent, bad, base"},
		{"dotted", "theme.x = 1", "config.toml:1:7: unknown key x"},
		{"no color", "[theme]\naccent = 'red'", "config.toml:2:1: accent must be a color, such as \"#1a2b3c\""},
		{"no base", "[theme]\nbase = 'own'", "config.toml:2:1: base own is not known: use auto, dark, light, catppuccin"},
		{"twice", "bell = true\nbell = true", "config.toml:2:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			keep, dir := preferences(t, tt.file, "")
			_, _, _, err := keep.Config(env(), dir)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got %v, want %q", err, tt.want)
			}
			if strings.ContainsAny(err.Error(), "\x1b\r") {
				t.Errorf("not safe to show: %q", err)
			}
			// What a repository says stops nobody.
			keep, dir = preferences(t, "mouse = true", tt.file)
			c, _, notes, err := keep.Config(env(), dir)
			if err != nil || !c.Mouse || c.Bell || c.Theme != "auto" || len(notes) != 1 {
				t.Errorf("in a repository: %v, %+v, %q", err, c, notes)
			}
		})
	}
}

func TestConfigOfARepositoryIsNotTrusted(t *testing.T) {
	keep, dir := preferences(t, "", "theme = 'dark'\nreview = 'skip'\n persist = false\ndrafts = false\nkeep_runs = '1h'\nplain = true")
	c, list, notes, err := keep.Config(env(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Config{Theme: "dark", Mouse: true, Hints: true, Brief: true, Notify: "auto", Plain: true, Review: "ask", Persist: true, Drafts: true}); !reflect.DeepEqual(c, want) {
		t.Errorf("%+v", c)
	}
	if len(notes) != 4 || !strings.Contains(notes[1], "config.toml:3:2: persist is not taken from a repository") {
		t.Errorf("notes: %q", notes)
	}
	if i := slices.IndexFunc(list, func(s Setting) bool { return s.Key == "review" }); list[i].Source != "built-in" {
		t.Errorf("review from %s", list[i].Source)
	}
}

func TestConfigFromVariables(t *testing.T) {
	tests := []struct {
		name string
		env  []string
		want string // of the error; "" for none
		ok   func(Config) bool
	}{
		{"theme", []string{"A2AFORM_THEME", "high-contrast"}, "", func(c Config) bool { return c.Theme == "high-contrast" }},
		{"wrong theme", []string{"A2AFORM_THEME", "x"}, `A2AFORM_THEME: "x" is not known; it is auto, dark, light, catppuccin, dracula, gruvbox, nord, solarized-light, high-contrast or own`, nil},
		{"wrong switch", []string{"A2AFORM_MOUSE", "maybe"}, `A2AFORM_MOUSE: "maybe" is not known; it is true or false`, nil},
		{"screen reader", []string{"ACCESSIBLE", "1"}, "", func(c Config) bool { return c.Plain }},
		{"not in spite of it", []string{"ACCESSIBLE", "1", "A2AFORM_PLAIN", "off"}, "", func(c Config) bool { return !c.Plain }},
		{"keep", []string{"A2AFORM_KEEP_RUNS", "8w"}, "", func(c Config) bool { return c.KeepRuns.String() == "8w" }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			keep, dir := preferences(t, "", "")
			c, _, _, err := keep.Config(env(tt.env...), dir)
			switch {
			case tt.want == "" && (err != nil || !tt.ok(c)):
				t.Errorf("%+v, %v", c, err)
			case tt.want != "" && (err == nil || err.Error() != tt.want):
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	if c, _, _, err := (*Store)(nil).Config(env("A2AFORM_BELL", "1"), ""); err != nil || !c.Bell || !c.Persist {
		t.Errorf("without a home: %+v, %v", c, err)
	}
}

// Every field is a setting with words and a default, and the other way round.
func TestConfigSchemaDescribesEveryField(t *testing.T) {
	raw, err := json.Marshal(ConfigSchema())
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		AdditionalProperties bool
		Properties           map[string]struct {
			Description string
			Default     any
			Enum        []string
			AnyOf       []struct{ Enum []any }
		}
	}
	s.AdditionalProperties = true
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	if len(s.Properties) != len(settings) || reflect.TypeFor[Config]().NumField() != len(settings)+1 || s.AdditionalProperties {
		t.Errorf("%s", raw)
	}
	built := defaults()
	for _, each := range settings {
		p := s.Properties[each.key]
		if p.Description == "" || each.key != "limits" && each.key != "keys" && each.key != "commands" && p.Default != each.show(&built) {
			t.Errorf("%s: %+v, built in is %v", each.key, p, each.show(&built))
		}
		for _, name := range p.Enum {
			if err := each.set(&Config{}, name); err != nil {
				t.Errorf("%s = %s: %v", each.key, name, err)
			}
		}
	}
	if len(s.Properties["theme"].AnyOf[0].Enum) != len(ThemeNames) || len(s.Properties["review"].Enum) != 2 {
		t.Errorf("%s", raw)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add("theme = 'dark'\nkeep_runs = '3w'")
	f.Add("[theme]\n")
	f.Add("keep_runs = 0\nbell = true # yes")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), configName)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := defaults()
		if err := c.take(path, map[string]string{}, nil); err != nil && strings.ContainsAny(err.Error(), "\x1b\r\n") {
			t.Errorf("%q", err)
		}
		var again Keep
		if err := again.UnmarshalText([]byte(c.KeepRuns.String())); err != nil || again != c.KeepRuns {
			t.Errorf("%v is written %s", time.Duration(c.KeepRuns), c.KeepRuns)
		}
	})
}
