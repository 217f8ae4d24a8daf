package schema_test

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// shownKeywords are the annotations that a form shows, as a location gives them.
var shownKeywords = map[string]func(schema.Location) *ojson.Value{
	"title":            func(p schema.Location) *ojson.Value { return textOrNone(p.Title().Exact()) },
	"description":      func(p schema.Location) *ojson.Value { return textOrNone(p.Description().Exact()) },
	"format":           func(p schema.Location) *ojson.Value { return textOrNone(p.Format().Exact()) },
	"contentEncoding":  func(p schema.Location) *ojson.Value { return textOrNone(p.Encoding()) },
	"contentMediaType": func(p schema.Location) *ojson.Value { return textOrNone(p.MediaType().Exact()) },
	"default":          schema.Location.Default,
	"examples": func(p schema.Location) *ojson.Value {
		if p.Examples() == nil {
			return nil
		}
		return ojson.NewArray(p.Examples()...)
	},
	"deprecated": func(p schema.Location) *ojson.Value { return trueOrNone(p.IsDeprecated()) },
	"readOnly":   func(p schema.Location) *ojson.Value { return trueOrNone(p.IsReadOnly()) },
	"writeOnly":  func(p schema.Location) *ojson.Value { return trueOrNone(p.IsSecret()) },
}

func textOrNone(s string) *ojson.Value {
	if s == "" {
		return nil
	}
	return ojson.NewString(s)
}

func trueOrNone(b bool) *ojson.Value {
	if !b {
		return nil
	}
	return ojson.NewBool(true)
}

// annotations counts the assertions that are run. One about a value that is not
// there is not: a form has a location for it before it has the value.
const annotations = 138

// notShown are the groups in which a form knowingly shows something else: what
// contains says of an item is a condition on the list, and how bytes are written
// is said of the text that a location takes, whatever it holds now.
var notShown = []string{
	"`contains`", "`unevaluatedItems` with `contains`",
	"`contentMediaType` is an annotation for string instances", "`contentEncoding` is an annotation for string instances",
}

func TestCorpusAnnotations(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpus(t), "fetched", "json-schema-test-suite", "annotations", "tests", "*.json"))
	run := 0
	for _, file := range files {
		for _, group := range parsed(t, file).Get("suite").Items() {
			for version, dialect := range map[int]string{
				7:    "http://json-schema.org/draft-07/schema#",
				2019: "https://json-schema.org/draft/2019-09/schema",
				2020: "https://json-schema.org/draft/2020-12/schema",
			} {
				if isCompatible(group.Get("compatibility").Text(), version) {
					run += assertAnnotations(t, filepath.Base(file)+" in "+strconv.Itoa(version)+": ", group, dialect)
				}
			}
		}
	}
	t.Logf("%d assertions", run)
	if run < annotations {
		t.Errorf("only %d assertions were run", run)
	}
}

// isCompatible reads the suite's "7", "=2020" and "<=2019,7".
func isCompatible(compatibility string, version int) bool {
	if compatibility == "" {
		return true
	}
	for _, part := range strings.Split(compatibility, ",") {
		n, _ := strconv.Atoi(strings.TrimLeft(part, "<="))
		switch {
		case strings.HasPrefix(part, "<=") && version > n, strings.HasPrefix(part, "=") && version != n, part[0] != '<' && version < n:
			return false
		}
	}
	return true
}

func assertAnnotations(t *testing.T, name string, group *ojson.Value, dialect string) (run int) {
	t.Helper()
	d := load(t, string(inDialect(group.Get("schema"), dialect).Compact()))
	for _, test := range group.Get("tests").Items() {
		instance := test.Get("instance")
		for _, a := range test.Get("assertions").Items() {
			keyword, at := a.Get("keyword").Text(), a.Get("location").Text()
			if shownKeywords[keyword] == nil || !instance.At(at).Exists() || slices.Contains(notShown, group.Get("description").Text()) && !instance.Is(ojson.String) {
				continue
			}
			run++
			got := shownKeywords[keyword](locationAt(d.Root(), instance, at))
			var want []string
			for _, m := range a.Get("expected").Members() {
				want = append(want, string(m.Value.Compact()))
			}
			if got == nil && len(want) > 0 || got != nil && !slices.Contains(want, string(got.Compact())) {
				t.Errorf("%s%s: %s at %q of %s is %s, want one of %s", name, group.Get("description").Text(), keyword, at, instance.Compact(), got.Compact(), want)
			}
		}
	}
	return run
}

// locationAt is the location of a value in another.
func locationAt(p schema.Location, v *ojson.Value, at string) schema.Location {
	p = p.For(v)
	for _, token := range ojson.Tokens(at) {
		if v.Is(ojson.Array) {
			i, _ := strconv.Atoi(token)
			p, v = p.Item(i), v.Index(i)
		} else {
			p, v = p.Property(token), v.Get(token)
		}
		p = p.For(v)
	}
	return p
}
