package huhform

import (
	"strings"
	"time"
	"unicode"

	"charm.land/huh/v2"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// Suffix is how the name of a file with the content of a location ends.
//
// Not stable, see the package comment.
func Suffix(x *formgen.Field) string {
	switch {
	case IsComposite(x) || x.Kind() == schema.JSON:
		return ".json"
	case isMarkdown(x):
		return ".md"
	}
	return ".txt"
}

func isMarkdown(x *formgen.Field) bool {
	return x.Location().Format().Exact() == "markdown" || x.Location().MediaType().Exact() == "text/markdown" //nolint:forbidigo // compared, never drawn
}

// isArea reports a text of several lines.
func isArea(x *formgen.Field) bool {
	if x.Kind() == schema.JSON {
		return true
	}
	if x.Kind() != schema.String || x.IsSecret() {
		return false
	}
	return isMarkdown(x) || x.Location().IsTextArea() || x.Location().Format().Exact() == "textarea" || //nolint:forbidigo // compared, never drawn
		x.Presence() == formgen.Set && strings.ContainsRune(x.Text(), '\n')
}

// huhLines is how many lines huh's text area gets: it lays out all of them on
// every key.
const huhLines = 50

// needsEditor reports what is not for huh's text area: JSON, whose errors are
// found by line and column, long texts, and those with tabs, which it rewrites.
func needsEditor(x *formgen.Field) bool {
	return x.Kind() == schema.JSON || isArea(x) && wouldRewrite(x.Text(), true)
}

// wouldRewrite reports text that huh would change, or take too long with: it drops
// what controls a terminal.
func wouldRewrite(text string, area bool) bool {
	lines := strings.Count(text, "\n")
	return strings.ContainsFunc(text, isDropped) || lines >= huhLines || lines > 0 && !area
}

func isDropped(r rune) bool { return r == unicode.ReplacementChar || r != '\n' && unicode.IsControl(r) }

func newInput(x *formgen.Field, masked bool, now func() time.Time) (huh.Field, *textInput) {
	input := huh.NewInput().Prompt("").Placeholder(placeholder(x))
	if masked {
		input.EchoMode(huh.EchoModePassword)
	}
	access := newTextInput(x, now)
	input.Accessor(access)
	access.Start(input.GetValue())
	return input, access
}

func newArea(x *formgen.Field, now func() time.Time) (huh.Field, *textInput) {
	area := huh.NewText().Placeholder(placeholder(x)).ExternalEditor(false)
	access := newTextInput(x, now)
	area.Accessor(access)
	access.Start(area.GetValue())
	return area, access
}

// IsComposite reports a location whose value is edited as JSON outside the form.
//
// Not stable, see the package comment.
func IsComposite(x *formgen.Field) bool {
	switch x.Kind() {
	case schema.Object, schema.Array, schema.Union, schema.MultiEnum:
		return true
	}
	return false
}
