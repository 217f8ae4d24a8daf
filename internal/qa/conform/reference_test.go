package conform_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/qa/conform"
	"a2aform/ui/uitest"
)

// The page of the checks is written from their texts, and each check has all of them.
func TestReferenceOfChecks(t *testing.T) {
	cell := strings.NewReplacer("|", `\|`, "<", "&lt;", "->", "→", "*", `\*`, "_", `\_`).Replace
	var sb strings.Builder
	sb.WriteString("| check | level | what | sentence | fix |\n|---|---|---|---|---|\n")
	for _, c := range conform.Checks() {
		if c.Title == "" || c.Sentence == "" || c.Fix == "" {
			t.Errorf("%s lacks a text", c.ID)
		}
		fmt.Fprintf(&sb, "| %s | %s | %s | %s | %s |\n", c.ID, c.Level, cell(c.Title), cell(c.Sentence), cell(c.Fix))
	}
	uitest.Page(t, filepath.Join("..", "..", "..", "docs", "reference", "conform.md"), "checks", sb.String())
}
