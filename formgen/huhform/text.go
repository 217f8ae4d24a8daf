package huhform

import (
	"strings"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// IsComposite reports a place that holds others.
func IsComposite(x *formgen.Field) bool {
	return x.Kind() == schema.Object || x.Kind() == schema.Array
}

// Suffix is how the name of a file with the content of a place ends.
func Suffix(x *formgen.Field) string {
	switch {
	case IsComposite(x) || x.Kind() == schema.JSON:
		return ".json"
	case isMarkdown(x):
		return ".md"
	}
	return ".txt"
}

func isMarkdown(x *formgen.Field) bool { return x.Place().Format().Exact() == "markdown" }

// isArea reports a text of several lines.
func isArea(x *formgen.Field) bool {
	if x.Kind() == schema.JSON {
		return true
	}
	if x.Kind() != schema.String || x.IsSecret() {
		return false
	}
	return isMarkdown(x) || x.Place().Format().Exact() == "textarea" || strings.ContainsRune(x.Text(), '\n')
}

// huhLines is how many lines huh's text area gets: it lays out all of them on
// every key.
const huhLines = 50

// needsEditor reports what is not for huh's text area: JSON, whose errors are
// found by line and column, long texts, and those with tabs, which it rewrites.
func needsEditor(x *formgen.Field) bool {
	return x.Kind() == schema.JSON || isArea(x) && wouldRewrite(x.Text(), true)
}

// wouldRewrite reports text that huh would change, or take too long with.
func wouldRewrite(text string, area bool) bool {
	lines := strings.Count(text, "\n")
	return strings.ContainsAny(text, "\t\uFFFD") || lines >= huhLines || lines > 0 && !area
}
