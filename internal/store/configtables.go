package store

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"
	"github.com/pelletier/go-toml/v2"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// Limits are the limits that the user has changed, by name, as they were written
// (see [limit.Set]).
type Limits map[string]string

// UnmarshalText takes NAME=VALUE, several with commas between them.
func (l *Limits) UnmarshalText(text []byte) error {
	given := map[string]any{}
	for each := range strings.SplitSeq(string(text), ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(each), "=")
		if !ok {
			return errors.New("write it as NAME=VALUE, with commas between several")
		}
		given[name] = value
	}
	return l.take(given)
}

// take reads the table of the file: sizes and times are texts, numbers may be
// numbers.
func (l *Limits) take(value any) error {
	given, ok := value.(map[string]any)
	if !ok {
		return errors.New("it is a table: write [limits], and a line for each")
	}
	taken := Limits{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		switch given[name].(type) {
		case string, int64:
			taken[name] = fmt.Sprint(given[name])
		}
		if err := limit.Check(name, taken[name]); err != nil {
			return err
		}
	}
	*l = taken
	return nil
}

// Set puts them into force for this process.
func (l Limits) Set() error {
	for name, text := range l {
		if err := limit.Set(name, text); err != nil {
			return err
		}
	}
	return nil
}

// String is NAME=VALUE of each.
func (l Limits) String() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(l)) {
		list = append(list, name+"="+l[name])
	}
	return strings.Join(list, ",")
}

// JSONSchema names every limit and what it bounds.
func (Limits) JSONSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	for _, l := range limit.All() {
		one := &jsonschema.Schema{Type: "string", Default: l.DefaultText(), Description: "The most of " + l.Description + ". Beyond: " + l.Consequence + "."}
		if l.Unit == limit.Count {
			one.Type, one.Default = "integer", l.Default
		}
		s.Properties.Set(l.Name, one)
	}
	return s
}

// UserCommands are commands of the user, by name. They read a result as JSON, unless they fill in forms.
type UserCommands map[string]UserCommand

// UserCommand is a line for the user's shell.
type UserCommand struct {
	Run      string `json:"run" jsonschema:"required" jsonschema_description:"The command line."`
	Terminal bool   `json:"terminal,omitempty" jsonschema_description:"It has the terminal until it ends, as a pager or an editor needs it."`
	Form     bool   `json:"form,omitempty" jsonschema_description:"It reads the schema of a form and a text, and prints a JSON object of fields to fill in."`
}

// UnmarshalText refuses a variable: commands are in the file.
func (*UserCommands) UnmarshalText([]byte) error {
	return errors.New("commands are written into your own config.toml, under [commands]")
}

// take reads the table of the file: sum = "jq add".
func (c *UserCommands) take(value any) error {
	given, ok := value.(map[string]any)
	if !ok {
		return errors.New("it is a table: write [commands], and a line for each, such as sum = \"jq add\"")
	}
	taken := UserCommands{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		command, err := readUserCommand(given[name])
		if err != nil {
			return fmt.Errorf("%s: %w", shown(name), err)
		}
		taken[name] = command
	}
	*c = taken
	return nil
}

// readUserCommand reads a command line, or a table with one: { run = "less", terminal = true }.
func readUserCommand(value any) (c UserCommand, err error) {
	table, isTable := value.(map[string]any)
	if !isTable {
		table = map[string]any{"run": value}
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		isRight := false
		switch name {
		case "run":
			c.Run, isRight = table[name].(string)
			if !isRight || strings.TrimSpace(c.Run) == "" {
				return c, errors.New("expected a command in quotes")
			}
			continue
		case "terminal":
			c.Terminal, isRight = table[name].(bool)
		case "form":
			c.Form, isRight = table[name].(bool)
		default:
			return c, fmt.Errorf("%s is not known; there is run, terminal and form", shown(name))
		}
		if !isRight {
			return c, fmt.Errorf("%s is true or false", name)
		}
	}
	switch {
	case c.Run == "":
		return c, errors.New("run is missing: the command line")
	case c.Terminal && c.Form:
		return c, errors.New("a command with form = true prints JSON, so it cannot have the terminal too")
	}
	return c, nil
}

// String is the names.
func (c *UserCommands) String() string { return strings.Join(slices.Sorted(maps.Keys(*c)), ",") }

// JSONSchema is a table of command lines, and of tables with one.
func (UserCommands) JSONSchema() *jsonschema.Schema {
	reflector := jsonschema.Reflector{Anonymous: true, DoNotReference: true}
	table := reflector.Reflect(UserCommand{})
	table.Version = ""
	return &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, table}}}
}

// Keys are keys of the user in place of those of actions.
type Keys []Key

// Key is a key of the user.
type Key struct {
	Action string // its id: "card.filter"
	Key    string // "f", "ctrl+f"
	Where  string // the place in the file, or the variable; safe to show
}

// UnmarshalText takes ACTION=KEY, several with commas between them.
func (k *Keys) UnmarshalText(text []byte) error {
	var keys Keys
	for each := range strings.SplitSeq(string(text), ",") {
		action, name, ok := strings.Cut(strings.TrimSpace(each), "=")
		if !ok {
			return errors.New("write it as ACTION=KEY, with commas between several")
		}
		keys = append(keys, Key{action, name, "A2AFORM_KEYS"})
	}
	*k = keys
	return nil
}

// takeKeys reads the table keys of the file at path: card.filter = "f".
func takeKeys(path string, data []byte, value any) (keys Keys, err error) {
	screens, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("it is a table: write [keys], and a line for each, such as card.filter = \"f\"")
	}
	lines := nestedPlaces(data)
	for _, screen := range slices.Sorted(maps.Keys(screens)) {
		actions, ok := screens[screen].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("write %s as screen.action = \"key\"", shown(screen))
		}
		for _, action := range slices.Sorted(maps.Keys(actions)) {
			id := screen + "." + action
			name, ok := actions[action].(string)
			if !ok {
				return nil, fmt.Errorf("%s: expected a key in quotes", shown(id))
			}
			where := shown(path)
			if at, ok := lines["keys."+id]; ok {
				where += fmt.Sprintf(":%d:%d", at.line, at.column)
			}
			keys = append(keys, Key{id, name, where})
		}
	}
	return keys, nil
}

// String is ACTION=KEY of each.
func (k *Keys) String() string {
	list := make([]string, len(*k))
	for i, each := range *k {
		list[i] = each.Action + "=" + each.Key
	}
	return strings.Join(list, ",")
}

// JSONSchema is a table of tables of keys.
func (Keys) JSONSchema() *jsonschema.Schema {
	name := &jsonschema.Schema{Type: "string"}
	return &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "object", AdditionalProperties: name}}
}

// Theme is the name of a theme.
type Theme string

// ownTheme is the name of the user's own theme.
const ownTheme = "own"

// ThemeNames are the themes that there are.
var ThemeNames = []string{"auto", "dark", "light", "catppuccin", "dracula", "gruvbox", "nord", "solarized-light", "high-contrast", ownTheme}

// ThemeColors are the colors that [OwnTheme] may set.
var ThemeColors = []string{"surface", "text", "muted", "accent", "good", "warning", "bad", "border", "key", "string", "number", "literal"}

// UnmarshalText takes one of the names.
func (t *Theme) UnmarshalText(text []byte) error { return oneOf(t, text, ThemeNames...) }

// ErrNoOwnTheme says that the user's own theme was chosen and there is none.
var ErrNoOwnTheme = errors.New("own is the theme of the table [theme] in config.toml, and there is none")

// OwnTheme is the table theme: colors of the user in place of those of a built-in theme.
type OwnTheme struct {
	Base   string            // a built-in theme, "" for auto
	Colors map[string]string // #rrggbb, by [ThemeColors]
}

// ownThemeBases are the themes that another one can be based on.
var ownThemeBases = ThemeNames[:len(ThemeNames)-2]

const colorPattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"

var isColor = regexp.MustCompile(colorPattern)

// takeTheme reads the table theme. Its key use names the theme that the user has chosen in
// place of it.
func (c *Config) takeTheme(table map[string]any) error {
	own, use := &OwnTheme{Colors: map[string]string{}}, Theme(ownTheme)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		text, isText := table[name].(string)
		var err error
		switch {
		case name == "base":
			err = oneOf(&own.Base, []byte(text), ownThemeBases...)
		case name == "use":
			err = use.UnmarshalText([]byte(text))
		case !slices.Contains(ThemeColors, name):
			return noColorError(name)
		case !isText || !isColor.MatchString(text):
			err = errors.New(`write the color as "#rrggbb"`)
		default:
			own.Colors[name] = text
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	c.Own, c.Theme = own, use
	return nil
}

// noColorError says which colors there are, or which one was meant.
func noColorError(name string) error {
	names := slices.Concat([]string{"base", "use"}, ThemeColors)
	hint := "there are " + strings.Join(names, ", ")
	if near := safe.Nearest(name, names); near != "" {
		hint = "did you mean " + near + "?"
	}
	return fmt.Errorf("a theme has no %s; %s", shown(name), hint)
}

// themeSchema is the schema of the theme: its name, or the table.
func themeSchema(theme *jsonschema.Schema) *jsonschema.Schema {
	names := &jsonschema.Schema{Type: "string"}
	for _, name := range ThemeNames {
		names.Enum = append(names.Enum, name)
	}
	bases := &jsonschema.Schema{Type: "string"}
	for _, name := range ownThemeBases {
		bases.Enum = append(bases.Enum, name)
	}
	table := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	table.Properties.Set("base", bases)
	table.Properties.Set("use", names)
	for _, name := range ThemeColors {
		table.Properties.Set(name, &jsonschema.Schema{Type: "string", Pattern: colorPattern})
	}
	theme.Type, theme.AnyOf = "", []*jsonschema.Schema{names, table}
	return theme
}

// KeepTheme writes a theme into the user's preferences: into the table theme where there is
// one.
func (s *Store) KeepTheme(name string) error {
	if err := new(Theme).UnmarshalText([]byte(name)); err != nil {
		return err
	}
	return s.keepLine(func(data []byte) ([]string, error) {
		var values map[string]any
		if err := toml.Unmarshal(data, &values); err != nil {
			return nil, fmt.Errorf("%s: %w", configName, err)
		}
		if _, isTable := values["theme"].(map[string]any); isTable {
			return useTheme(data, strconv.Quote(name))
		}
		return withSetting(data, "theme", strconv.Quote(name)), nil
	})
}

// useTheme are the lines of a file in whose table theme another theme is used.
func useTheme(data []byte, name string) ([]string, error) {
	lines := strings.Split(string(data), "\n")
	header := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "[theme]") })
	if header < 0 {
		return nil, fmt.Errorf("%s has no line [theme]; write use = %s in its theme", configName, name)
	}
	for i := header + 1; i < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[i]), "["); i++ {
		if key, _, ok := strings.Cut(lines[i], "="); ok && strings.TrimSpace(key) == "use" {
			lines[i] = "use = " + name
			return lines, nil
		}
	}
	return slices.Insert(lines, header+1, "use = "+name), nil
}
