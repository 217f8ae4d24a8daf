package a2a

import "strings"

// MediaType is an input or output mode of a card, read as a media type.
type MediaType struct {
	Kind      string // lower case, without parameters
	Schema    string // the parameter "schema"
	HasSchema bool
}

// ParseMediaType reads a media type leniently: spaces, quotes, other parameters and
// names that RFC 2045 would want quoted are all accepted.
func ParseMediaType(s string) MediaType {
	kind, rest, _ := strings.Cut(s, ";")
	m := MediaType{Kind: strings.ToLower(strings.TrimSpace(kind))}
	for rest != "" {
		var key, value string
		key, value, rest = parameter(rest)
		if strings.EqualFold(key, "schema") && value != "" {
			m.Schema, m.HasSchema = value, true
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

// IsText reports whether plain text may be sent under the mode.
func (t MediaType) IsText() bool {
	switch t.Kind {
	case "text/plain", "text", "text/*", "*/*", "*":
		return true
	}
	return false
}

// IsJSON reports whether the mode is JSON data.
func (t MediaType) IsJSON() bool {
	return t.Kind == "application/json" || t.Kind == "json" || strings.HasSuffix(t.Kind, "+json")
}

// IsFile reports whether a file may be sent under the mode: it is neither plain
// text nor JSON.
func (t MediaType) IsFile() bool {
	return t.Kind == "*/*" || t.Kind == "*" || strings.Contains(t.Kind, "/") && !t.IsText() && !t.IsJSON()
}

// Covers reports whether a media type comes under the mode.
func (t MediaType) Covers(mediaType string) bool {
	if t.HasSchema {
		return false
	}
	kind, _, _ := strings.Cut(mediaType, "/")
	return t.Kind == mediaType || t.Kind == "*/*" || t.Kind == "*" || t.Kind == kind+"/*" || t.Kind == "file"
}
