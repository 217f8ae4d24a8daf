package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/invopop/jsonschema"

	"a2aform/internal/safe"
	"a2aform/internal/tomlfile"
)

// configFormat is the format of [Config].
var configFormat = tomlfile.NewFormat(func() ([]byte, error) { return json.Marshal(ConfigSchema()) })

// take reads a file over the values so far and records for each key that it came from
// there. With skip, keys that are not harmless are left out and passed to skip.
func (c *Config) take(path string, sources map[string]string, skip func(key string, at *tomlfile.Node)) error {
	data, err := readByHand(path, "preferences")
	switch {
	case err != nil:
		return &ConfigError{err.Error()}
	case len(data) == 0: // there is no file: no format is made when the program starts
		return nil
	}
	r := tomlfile.Reader{Path: path}
	tree, problem := tomlfile.Parse(data)
	if problem != nil {
		problem.Path = path
		return &ConfigError{problem.Error()}
	}
	tree.Members = slices.DeleteFunc(tree.Members, func(m tomlfile.Member) bool {
		isLeftOut := skip != nil && slices.ContainsFunc(settings, func(s setting) bool { return s.key == m.Name && !s.harmless })
		if isLeftOut {
			skip(m.Name, m.Value)
		}
		return isLeftOut
	})
	taken := *c
	if !configFormat.Decode(&r, tree, &taken) {
		return &ConfigError{r.Problems[0].Error()}
	}
	if keys := tree.Get("keys"); keys != nil {
		taken.Keys = keysOf(path, keys)
	}
	if theme := tree.Get("theme"); theme != nil && theme.Kind == tomlfile.Table {
		taken.Own = ownThemeOf(theme)
	}
	for _, m := range tree.Members {
		sources[m.Name] = path
	}
	*c = taken
	return nil
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

// UnmarshalJSON takes the text, or the number 0.
func (k *Keep) UnmarshalJSON(data []byte) error { return k.UnmarshalText(bytes.Trim(data, `"`)) }

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
	text := &jsonschema.Schema{Type: "string", Pattern: "^(0|[1-9][0-9]*[hdw])$"}
	never := &jsonschema.Schema{Type: "integer", Enum: []any{0}}
	return &jsonschema.Schema{Title: "a time to keep something: 12h, 30d, 8w, or 0 to keep forever", AnyOf: []*jsonschema.Schema{text, never}, Default: "0"}
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
