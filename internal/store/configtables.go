package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"

	"a2aform/internal/limit"
	"a2aform/internal/tomlfile"
)

// Limits are the limits that the user has changed, by name, as they were written
// (see [limit.Set]).
type Limits map[string]string

// UnmarshalText takes NAME=VALUE, several with commas between them.
func (l *Limits) UnmarshalText(text []byte) error {
	given := map[string]string{}
	for each := range strings.SplitSeq(string(text), ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(each), "=")
		if !ok {
			return errors.New("write it as NAME=VALUE, with commas between several")
		}
		given[name] = value
	}
	return l.take(given)
}

// UnmarshalJSON takes the table of the file: sizes and times are texts, numbers may be numbers.
func (l *Limits) UnmarshalJSON(data []byte) error {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(data, &values); err != nil {
		return err
	}
	given := map[string]string{}
	for name, value := range values {
		given[name] = strings.Trim(string(value), `"`)
	}
	return l.take(given)
}

func (l *Limits) take(given Limits) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if err := limit.Check(name, given[name]); err != nil {
			return err
		}
	}
	*l = given
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
		one := &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "integer"}}, Default: l.DefaultText()}
		one.Description = "The most of " + l.Description + ". Beyond: " + l.Consequence + "."
		s.Properties.Set(l.Name, one)
	}
	return s
}

// UserCommands are commands of the user, by name. They read a result as JSON, unless they fill in forms.
type UserCommands map[string]UserCommand

// UserCommand is a line for the user's shell.
type UserCommand struct {
	Run      string `json:"run" jsonschema:"required,title=a command in quotes,pattern=\\S" jsonschema_description:"The command line."`
	Terminal bool   `json:"terminal,omitempty" jsonschema_description:"It has the terminal until it ends, as a pager or an editor needs it."`
	Form     bool   `json:"form,omitempty" jsonschema_description:"It reads the schema of a form and a text, and prints a JSON object of fields to fill in."`
}

// UnmarshalText refuses a variable: commands are in the file.
func (*UserCommands) UnmarshalText([]byte) error {
	return errors.New("commands are written into your own config.toml, under [commands]")
}

// UnmarshalJSON takes the table of the file: sum = "jq add".
func (c *UserCommands) UnmarshalJSON(data []byte) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(data, &given); err != nil {
		return err
	}
	taken := UserCommands{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		var command UserCommand
		if err := json.Unmarshal(given[name], &command); err != nil {
			return fmt.Errorf("%s: %w", shown(name), err)
		}
		taken[name] = command
	}
	*c = taken
	return nil
}

// UnmarshalJSON takes a command line, or a table with one: { run = "less", terminal = true }.
func (c *UserCommand) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &c.Run)
	}
	type plain UserCommand
	if err := json.Unmarshal(data, (*plain)(c)); err != nil {
		return err
	}
	if c.Terminal && c.Form {
		return errors.New("a command with form = true prints JSON, so it cannot have the terminal too")
	}
	return nil
}

// String is the names.
func (c *UserCommands) String() string { return strings.Join(slices.Sorted(maps.Keys(*c)), ",") }

// JSONSchema is a table of command lines, and of tables with one.
func (UserCommands) JSONSchema() *jsonschema.Schema {
	reflector := jsonschema.Reflector{Anonymous: true, DoNotReference: true}
	table := reflector.Reflect(UserCommand{})
	table.Version = ""
	line := &jsonschema.Schema{Type: "string", Pattern: `\S`}
	return &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{
		Title: `a command in quotes, or { run = "COMMAND" }`, AnyOf: []*jsonschema.Schema{line, table},
	}}
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

// UnmarshalJSON takes the table of the file, which [keysOf] reads with its positions.
func (*Keys) UnmarshalJSON([]byte) error { return nil }

// keysOf reads the table keys of the file at path: card.filter = "f".
func keysOf(path string, n *tomlfile.Node) (keys Keys) {
	for _, screen := range n.Members {
		for _, action := range screen.Value.Members {
			where := fmt.Sprintf("%s:%d:%d", shown(path), action.Line, action.Column)
			keys = append(keys, Key{screen.Name + "." + action.Name, action.Value.Text, where})
		}
	}
	slices.SortFunc(keys, func(a, b Key) int { return strings.Compare(a.Action, b.Action) })
	return keys
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

// UnmarshalJSON takes the name of a theme, or the table theme: its key use names the theme that the user has chosen in place of it.
func (t *Theme) UnmarshalJSON(data []byte) error {
	if data[0] != '"' {
		table := struct{ Use string }{ownTheme}
		err := json.Unmarshal(data, &table)
		*t = Theme(table.Use)
		return err
	}
	var name string
	err := json.Unmarshal(data, &name)
	*t = Theme(name)
	return err
}

// ownThemeOf reads the table theme.
func ownThemeOf(n *tomlfile.Node) *OwnTheme {
	own := &OwnTheme{Colors: map[string]string{}}
	for _, m := range n.Members {
		switch m.Name {
		case "use": // read as the theme
		case "base":
			own.Base = m.Value.Text
		default:
			own.Colors[m.Name] = m.Value.Text
		}
	}
	return own
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
		color := &jsonschema.Schema{Type: "string", Title: "a color", Pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", Examples: []any{"#1a2b3c"}}
		table.Properties.Set(name, color)
	}
	theme.Type, theme.Title, theme.AnyOf = "", "the name of a theme, or the table [theme]", []*jsonschema.Schema{names, table}
	return theme
}

// KeepTheme writes a theme into the user's preferences: into the table theme where there is
// one.
func (s *Store) KeepTheme(name string) error {
	if err := new(Theme).UnmarshalText([]byte(name)); err != nil {
		return err
	}
	return s.keepLine(func(data []byte) ([]string, error) {
		tree, problem := tomlfile.Parse(data)
		if problem != nil {
			problem.Path = configName
			return nil, problem
		}
		if theme := tree.Get("theme"); theme != nil && theme.Kind == tomlfile.Table {
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
