package a2aclient

import (
	"slices"
	"strings"

	"a2aform/internal/safe"
)

// mode is an input or output mode of a card, read as a media type.
type mode struct {
	kind      string // lower case, without parameters
	schema    string // the parameter "schema"
	hasSchema bool
}

// parseMode reads a media type leniently: spaces, quotes, other parameters and
// names that RFC 2045 would want quoted are all accepted.
func parseMode(s string) mode {
	kind, rest, _ := strings.Cut(s, ";")
	m := mode{kind: strings.ToLower(strings.TrimSpace(kind))}
	for rest != "" {
		var key, value string
		key, value, rest = parameter(rest)
		if strings.EqualFold(key, "schema") && value != "" {
			m.schema, m.hasSchema = value, true
		}
	}
	return m
}

// parameter splits the first "key=value" off s.
func parameter(s string) (key, value, rest string) {
	end := strings.IndexAny(s, "=;")
	if end < 0 {
		return strings.TrimSpace(s), "", ""
	}
	key = strings.TrimSpace(s[:end])
	if s[end] == ';' {
		return key, "", s[end+1:]
	}
	s = strings.TrimLeft(s[end+1:], " \t")
	if strings.HasPrefix(s, `"`) {
		value, rest = quoted(s[1:])
		_, rest, _ = strings.Cut(rest, ";")
		return key, value, rest
	}
	value, rest, _ = strings.Cut(s, ";")
	return key, strings.TrimSpace(value), rest
}

// quoted reads up to the closing quote, backslash escapes undone.
func quoted(s string) (value, rest string) {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return sb.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		sb.WriteByte(s[i])
	}
	return sb.String(), ""
}

// isText reports whether plain text may be sent under the mode.
func (m mode) isText() bool {
	switch m.kind {
	case "text/plain", "text", "text/*", "*/*", "*":
		return true
	}
	return false
}

// isJSON reports whether the mode is JSON data.
func (m mode) isJSON() bool {
	return m.kind == "application/json" || m.kind == "json" || strings.HasSuffix(m.kind, "+json")
}

// isFile reports whether a file may be sent under the mode: it is neither plain
// text nor JSON.
func (m mode) isFile() bool {
	return m.kind == "*/*" || m.kind == "*" || strings.Contains(m.kind, "/") && !m.isText() && !m.isJSON()
}

// TakesFiles reports whether the skill declares a mode that files come under.
func (s *Skill) TakesFiles() bool {
	return slices.ContainsFunc(s.InputModes, func(m safe.Raw) bool { return parseMode(m.Exact()).isFile() })
}

// TakesFiles reports whether the agent as a whole declares a mode that files come
// under.
func (c *Card) TakesFiles() bool {
	return slices.ContainsFunc(c.inputModes, func(m string) bool { return parseMode(m).isFile() })
}
