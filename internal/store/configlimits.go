package store

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"a2aform/internal/limit"
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
