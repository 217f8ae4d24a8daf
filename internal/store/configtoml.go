package store

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/invopop/jsonschema"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"a2aform/internal/safe"
)

// take reads a file over the values so far and records for each key that it came from
// there. With skip, keys that are not harmless are left out and passed to skip.
func (c *Config) take(path string, sources map[string]string, skip func(key string, at place)) error {
	data, err := readByHand(path, "preferences")
	if err != nil {
		return &ConfigError{err.Error()}
	}
	var values map[string]any
	if err := toml.Unmarshal(data, &values); err != nil {
		return &ConfigError{shown(path) + ":" + syntaxProblem(err)}
	}
	for _, at := range places(data) {
		i := slices.IndexFunc(settings, func(s setting) bool { return s.key == at.key })
		if i < 0 {
			return at.problem(path, shown(at.key)+" is no setting; the settings are "+strings.Join(keyNames(), ", "))
		}
		if skip != nil && !settings[i].harmless {
			skip(at.key, at)
			continue
		}
		if at.key == "keys" {
			keys, err := takeKeys(path, data, values["keys"])
			if err != nil {
				return at.problem(path, "keys: "+err.Error())
			}
			c.Keys = keys
			sources[at.key] = path
			continue
		}
		if err := settings[i].setValue(c, values[at.key]); err != nil {
			return at.problem(path, at.key+": "+err.Error())
		}
		sources[at.key] = path
	}
	return nil
}

// setValue takes a value as it is written in a file: switches are no words there.
func (s setting) setValue(c *Config, value any) error {
	switch table := s.value(c).(type) {
	case *Limits:
		return table.take(value)
	case *UserCommands:
		return table.take(value)
	}
	if table, ok := value.(map[string]any); ok && s.key == "theme" {
		return c.takeTheme(table)
	}
	_, isSwitch := s.value(c).(*bool)
	_, isBool := value.(bool)
	text, isText := value.(string)
	switch {
	case isSwitch && !isBool:
		return errors.New("it is true or false")
	case isBool, value == int64(0):
		text = fmt.Sprint(value)
	case !isText:
		return errors.New("expected text in quotes")
	}
	return s.set(c, text)
}

// syntaxProblem says what is wrong with a text that is not TOML, and where.
func syntaxProblem(err error) string {
	line, column := 1, 1
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, column = decode.Position()
	}
	text := strings.TrimPrefix(err.Error(), "toml: ")
	return fmt.Sprintf("%d:%d: it is not TOML: %s", line, column, safe.Text(text).Line(200))
}

func keyNames() []string {
	names := make([]string, len(settings))
	for i, s := range settings {
		names[i] = s.key
	}
	return names
}

// place is where a key of the top level is in a file.
type place struct {
	key          string
	line, column int
}

func (p place) problem(path, what string) error {
	return &ConfigError{fmt.Sprintf("%s:%d:%d: %s", shown(path), p.line, p.column, what)}
}

// places are the keys of the top level of a text that is TOML, in its order.
func places(data []byte) (list []place) {
	var p unstable.Parser
	p.Reset(data)
	inTable := false
	for p.NextExpression() {
		e := p.Expression()
		isTable := e.Kind == unstable.Table || e.Kind == unstable.ArrayTable
		if inTable = inTable || isTable; inTable && !isTable {
			continue // of a table, which is named already
		}
		if keys := e.Key(); keys.Next() {
			at := p.Shape(keys.Node().Raw).Start
			list = append(list, place{string(keys.Node().Data), at.Line, at.Column})
		}
	}
	return list
}

// nestedPlaces are the places of all keys of a text that is TOML, by their names with points between them.
func nestedPlaces(data []byte) map[string]place {
	var p unstable.Parser
	p.Reset(data)
	all, table := map[string]place{}, ""
	for p.NextExpression() {
		e := p.Expression()
		name, at := "", place{}
		for keys := e.Key(); keys.Next(); {
			if name != "" {
				name += "."
			} else {
				start := p.Shape(keys.Node().Raw).Start
				at.line, at.column = start.Line, start.Column
			}
			name += string(keys.Node().Data)
		}
		if e.Kind == unstable.Table || e.Kind == unstable.ArrayTable {
			table = name + "."
			continue
		}
		all[table+name] = at
	}
	return all
}

// Keep is how long something is kept; 0 is for ever.
type Keep time.Duration

// UnmarshalText takes a number of hours, days or weeks, or 0.
func (k *Keep) UnmarshalText(text []byte) error {
	if string(text) == "0" {
		*k = 0
		return nil
	}
	units := map[byte]time.Duration{'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	if n := len(text) - 1; n > 0 {
		count, err := strconv.ParseUint(string(text[:n]), 10, 16)
		if unit := units[text[n]]; err == nil && count > 0 && unit > 0 {
			*k = Keep(time.Duration(count) * unit)
			return nil
		}
	}
	return fmt.Errorf("%s is not a time to keep something; write 12h, 30d, 8w, or 0 to keep forever", safe.Text(strconv.Quote(string(text))).Line(80))
}

// String is the duration as it is written in the file.
func (k Keep) String() string {
	switch d := time.Duration(k); {
	case d == 0:
		return "0"
	case d%(7*24*time.Hour) == 0:
		return strconv.Itoa(int(d/(7*24*time.Hour))) + "w"
	case d%(24*time.Hour) == 0:
		return strconv.Itoa(int(d/(24*time.Hour))) + "d"
	default:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	}
}

// JSONSchema returns the schema of the text in the file.
func (Keep) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: "^(0|[1-9][0-9]*[hdw])$", Default: "0"}
}

// ConfigSchema is the JSON Schema of the file of preferences, for editors.
func ConfigSchema() *jsonschema.Schema {
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, DoNotReference: true}
	s := r.Reflect(&Config{})
	if theme, ok := s.Properties.Get("theme"); ok {
		s.Properties.Set("theme", themeSchema(theme))
	}
	s.Title, s.Description = "a2aform", "The preferences of a2aform: config.toml"
	return s
}
