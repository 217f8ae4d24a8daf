package store

import (
	"encoding"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/safe"
	"a2aform/internal/tomlfile"
)

// Config is what the user prefers. Its tags are the keys of the file, and what
// its JSON Schema says of them.
type Config struct {
	Theme    Theme        `toml:"theme" json:"theme,omitempty" jsonschema:"default=auto" jsonschema_description:"Colors. auto follows the terminal's background; high-contrast uses the terminal's own colors; own is the table [theme]."`
	Own      *OwnTheme    `toml:"-" json:"-"` // the table theme, nil for none
	Mouse    bool         `toml:"mouse" json:"mouse,omitempty" jsonschema:"default=true" jsonschema_description:"Clicks and the wheel work; hold shift to select text, or the terminal's own key. With false the mouse is the terminal's."`
	Brief    bool         `toml:"brief" json:"brief,omitempty" jsonschema:"default=true" jsonschema_description:"A line above a table of more than ten rows says what it comes to: its dates, its total, what went wrong."`
	Hints    bool         `toml:"hints" json:"hints,omitempty" jsonschema:"default=true" jsonschema_description:"Until your first result, a line on each screen names the next key."`
	Bell     bool         `toml:"bell" json:"bell,omitempty" jsonschema:"default=false" jsonschema_description:"Ring when a task is over."`
	Notify   Notify       `toml:"notify" json:"notify,omitempty" jsonschema:"enum=auto,enum=on,enum=off,default=auto" jsonschema_description:"A notification of the terminal when a task ends or waits while another window has the focus. auto is off over SSH."`
	Progress bool         `toml:"progress" json:"progress,omitempty" jsonschema:"default=false" jsonschema_description:"Show in the terminal's tab or task bar that a task goes on (OSC 9;4)."`
	Plain    bool         `toml:"plain" json:"plain,omitempty" jsonschema:"default=false" jsonschema_description:"Ask line by line in place of screens, for screen readers and simple terminals."`
	Review   Review       `toml:"review" json:"review,omitempty" jsonschema:"enum=ask,enum=skip,default=ask" jsonschema_description:"Show the exact request before it is sent, or send at once."`
	Persist  bool         `toml:"persist" json:"persist,omitempty" jsonschema:"default=true" jsonschema_description:"Keep a file of each run."`
	Drafts   bool         `toml:"drafts" json:"drafts,omitempty" jsonschema:"default=true" jsonschema_description:"Keep what is typed into forms until it is sent."`
	KeepRuns Keep         `toml:"keep_runs" json:"keep_runs,omitempty" jsonschema_description:"How long files of runs are kept, such as 12h, 30d or 8w; 0 sets no age. The limit history-bytes counts, too."`
	Insecure bool         `toml:"insecure_http" json:"insecure_http,omitempty" jsonschema:"default=false" jsonschema_description:"Use plain HTTP to other machines too, which others on the network can read and change."`
	Keys     Keys         `toml:"keys" json:"keys,omitempty" jsonschema_description:"Keys of yours for actions of the screens; a2aform config keys lists them."`
	Commands UserCommands `toml:"commands" json:"commands,omitempty" jsonschema_description:"Programs of yours that read a result as JSON or fill in forms, by name, in the palette of commands."`
	Limits   Limits       `toml:"limits" json:"limits,omitempty" jsonschema_description:"What agents, values and files may take; a2aform config limits lists them."`
}

// defaults are what holds where no file, flag or variable sets a value.
func defaults() Config {
	return Config{Theme: "auto", Mouse: true, Hints: true, Brief: true, Notify: "auto", Review: "ask", Persist: true, Drafts: true}
}

// Review is ask or skip.
type Review string

// UnmarshalText takes one of the names.
func (r *Review) UnmarshalText(text []byte) error { return oneOf(r, text, "ask", "skip") }

// Notify is auto, on or off.
type Notify string

// UnmarshalText takes one of the names.
func (n *Notify) UnmarshalText(text []byte) error { return oneOf(n, text, "auto", "on", "off") }

func oneOf[T ~string](to *T, text []byte, names ...string) error {
	if !slices.Contains(names, string(text)) {
		last := len(names) - 1
		return fmt.Errorf("%s is not known; it is %s or %s", safe.Text(strconv.Quote(string(text))).Line(80), strings.Join(names[:last], ", "), names[last])
	}
	*to = T(text)
	return nil
}

// setting is a key of the configuration.
type setting struct {
	key   string
	value func(*Config) any
	// harmless says that a repository may set it: it changes how things look, not
	// what is kept, sent or run.
	harmless bool
	also     string // a variable next to A2AFORM_KEY that switches it on
}

// settings are all keys, in the order in which they are shown.
var settings = []setting{
	{"theme", func(c *Config) any { return &c.Theme }, true, ""},
	{"mouse", func(c *Config) any { return &c.Mouse }, true, ""},
	{"hints", func(c *Config) any { return &c.Hints }, true, ""},
	{"brief", func(c *Config) any { return &c.Brief }, true, ""},
	{"bell", func(c *Config) any { return &c.Bell }, true, ""},
	{"notify", func(c *Config) any { return &c.Notify }, true, ""},
	{"progress", func(c *Config) any { return &c.Progress }, true, ""},
	{"plain", func(c *Config) any { return &c.Plain }, true, "ACCESSIBLE"},
	{"review", func(c *Config) any { return &c.Review }, false, ""},
	{"persist", func(c *Config) any { return &c.Persist }, false, ""},
	{"drafts", func(c *Config) any { return &c.Drafts }, false, ""},
	{"keep_runs", func(c *Config) any { return &c.KeepRuns }, false, ""},
	{"insecure_http", func(c *Config) any { return &c.Insecure }, false, ""},
	{"keys", func(c *Config) any { return &c.Keys }, false, ""},
	{"commands", func(c *Config) any { return &c.Commands }, false, ""},
	{"limits", func(c *Config) any { return &c.Limits }, false, ""},
}

func (s setting) env() string { return "A2AFORM_" + strings.ToUpper(s.key) }

// set takes a value as it is written in a variable.
func (s setting) set(c *Config, text string) error {
	switch v := s.value(c).(type) {
	case encoding.TextUnmarshaler:
		return v.UnmarshalText([]byte(text))
	case *bool:
		on, ok := truths[strings.ToLower(text)]
		if !ok {
			return fmt.Errorf("%s is not known; it is true or false", safe.Text(strconv.Quote(text)).Line(80))
		}
		*v = on
	}
	return nil
}

// truths are the spellings of a switch in a variable.
var truths = map[string]bool{"1": true, "true": true, "yes": true, "on": true, "0": false, "false": false, "no": false, "off": false}

// show is the value as it is written in the file.
func (s setting) show(c *Config) any {
	switch v := s.value(c).(type) {
	case *bool:
		return *v
	case *Keep:
		return v.String()
	case *Theme:
		return string(*v)
	case *Review:
		return string(*v)
	case *Notify:
		return string(*v)
	case *Limits:
		return v.String()
	case *Keys:
		return v.String()
	case *UserCommands:
		return v.String()
	}
	return nil
}

// Setting is a key with its value and where that comes from.
type Setting struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`  // a bool or a string
	Source string `json:"source"` // "built-in", a variable's name, or the path of a file
}

// ConfigError says what is wrong with the configuration: where, what, and what is
// allowed.
type ConfigError struct{ Text string }

func (e *ConfigError) Error() string { return e.Text }

// Config reads the configuration: variables before the file of the repository
// around dir, before the user's file, before what is built in. Of a repository,
// which is not trusted, only what looks are made of is taken; notes say what was
// left out there, and what is wrong there. The error is a *ConfigError.
func (s *Store) Config(getenv func(string) string, dir string) (c Config, list []Setting, notes []string, err error) {
	c, sources := defaults(), map[string]string{}
	if s != nil {
		if err := c.take(s.ConfigPath(), sources, nil); err != nil {
			return c, nil, nil, err
		}
	}
	switch path, err := LocalConfig(dir); {
	case err != nil:
		notes = append(notes, err.Error())
	case path != "" && (s == nil || path != s.ConfigPath()):
		notes = c.takeLocal(path, sources)
	}
	for _, each := range settings {
		if text := getenv(each.env()); text != "" {
			if err := each.set(&c, text); err != nil {
				return c, nil, notes, &ConfigError{each.env() + ": " + err.Error()}
			}
			sources[each.key] = each.env()
		} else if each.also != "" && getenv(each.also) != "" {
			*each.value(&c).(*bool) = true
			sources[each.key] = each.also
		}
	}
	if c.Theme == ownTheme && c.Own == nil {
		c.Theme = defaults().Theme
		notes = append(notes, shown(sources["theme"])+": not used: "+ErrNoOwnTheme.Error())
	}
	for _, each := range settings {
		source := sources[each.key]
		if source == "" {
			source = "built-in"
		}
		list = append(list, Setting{each.key, each.show(&c), source})
	}
	return c, list, notes, nil
}

// takeLocal takes what is harmless from a repository's file; what is wrong with
// it leaves all as it is.
func (c *Config) takeLocal(path string, sources map[string]string) (notes []string) {
	before := *c
	skip := func(key string, at *tomlfile.Node) {
		problem := tomlfile.Problem{Path: path, Line: at.Line, Column: at.Column, Text: key + " is not taken from a repository; set it in your own configuration"}
		notes = append(notes, problem.Error())
	}
	if err := c.take(path, sources, skip); err != nil {
		*c = before
		return append(notes, "not used: "+err.Error())
	}
	return notes
}

// configName is the file of preferences.
const configName = "config.toml"

// ConfigPath is the file of the user's preferences, which need not exist.
func (s *Store) ConfigPath() string { return filepath.Join(s.config, configName) }

// KeepHints writes into the user's preferences whether screens name the next key.
func (s *Store) KeepHints(on bool) error { return s.keepSetting("hints", strconv.FormatBool(on)) }

// KeepBrief writes into the user's preferences whether tables say above them what they come to.
func (s *Store) KeepBrief(on bool) error { return s.keepSetting("brief", strconv.FormatBool(on)) }

// keepSetting writes a value into the user's preferences.
func (s *Store) keepSetting(key, value string) error {
	return s.keepLine(func(data []byte) ([]string, error) { return withSetting(data, key, value), nil })
}

// keepLine writes the lines that change makes of the user's preferences.
func (s *Store) keepLine(change func(data []byte) ([]string, error)) error {
	return s.locked(func() error {
		data, err := readByHand(s.ConfigPath(), "preferences")
		if err != nil {
			return err
		}
		lines, err := change(data)
		if err != nil {
			return err
		}
		return writeFile(s.ConfigPath(), []byte(strings.Join(lines, "\n")))
	})
}

// withSetting are the lines of a file in which a key has that value. The other lines stay as
// they are.
func withSetting(data []byte, key, value string) []string {
	lines, setting := strings.Split(string(data), "\n"), key+" = "+value
	if tree, problem := tomlfile.Parse(data); problem == nil && tree.Get(key) != nil {
		lines[tree.Get(key).Line-1] = setting
		return lines
	}
	return slices.Insert(lines, 0, setting)
}

// LocalConfig is the preferences file of the repository around dir, "" for none; see [FindLocal].
func LocalConfig(dir string) (string, error) { return FindLocal(dir, configName) }

// HadResult reports that the user has seen a result, now or in an earlier session.
func (s *Store) HadResult() bool {
	if s == nil {
		return false
	}
	_, err := os.Stat(s.firstResultPath())
	return err == nil
}

// KeepHadResult notes that the user has seen a result.
func (s *Store) KeepHadResult() error { return writeFile(s.firstResultPath(), nil) }

func (s *Store) firstResultPath() string { return filepath.Join(s.state, "first-result") }
