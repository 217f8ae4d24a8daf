package casefile_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"a2aform/internal/qa/casefile"
)

// Each example of the guide is a case file, or a piece of one.
func TestExamplesOfTheGuideCanBeRead(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "guide", "qa.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "amounts.csv"), []byte("currency,amount,total\nEUR,24.90,24.90\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(string(guide), -1)
	if len(blocks) < 3 {
		t.Fatalf("found only %d examples", len(blocks))
	}
	for _, block := range blocks {
		text := block[1]
		if strings.Contains(text, "[environments.") { // a suite
			continue
		}
		if !strings.HasPrefix(text, "version = ") {
			text = "version = 1\n" + text
		}
		if !strings.Contains(text, "[input]") {
			text += "[input]\ntext = 'x'\n"
		}
		if _, problems := casefile.Parse(filepath.Join(dir, "c.toml"), []byte(text), casefile.Options{}); problems != nil {
			t.Errorf("%s\n%v", text, problems)
		}
	}
}
