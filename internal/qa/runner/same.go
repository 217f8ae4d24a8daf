package runner

import (
	"slices"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/diff"
	"a2aform/internal/schema"
)

// variedFormats are the formats of texts that an agent makes anew for each answer.
var variedFormats = []string{"date-time", "uuid"}

// ExpectSame makes a case expect the output of the source again, which goes to a golden file. It reports whether there is any. Ids
// and times in the output may differ, as long as they are ids and times.
func (s *DraftSource) ExpectSame(c *casefile.Case, file string) bool {
	output := check.Golden(*s.Now)
	if output.Get("artifacts").Len() == 0 {
		return false
	}
	c.Expect.Same = &casefile.Same{File: file}
	for _, name := range variedFormats {
		if hasFormat(output, schema.FormatChecker(name).Validate) {
			c.Expect.Same.Formats = append(c.Expect.Same.Formats, name)
		}
	}
	return true
}

// hasFormat reports whether a text of a value passes a check.
func hasFormat(v *ojson.Value, check func(any) error) bool {
	for _, m := range v.Members() {
		if hasFormat(m.Value, check) {
			return true
		}
	}
	return slices.ContainsFunc(v.Items(), func(item *ojson.Value) bool { return hasFormat(item, check) }) ||
		v.Is(ojson.String) && check(v.Text()) == nil
}

// Time limits that are learned leave room for an agent or a network that is slower on another day.
const (
	timeFactor   = 3 // of the slowest repeat
	minTimeLimit = 2 * time.Second
)

// Learn fits the expectations of a case to repeats of it: what varies in the output is not compared, and the times are limits. It
// returns what varies. The case expects the output of its source, which is one of those that are compared.
func (s *DraftSource) Learn(c *casefile.Case, repeats []Attempt) []diff.VaryingPlace {
	golden := check.Golden(*s.Now)
	outputs := []*ojson.Value{golden}
	var settled, first time.Duration
	for _, a := range repeats {
		outputs = append(outputs, a.Golden)
		settled = max(settled, milliseconds(a.Document, "settled"))
		first = max(first, milliseconds(a.Document, "firstArtifact"))
	}
	c.Expect.Settled, c.Expect.FirstArtifact = timeLimit(settled), timeLimit(first)
	places := diff.Varying(outputs)
	if c.Expect.Same == nil {
		return places
	}
	c.Expect.Same.Formats = nil // the places say it better
	for _, p := range places {
		if at := pattern(golden, p); !slices.Contains(c.Expect.Same.Ignore, at) {
			c.Expect.Same.Ignore = append(c.Expect.Same.Ignore, at)
		}
	}
	return places
}

func milliseconds(document *ojson.Value, name string) time.Duration {
	d, _ := time.ParseDuration(document.At("/ms/"+name).Text() + "ms") // 0 where it was not reached
	return d
}

func timeLimit(slowest time.Duration) time.Duration {
	if slowest == 0 {
		return 0
	}
	return max((timeFactor*slowest).Truncate(time.Second)+time.Second, minTimeLimit)
}

// pattern is the pattern of a place that varies. What varies in one item of a list of the data may vary in each, and a list whose
// length varies varies as a whole.
func pattern(output *ojson.Value, p diff.VaryingPlace) (at string) {
	steps, isData := ojson.Tokens(p.At), false
	isMissing := slices.ContainsFunc(p.Values, func(v diff.VaryingValue) bool { return v.JSON == nil })
	for i, step := range steps {
		isItem := output.Is(ojson.Array)
		if isItem && isMissing && i == len(steps)-1 {
			return at
		}
		output = output.At(ojson.Pointer("", step))
		if isItem && isData {
			step = "*"
		}
		at = ojson.Pointer(at, step)
		isData = isData || step == "data" && !isItem
	}
	return at
}
