package words

import (
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// CountWarnings counts doubts that do not stop a value from being sent.
func CountWarnings(n int) string {
	return "! " + english.Plural(n, "warning", "")
}

// CountProblems counts problems.
func CountProblems(n int) string {
	return "✗ " + english.Plural(n, "problem", "")
}

// WhyRequired says which values of other fields make a field required: "required because Kind is
// Company". It is "" for a field that is optional, or required in any case.
func WhyRequired(x *formgen.Field) string {
	object := x.Parent()
	if object == nil || !x.IsRequired() {
		return ""
	}
	names := object.Location().RequiredBecauseOf(x.Name())
	var reasons []string
	for _, other := range object.Children() {
		for _, name := range names {
			if other.Name() == name && other != x {
				reasons = append(reasons, other.Label()+" "+isWhat(other))
			}
		}
	}
	if len(reasons) == 0 {
		return ""
	}
	return "required because " + strings.Join(reasons, " and ")
}

// isWhat says what the value of a field is.
func isWhat(x *formgen.Field) string {
	switch {
	case x.Presence() == formgen.Omitted:
		return "is left out"
	case x.Kind() == schema.Boolean:
		return "is " + BoolText(x)
	case x.Kind() == schema.Enum || x.Kind() == schema.Const:
		return "is " + Summary(x)
	}
	return "is filled in"
}

// Sentence says what is wrong with a field in a sentence to stand below it: "At most 12", "Not a date.
// Try 2026-03-14".
func Sentence(x *formgen.Field, p schema.Problem) string {
	c := formgen.Located{Field: x, Problem: p}.Complaint()
	advice := c.Advice
	switch {
	case c.Part != "":
		return c.Brief() // begins with a name
	case advice == "":
		return formgen.Capital(c.Wrong)
	case formgen.DateFormat(x) != "":
		advice += ", yesterday or next fri"
		if near := formgen.NearestDate(x); near != "" {
			advice = "try " + near
		}
	}
	if p.Fault != schema.NotValid {
		advice += "."
	}
	return formgen.Capital(c.Wrong) + ". " + formgen.Capital(advice)
}

// Brief says the same behind the name of the field: "at most 12", "not a date; try 2026-03-14".
func Brief(x *formgen.Field, p schema.Problem) string {
	return formgen.Located{Field: x, Problem: p}.Complaint().Brief()
}

// Statement says what is wrong with a field in a sentence that names it: "Wanted by is not a date", "Rounds: at most 12".
func Statement(p formgen.Located) string {
	c, name := p.Complaint(), p.Field.Path()
	switch {
	case p.Field.Parent() == nil:
		return c.Brief()
	case c.Part == "" && (strings.HasPrefix(c.Wrong, "not ") || c.Wrong == "required"):
		return name + " is " + c.Wrong
	case c.Part == "" && strings.HasPrefix(c.Wrong, "does not "):
		return name + " " + c.Wrong
	}
	return name + ": " + c.Brief()
}

// Doubt says why the agent may refuse the value of a field that can be sent: "Start: not a date; the agent may refuse it".
func Doubt(x *formgen.Field, p schema.Problem) string { return x.Path() + ": " + DoubtNote(x, p) }

// DoubtNote is [Doubt] where the field is named already.
func DoubtNote(x *formgen.Field, p schema.Problem) string {
	if p.Keyword == schema.Rounding {
		return p.Want
	}
	return Brief(x, p) + "; the agent may refuse it"
}

// Need is a demand on which members of an object are sent together, in words.
type Need struct {
	Text string // "fill in Email or Phone"; safe to show
	Met  bool
	Bad  bool // a problem that shows at the object says so already
}

// Needs are the demands of an object on its members together.
func Needs(x *formgen.Field) []Need {
	if x.Kind() != schema.Object || x.Presence() != formgen.Set {
		return nil
	}
	var needs []Need
	showing := x.Form().Showing()[x]
	for _, demand := range x.Demands() {
		needs = append(needs, Need{demand.Text(), demand.IsMet(), slices.ContainsFunc(showing, demand.IsFaultOf)})
	}
	return needs
}
