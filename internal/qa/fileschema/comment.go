package fileschema

import (
	"os"
	"path/filepath"
	"strings"
)

// caseName is what `cases schema` is written to by its example.
const caseName = "case.schema.json"

// maxUp is how many directories above a case file its schema is looked for.
const maxUp = 4

// Comment is the first line of a case file, with which editors find its schema: "" where there is no case.schema.json in its
// directory or above it.
func Comment(path string) string {
	dir := filepath.Dir(path)
	for up := range maxUp {
		schema := strings.Repeat("../", up) + caseName
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(schema))); err == nil && info.Mode().IsRegular() {
			return "#:schema " + schema + "\n"
		}
		if _, err := os.Stat(filepath.Join(dir, strings.Repeat("../", up), ".git")); err == nil {
			break
		}
	}
	return ""
}
