package demo

import "strings"

// extensionURI names the object-schemas extension, exactly as in seed 000.
const extensionURI = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"

const tagPrefix = "application/json;schema="

func tagOf(schema string) string { return tagPrefix + schema }

// schemaOf reads the schema's name from a media type `application/json;schema=NAME`. Spaces, quotes, other parameters and
// upper case in the type are accepted; ok is false when the media type has no schema parameter.
func schemaOf(mediaType string) (name string, ok bool) {
	fields := strings.Split(mediaType, ";")
	if !strings.EqualFold(strings.TrimSpace(fields[0]), "application/json") {
		return "", false
	}
	for _, f := range fields[1:] {
		key, value, found := strings.Cut(f, "=")
		if found && strings.EqualFold(strings.TrimSpace(key), "schema") {
			return strings.Trim(strings.TrimSpace(value), `"`), true
		}
	}
	return "", false
}
