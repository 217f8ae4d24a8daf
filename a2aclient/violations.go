package a2aclient

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Violation is a value that the agent refused, and why.
type Violation struct {
	// Field is its path: as the agent wrote it, such as "message.parts[0].data.rounds",
	// or a JSON Pointer (RFC 6901) where the agent gave its steps one by one.
	// It is empty where the agent named none.
	Field       safe.Raw
	Description safe.Raw
}

const (
	maxViolations      = 100     // of one error that are read
	maxShownViolations = 5       // of one error that its text names
	maxViolationData   = 1 << 20 // bytes of the data of an error that are searched
	maxViolationDepth  = 6
)

// violationsIn are the violations among the data of an error, in any of the shapes that
// validators give them: google.rpc.BadRequest (A2A 1.0 §11.6), pydantic and FastAPI ("loc"
// and "msg"), zod ("path" and "message"), JSON Schema validators ("instancePath"),
// problem details (RFC 9457, "pointer" and "detail"), messages by field, and the text of
// a pydantic error.
func violationsIn(data json.RawMessage) []Violation {
	if len(data) > maxViolationData {
		return nil
	}
	r := ojson.NewReader(data)
	v, err := ojson.Parse(r.Value(), ojson.Limits{}) // of a text, more may follow
	if err != nil {
		return nil
	}
	var list violationList
	list.add(v.Any(), 0)
	return list
}

// ViolationsIn are the violations that a message tells of, in its data or in a text that
// a validator wrote.
func ViolationsIn(m *a2a.Message) []Violation {
	var list violationList
	for _, p := range m.Parts {
		switch p.Kind {
		case a2a.PartText:
			list.addText(p.Text.Exact())
		case a2a.PartData:
			for _, v := range violationsIn(p.Data) {
				list.append(v.Field.Exact(), v.Description.Exact())
			}
		}
	}
	return list
}

// pointer is a JSON Pointer in a sentence, in quotes or not.
var pointer = regexp.MustCompile("(?:^|[\\s(\"'“‘`])(/[^\\s\"'”’`,;:)]+)")

// MentionsIn are the JSON Pointers in the texts of a message: what looks like one. Whether it leads to a value is for the
// caller to find out. The description is what follows on a pointer and a colon or a dash, else its whole line.
func MentionsIn(m *a2a.Message) (found []Violation) {
	for _, p := range m.Parts {
		for line := range strings.Lines(p.Text.Exact()) {
			all := pointer.FindAllStringSubmatchIndex(line, maxViolations)
			for i, at := range all {
				path, next := line[at[2]:at[3]], len(line)
				if i+1 < len(all) {
					next = all[i+1][0]
				}
				said := bullet.ReplaceAllString(line, "")
				if reason := remark.FindString(line[at[3]:next]); reason != "" {
					said = strings.TrimLeft(line[at[3]+len(reason):next], " ")
				}
				found = append(found, Violation{safe.Text(strings.TrimRight(path, ".!?")), safe.Text(strings.TrimRight(said, " \t\r\n,;"))})
			}
		}
	}
	return found
}

var (
	bullet = regexp.MustCompile(`^\s*(?:[-*•]|\d+[.)])\s+`)       // before an item of a list
	remark = regexp.MustCompile("^[\"'”’`)]*(?::|\\s+[-–—])\\s+") // between a pointer and what is said of it
)

type violationList []Violation

// containerNames are the members that have violations in them.
var containerNames = []string{
	"errors", "issues", "details", "detail", "violations", "invalid-params", "invalidParams",
	"fieldViolations", "field_violations", "validationErrors", "validation_errors", "fieldErrors",
}

var (
	fieldNames  = []string{"loc", "path", "field", "pointer", "instancePath", "dataPath", "property", "param", "name"}
	reasonNames = []string{"msg", "message", "description", "reason", "detail", "error"}
)

func (l *violationList) add(v any, depth int) {
	if depth > maxViolationDepth {
		return
	}
	switch v := v.(type) {
	case string:
		l.addText(v)
	case []any:
		for _, item := range v {
			if _, isText := item.(string); !isText {
				l.add(item, depth+1)
			}
		}
	case map[string]any:
		if l.addOne(v) {
			return
		}
		known := len(*l)
		for _, name := range containerNames {
			switch inner := v[name].(type) {
			case []any:
				l.add(inner, depth+1)
			case map[string]any:
				l.add(inner, depth+1)
				l.addByField(inner)
			}
		}
		if len(*l) == known {
			l.addByField(v)
		}
	}
}

// addOne adds an object that names a field and says why.
func (l *violationList) addOne(v map[string]any) bool {
	description := ""
	for _, name := range reasonNames {
		if text, ok := v[name].(string); ok && text != "" {
			description = text
			break
		}
	}
	if description == "" {
		return false
	}
	for _, name := range fieldNames {
		if field, ok := pathOf(v[name]); ok {
			l.append(field, description)
			return true
		}
	}
	return false
}

// addByField adds an object of lists of texts by field: {"city":["is too short"]}.
func (l *violationList) addByField(v map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if slices.Contains(containerNames, name) {
			continue
		}
		texts, _ := v[name].([]any)
		for _, text := range texts {
			if text, ok := text.(string); ok {
				l.append(name, text)
			}
		}
	}
}

// pydanticHead begins the text of an error of pydantic, which many agents pass on.
var pydanticHead = regexp.MustCompile(`(?m)^\d+ validation errors? for .*$`)

// addText adds the violations in a text of pydantic: lines with a field, each with an
// indented line that says why. A text that is JSON is read as such: zod's errors are.
func (l *violationList) addText(text string) {
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") {
		for _, v := range violationsIn([]byte(text)) {
			l.append(v.Field.Exact(), v.Description.Exact())
		}
		return
	}
	at := pydanticHead.FindStringIndex(text)
	if at == nil {
		return
	}
	field := ""
	for line := range strings.Lines(text[at[1]:]) {
		line = strings.TrimRight(line, "\r\n")
		reason, isReason := strings.CutPrefix(line, "  ")
		switch {
		case !isReason:
			field = line
		case field != "" && !strings.HasPrefix(reason, " "):
			reason, _, _ = strings.Cut(reason, " [type=")
			l.append(field, reason)
			field = ""
		}
	}
}

func (l *violationList) append(field, description string) {
	one := Violation{safe.Text(field), safe.Text(description)}
	if len(*l) < maxViolations && !slices.Contains(*l, one) {
		*l = append(*l, one)
	}
}

// pathOf reads a path: a text, or its steps from the outside in, which web frameworks
// begin with the part of the request.
func pathOf(v any) (field string, ok bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case []any:
		if len(v) > 1 && (v[0] == "body" || v[0] == "query") {
			v = v[1:]
		}
		var b strings.Builder
		for _, step := range v {
			switch step := step.(type) {
			case string:
				b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
			case json.Number:
				b.WriteString("/" + step.String())
			default:
				return "", false
			}
		}
		return b.String(), true
	}
	return "", false
}

// violated is the text of the violations, "" for none.
func (e *Error) violated() string {
	var b strings.Builder
	for i, v := range e.Violations {
		if i == maxShownViolations {
			fmt.Fprintf(&b, "; and %d more", len(e.Violations)-i)
			break
		}
		b.WriteString("; ")
		if !v.Field.IsEmpty() {
			b.WriteString(strings.TrimPrefix(v.Field.Line(80).String(), "/") + ": ")
		}
		fmt.Fprintf(&b, "“%s”", v.Description.Line(160))
	}
	return b.String()
}

// maxShownData is how much of the data of an error its text shows, in columns.
const maxShownData = 300

// details is what the agent says in the data of the error besides the violations, "" for
// nothing that is not said otherwise.
func (e *Error) details() string {
	if len(e.Violations) > 0 || len(e.Data) == 0 {
		return ""
	}
	text := ojson.TextOf(e.Data)
	if !ojson.IsString(e.Data) {
		text = membersOf(e.Data)
	}
	if text == "" || text == e.Message.Exact() {
		return ""
	}
	return "; it adds: “" + safe.Text(strings.Join(strings.Fields(text), " ")).Line(maxShownData).String() + "”"
}

// membersOf is JSON as a text: "name: value" of each member where all are scalar,
// else JSON without the typed detail that the reason of the error comes from. It is ""
// for what is empty.
func membersOf(data json.RawMessage) string {
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil {
		list = slices.DeleteFunc(list, isReasonOnly)
		if len(list) == 0 {
			return ""
		}
		if len(list) == 1 {
			return membersOf(list[0])
		}
		data, _ = json.Marshal(list)
		return string(data)
	}
	s := ojson.NewReader(data)
	if !s.Enter('{') {
		return string(data)
	}
	var said []string
	for s.Member() {
		name := string(s.Key)
		switch value := s.Value(); {
		case ojson.IsObject(value) || len(value) > 0 && value[0] == '[':
			return string(data)
		case string(value) == "null" || name == "@type":
		case ojson.IsString(value):
			said = append(said, name+": "+ojson.TextOf(value))
		default:
			said = append(said, name+": "+string(value))
		}
	}
	return strings.Join(said, ", ")
}

// isReasonOnly reports a google.rpc.ErrorInfo that has nothing but the reason, which is said
// already.
func isReasonOnly(raw json.RawMessage) bool {
	var info map[string]any
	if json.Unmarshal(raw, &info) != nil {
		return string(raw) == "null"
	}
	delete(info, "@type")
	delete(info, "domain")
	delete(info, "reason")
	metadata, _ := info["metadata"].(map[string]any)
	if len(metadata) == 0 {
		delete(info, "metadata")
	}
	return len(info) == 0
}
