package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// AnswerAs asks an agent that takes text to answer with JSON that follows a schema. It goes into
// the metadata of the text (A2A 1.0.1 §6.8, 0.3 §9.7).
type AnswerAs struct {
	Spec   safe.Raw // what was asked for, as [ParseAnswerAs] reads it
	Schema json.RawMessage
	// InText has the schema also be written into the text, for agents that do not read the
	// metadata.
	InText bool
}

// AnyTable is the spec of a table whose columns the agent chooses.
const AnyTable = "table"

// columnType is what a column may contain.
type columnType struct {
	names  []string // the first is the one that is shown
	schema string
}

// columnTypes are the types of columns.
var columnTypes = []columnType{
	{[]string{"text", "string"}, `{"type":"string"}`},
	{[]string{"number", "float", "decimal"}, `{"type":"number"}`},
	{[]string{"integer", "int", "whole number"}, `{"type":"integer"}`},
	{[]string{"yes/no", "boolean", "bool"}, `{"type":"boolean"}`},
	{[]string{"date"}, `{"type":"string","format":"date"}`},
}

// ColumnTypes are the types that a column may have.
func ColumnTypes() (names []string) {
	for _, t := range columnTypes {
		names = append(names, t.names[0])
	}
	return names
}

// ParseAnswerAs reads what an answer is to be: columns such as "name, price: number" for a table
// with a row of them each, [AnyTable], "@FILE" or "@FILE#NAME" for a JSON Schema, or such a
// schema itself.
func ParseAnswerAs(spec string) (*AnswerAs, error) {
	a := &AnswerAs{Spec: safe.Text(spec)}
	var err error
	switch {
	case spec == "@":
		err = errors.New("@ needs the name of a file behind it")
	case strings.HasPrefix(spec, "@"):
		if a.Schema, err = schema.ReadFile(spec[1:]); err == nil {
			err = usable(a.Schema)
		}
	case strings.HasPrefix(strings.TrimSpace(spec), "{"):
		a.Schema = json.RawMessage(spec)
		err = usable(a.Schema)
	case strings.TrimSpace(spec) == AnyTable:
		a.Schema = json.RawMessage(`{"type":"array","items":{"type":"object"}}`)
	default:
		a.Schema, err = columnsSchema(spec)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// usable reports why a schema of the user cannot be used.
func usable(raw []byte) error {
	doc, err := schema.Load(raw)
	if err != nil {
		return err
	}
	return doc.Compile()
}

// column is one column of a table that is asked for.
type column struct{ Name, Type string } // Type is one of [ColumnTypes]

// parseColumns reads columns such as "name, price: number". It makes one name of each type.
func parseColumns(spec string) (columns []column, err error) {
	for text := range strings.SplitSeq(spec, ",") {
		name, kind := text, columnTypes[0].names[0]
		if i := strings.LastIndexByte(text, ':'); i >= 0 {
			name, kind = text[:i], text[i+1:]
		}
		name, kind = strings.TrimSpace(name), strings.ToLower(strings.TrimSpace(kind))
		shown := safe.Text(name).Line(60)
		i := slices.IndexFunc(columnTypes, func(t columnType) bool { return slices.Contains(t.names, kind) })
		switch {
		case strings.HasSuffix(name, ".json"):
			return nil, fmt.Errorf("%s is the name of a column here; write @%s for the schema in a file", shown, shown)
		case name == "":
			return nil, errors.New("a column has no name: write columns as name, price: number")
		case kind == "":
			return nil, fmt.Errorf("the column %s has no type behind its colon; the types are %s", shown, strings.Join(ColumnTypes(), ", "))
		case i < 0:
			return nil, fmt.Errorf("the column %s has the type %s; the types are %s", shown, safe.Text(kind).Line(60), strings.Join(ColumnTypes(), ", "))
		case slices.ContainsFunc(columns, func(c column) bool { return c.Name == name }):
			return nil, fmt.Errorf("there are two columns %s", shown)
		}
		columns = append(columns, column{name, columnTypes[i].names[0]})
	}
	return columns, nil
}

// columnsSchema is the schema of a list of objects with those members.
func columnsSchema(spec string) (json.RawMessage, error) {
	columns, err := parseColumns(spec)
	if err != nil {
		return nil, err
	}
	var names, properties []string
	for _, c := range columns {
		quoted := string(ojson.NewString(c.Name).Compact())
		i := slices.IndexFunc(columnTypes, func(t columnType) bool { return t.names[0] == c.Type })
		names = append(names, quoted)
		properties = append(properties, quoted+":"+columnTypes[i].schema)
	}
	return json.RawMessage(`{"type":"array","items":{"type":"object","properties":{` + strings.Join(properties, ",") + `},"required":[` + strings.Join(names, ",") + `]}}`), nil
}

// AnswerAsOf is what the answer to the message of a run file was to be, nil for anything.
func AnswerAsOf(input runfile.Line) *AnswerAs {
	if input.AnswerAs == nil {
		return nil
	}
	return &AnswerAs{Spec: input.AnswerAs.Spec, Schema: input.AnswerAs.Schema, InText: input.AnswerAs.InText}
}

// Line is how a run file has it; nil for nil.
func (a *AnswerAs) Line() *runfile.AnswerAs {
	if a == nil {
		return nil
	}
	return &runfile.AnswerAs{Spec: a.Spec, Schema: a.Schema, InText: a.InText}
}

// About says in words what the answer is to be; safe to show.
func (a *AnswerAs) About() string {
	spec := a.Spec.Line(200).String()
	switch {
	case spec == AnyTable:
		return "a table"
	case strings.HasPrefix(spec, "@"):
		return "JSON by the schema " + spec[1:]
	case strings.HasPrefix(spec, "{"):
		return "JSON by a schema"
	}
	return "a table of " + spec
}

// Portable is a spec of the same schema that names no file.
func (a *AnswerAs) Portable() string {
	if spec := a.Spec.Exact(); !strings.HasPrefix(spec, "@") {
		return spec
	}
	return string(a.Schema)
}

// Text is a message with the schema written into it, unless it has it already.
func (a *AnswerAs) Text(message string) string {
	if strings.Contains(message, string(a.Schema)) {
		return message
	}
	return strings.TrimRight(message, "\n") + "\n\nAnswer with JSON alone, without any other text. It must follow this JSON Schema:\n" + string(a.Schema)
}

// KeptAnswerAs is what the answers of a skill are to be, as it was kept last; nil for anything.
func KeptAnswerAs(keep *store.Store, agent, skill safe.Raw) *AnswerAs {
	kept := keep.AnswerAs(agent, skill)
	if kept.Spec.IsEmpty() {
		return nil
	}
	as, err := ParseAnswerAs(kept.Spec.Exact())
	if err != nil {
		return nil // of another version of a2aform
	}
	as.InText = kept.InText
	return as
}

// KeepAnswerAs keeps what the answers of a skill are to be; nil forgets it.
func KeepAnswerAs(keep *store.Store, agent, skill safe.Raw, as *AnswerAs) error {
	kept := store.AnswerAs{Agent: agent, Skill: skill}
	if as != nil {
		kept.Spec, kept.InText = safe.Text(as.Portable()), as.InText
	}
	return keep.KeepAnswerAs(kept)
}
