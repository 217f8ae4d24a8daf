package huhform

import (
	"fmt"
	"strings"
	"unicode"

	"charm.land/huh/v2"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// Suffix is how the name of a file with the content of a location ends.
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
	return isMarkdown(x) || x.Location().IsTextArea() || x.Location().Format().Exact() == "textarea" || strings.ContainsRune(x.Text(), '\n') //nolint:forbidigo // compared, never drawn
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

func newInput(x *formgen.Field, masked bool) (huh.Field, *textAccess) {
	input := huh.NewInput().Prompt("").Placeholder(placeholder(x))
	if masked {
		input.EchoMode(huh.EchoModePassword)
	}
	access := &textAccess{field: x}
	input.Accessor(access)
	access.start(input.GetValue())
	return input, access
}

func newArea(x *formgen.Field, lines int) (huh.Field, *textAccess) {
	area := huh.NewText().Placeholder(placeholder(x)).ExternalEditor(false).Lines(lines)
	access := &textAccess{field: x}
	area.Accessor(access)
	access.start(area.GetValue())
	return area, access
}

// placeholderWidth cuts a placeholder, in bytes.
const placeholderWidth = 120

// placeholder shows what an empty field would send, or what fits.
func placeholder(x *formgen.Field) string {
	if examples := x.Location().Examples(); len(examples) > 0 && x.Presence() == formgen.Omitted {
		return "e.g. " + formgen.Summary(examples[0])
	}
	if text := x.Location().Placeholder(); !text.IsEmpty() && x.Presence() == formgen.Omitted {
		return text.Line(placeholderWidth).String()
	}
	switch {
	case x.Presence() == formgen.Null:
		return "null"
	case x.Presence() == formgen.Set && x.Kind() == schema.String:
		return "empty text"
	case x.Presence() == formgen.Set, x.IsExtra(), x.IsItem():
		return "needs a value"
	case x.IsRequired() && offersNull(x):
		return "ctrl+g for null"
	case x.IsRequired():
		return ""
	}
	return "not sent"
}

// offersNull reports a location whose schema speaks of null; where it says nothing,
// null is one of all values.
func offersNull(x *formgen.Field) bool { return x.IsNullable() && x.Kind() != schema.JSON }

// textAccess joins a text field to the model: what huh itself made of the text
// when it was built is not an edit.
type textAccess struct {
	field *formgen.Field
	last  string // as it is shown
	model string // as the model had it then
	empty string // what is shown where the text is empty
	ready bool
}

func (a *textAccess) start(shown any) {
	a.last, a.model, a.ready = fmt.Sprint(shown), a.Get(), true
	a.empty = placeholder(a.field)
}

// isCurrent reports that the model has the text that is shown.
func (a *textAccess) isCurrent() bool {
	text := a.Get()
	return text == a.model && (text != "" || placeholder(a.field) == a.empty)
}

// Get is the text to edit.
func (a *textAccess) Get() string {
	if a.field.Presence() != formgen.Set {
		return ""
	}
	return a.field.Text()
}

// Set takes the text after an edit. Emptying a field takes its value away; the
// presence key says "empty text" where that is meant.
func (a *textAccess) Set(text string) {
	if !a.ready || text == a.last {
		return
	}
	a.last = text
	a.field.SetText(text)
	if text == "" {
		a.field.SetPresence(formgen.Omitted)
	}
	a.model = text
}
