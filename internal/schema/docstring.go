package schema

import (
	"encoding/json"
	"regexp"
	"strings"

	"a2aform/internal/ojson"
)

// The limits of descriptions that parameters are looked for in.
const (
	maxDocstring  = 8 << 10 // bytes
	maxParameters = 30
)

var (
	// parameterHeading begins a list of parameters in a docstring, in the styles of Google and NumPy.
	parameterHeading = regexp.MustCompile(`(?i)^\s*(?:\*\*)?(?:args|arguments|parameters|params|inputs?)(?:\*\*)?(:?)(?:\*\*)?\s*$`)
	underline        = regexp.MustCompile(`^\s*-{3,}\s*$`)
	// parameterLine is a parameter: its name, its type in parentheses or after the colon, and its description.
	parameterLine = regexp.MustCompile("^(\\s*)(?:[-*]\\s+)?[`*]*([A-Za-z_][\\w.-]{0,59})[`*]*\\s*(?:\\(([^)]{1,80})\\))?[`*]*\\s*:\\s*(.*)$")
	defaultNote   = regexp.MustCompile(`(?i)\bdefaults?(?:\s+to|:|\s*=)`)
	literalType   = regexp.MustCompile(`(?i)^literal\[(.+)\]$`)
)

// TemplateOfParameters returns the template and the schema of the parameters that a description lists as docstrings do, under a
// heading such as "Args:". The text has a line "name: value" for each. It is false where there is no such list.
func TemplateOfParameters(description string) (*Template, json.RawMessage, bool) {
	if len(description) > maxDocstring {
		return nil, nil, false
	}
	lines := strings.Split(strings.ReplaceAll(description, "\r\n", "\n"), "\n")
	for i, line := range lines {
		heading := parameterHeading.FindStringSubmatch(line)
		if heading == nil {
			continue
		}
		rest := lines[i+1:]
		isNumPy := len(rest) > 0 && underline.MatchString(rest[0])
		if isNumPy {
			rest = rest[1:]
		} else if heading[1] == "" {
			continue
		}
		if list := parametersIn(rest, isNumPy); len(list) > 0 {
			return templateOfParameters(list)
		}
	}
	return nil, nil, false
}

// parameter is one entry of a docstring.
type parameter struct{ name, kind, about string }

// parametersIn are the parameters at the beginning of lines, up to a line that is neither one nor goes on with one.
func parametersIn(lines []string, isNumPy bool) (list []parameter) {
	indent := -1
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		depth := len(line) - len(strings.TrimLeft(line, " \t"))
		if len(list) > 0 && depth > indent { // the description goes on
			last := &list[len(list)-1]
			last.about = strings.TrimSpace(last.about + " " + strings.TrimSpace(line))
			continue
		}
		m := parameterLine.FindStringSubmatch(line)
		if m == nil || indent >= 0 && depth < indent || len(list) == maxParameters {
			break
		}
		if _, isSection := sections[strings.ToLower(m[2])]; isSection && m[4] == "" {
			break
		}
		indent = depth
		p := parameter{name: m[2], kind: m[3], about: strings.TrimSpace(m[4])}
		if isNumPy {
			p.kind, p.about = p.about, ""
		}
		list = append(list, p)
	}
	return list
}

// sections follow the parameters in a docstring.
var sections = map[string]struct{}{"returns": {}, "return": {}, "raises": {}, "yields": {}, "examples": {}, "example": {}, "note": {}, "notes": {}, "output": {}, "outputs": {}}

func templateOfParameters(list []parameter) (*Template, json.RawMessage, bool) {
	t := &Template{}
	var properties []ojson.Member
	var required []*ojson.Value
	for _, p := range list {
		if ojson.NewObject(properties...).Get(p.name).Exists() {
			continue
		}
		t.pieces = append(t.pieces, templatePiece{before: p.name + ": ", name: p.name, isLine: true})
		properties = append(properties, ojson.Member{Name: p.name, Value: p.schema()})
		if !p.isOptional() {
			required = append(required, ojson.NewString(p.name))
		}
	}
	return t, closed(objectSchema(properties, required)), true
}

func (p parameter) isOptional() bool {
	return strings.Contains(strings.ToLower(p.kind), "optional") || strings.Contains(p.kind, "None") || strings.Contains(p.kind, "=") ||
		strings.HasPrefix(strings.ToLower(p.about), "optional") || defaultNote.MatchString(p.about)
}

// schema is what the type and the description say.
func (p parameter) schema() *ojson.Value {
	kind := strings.ToLower(strings.TrimSpace(strings.SplitN(p.kind, ",", 2)[0]))
	if m := literalType.FindStringSubmatch(strings.TrimSpace(p.kind)); m != nil {
		var choices []*ojson.Value
		for _, choice := range strings.Split(m[1], ",") {
			choices = append(choices, ojson.NewString(strings.Trim(strings.TrimSpace(choice), `'"`)))
		}
		return p.described(withMember(nil, "enum", ojson.NewArray(choices...)))
	}
	kind = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(kind, "optional["), "| none"), "]"))
	text := withMember(nil, "type", ojson.NewString("string"))
	switch name := typeNames[kind]; {
	case name != "":
		return p.described(withMember(nil, "type", ojson.NewString(name)))
	case strings.HasPrefix(kind, "list"), strings.HasPrefix(kind, "array"), strings.HasPrefix(kind, "sequence"):
		return p.described(withMember(withMember(nil, "type", ojson.NewString("array")), "items", text))
	case kind == "date":
		return p.described(withMember(text, "format", ojson.NewString("date")))
	}
	return p.described(text)
}

// typeNames are the types of JSON Schema by their names in programming languages.
var typeNames = map[string]string{
	"int": "integer", "integer": "integer", "float": "number", "double": "number", "decimal": "number", "number": "number",
	"bool": "boolean", "boolean": "boolean",
}

func (p parameter) described(schema *ojson.Value) *ojson.Value {
	if p.about == "" {
		return schema
	}
	return withMember(schema, "description", ojson.NewString(p.about))
}
