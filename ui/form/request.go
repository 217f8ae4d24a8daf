package form

import (
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// schemaFrom says where the schema of a form is from: the card, a file of the user, or the
// examples of the card.
func schemaFrom(input *a2aclient.Input) string {
	if input == nil {
		return "none"
	}
	return input.Rule
}

// requestHeaders are the headers of a request as lines, in the order of their names, without the
// secrets.
func requestHeaders(header map[string][]string) []string {
	names := make([]string, 0, len(header))
	for name := range header {
		names = append(names, name)
	}
	slices.Sort(names)
	lines := make([]string, len(names))
	for i, name := range names {
		value := strings.Join(header[name], ", ")
		if auth.IsSecretHeader(name) {
			value = "••••"
		}
		lines[i] = safe.Text(name + ": " + value).Line(safe.CellLimit()).String()
	}
	return lines
}
