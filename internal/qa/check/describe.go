package check

import (
	"fmt"
	"strings"
	"time"

	"a2aform/internal/qa/casefile"
)

// Describe lists what a case expects, one line each, such as "state  completed".
func Describe(e *casefile.Expect) (lines []string) {
	add := func(name, text string) {
		if text != "" {
			lines = append(lines, name+"  "+text)
		}
	}
	add("state", anyOf(e.States))
	add("output", string(e.Output))
	add("schemas", strings.Join(e.Schemas, ", "))
	if e.Artifacts != nil {
		add("artifacts", countText(*e.Artifacts))
	}
	for _, within := range []struct {
		name  string
		limit time.Duration
	}{{"first-artifact", e.FirstArtifact}, {"settled", e.Settled}} {
		if within.limit > 0 {
			add(within.name, "within "+within.limit.String())
		}
	}
	for _, v := range e.Values {
		add("value", fmt.Sprintf("%s  %s", v.At, relationText(v)))
	}
	for _, that := range e.That {
		add("that", that.JQ)
	}
	add("run", e.Run)
	if e.Same != nil {
		add("same", "as in "+e.Same.File)
	}
	return lines
}
