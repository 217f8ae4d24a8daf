package doctor

import (
	"slices"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/gen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// maxValues is how many values of an enum, and of examples, are validated.
const maxValues = 64

// unsatisfied are the rules whose findings say already why no value can be made.
var unsatisfied = []string{"S01", "S02", "S04", "S07", "S08", "S11", "S13"}

// maxFailed is after how many schemas without a known value no value is looked for any more: that takes time.
const maxFailed = 50

// checkSatisfiable looks for a value that satisfies the whole schema. That none is found does not mean that there is none.
func (c *schemaChecker) checkSatisfiable(compileErr error) {
	if compileErr != nil || !c.wants("S08") || c.patterns.failed.Load() >= maxFailed || slices.ContainsFunc(c.findings, func(f schemaFinding) bool { return slices.Contains(unsatisfied, f.Rule) }) {
		return
	}
	_, err := gen.Smallest(c.doc)
	if err != nil {
		_, err = gen.Sample(c.doc, 1)
	}
	if err == nil {
		return
	}
	what := safe.Text(err.Error()).Line(safe.TextLimit()).String()
	if c.patterns.failed.Add(1) == maxFailed {
		what += "; no values of the schemas behind it are looked for"
	}
	c.findings = append(c.findings, schemaFinding{Rule: "S08", What: what, Level: Warning})
}

// checkValues validates the values that the schema names by the schema itself, and looks for schemas whose parts exclude each other.
func (c *schemaChecker) checkValues() {
	for _, n := range c.nodes {
		if !n.value.Is(ojson.Object) || n.keyword == "not" || c.found("S07", n.at) {
			continue
		}
		hasValues := slices.ContainsFunc([]string{"default", "const", "enum", "examples"}, func(name string) bool { return n.value.Get(name).Exists() })
		if !hasValues && !mayContradict(n.value) {
			continue
		}
		if at := c.doc.At(n.at); at.IsKnown() {
			c.checkNodeValues(n, at)
		}
	}
}

// checkNodeValues checks the values that one schema names.
func (c *schemaChecker) checkNodeValues(n *schemaNode, at schema.Location) {
	refused := false
	for _, keyword := range []string{"default", "const"} {
		if v := n.value.Get(keyword); v.Exists() && c.checkOwn("S09", at, v, n.at+"/"+keyword, keyword) {
			refused = refused || keyword == "const"
		}
	}
	for i, v := range c.first(n.value.Get("enum")) {
		refused = c.checkOwn("S09", at, v, n.at+"/enum/"+strconv.Itoa(i), "enum") || refused
	}
	for i, v := range c.first(n.value.Get("examples")) {
		c.checkOwn("S10", at, v, n.at+"/examples/"+strconv.Itoa(i), "examples")
	}
	if reason := at.Contradiction(); reason != "" && !refused {
		c.add("S08", n.at, "%s", reason)
	}
}

func (c *schemaChecker) first(list *ojson.Value) []*ojson.Value {
	if !list.Is(ojson.Array) {
		return nil
	}
	return list.Items()[:min(list.Len(), maxValues)]
}

// checkOwn reports a value of the schema that the schema refuses.
func (c *schemaChecker) checkOwn(id string, at schema.Location, v *ojson.Value, pointer, keyword string) bool {
	for _, p := range at.Validate(v) {
		if p.IsUnchecked() {
			continue
		}
		where := ""
		if p.Pointer != "" {
			where = " at " + quotedName(p.Pointer)
		}
		c.add(id, pointer, "%s holds %s, which the schema refuses%s: it %s", quotedName(keyword), quotedName(string(v.Compact())), where, p.Message())
		return true
	}
	return false
}

// mayContradict reports a schema whose parts can exclude each other, besides those of [schemaChecker.checkBounds].
func mayContradict(v *ojson.Value) bool {
	if v.Get("allOf").Exists() {
		return true
	}
	return v.Get("$ref").Exists() && v.Len() > 1
}

// checkBranches looks for alternatives of oneOf that exclude each other's values.
func (c *schemaChecker) checkBranches(n *schemaNode) {
	if branches := n.value.Get("oneOf").Items(); len(branches) > 1 && len(branches) <= maxValues && c.wants("S16") {
		c.checkOverlap(n, branches)
	}
}

// checkOverlap reports two alternatives of oneOf that hold for the same value: a value that is made for one of them.
func (c *schemaChecker) checkOverlap(n *schemaNode, branches []*ojson.Value) {
	at := make([]schema.Location, len(branches))
	for i := range branches {
		if at[i] = c.doc.At(n.at + "/oneOf/" + strconv.Itoa(i)); !at[i].IsKnown() {
			return
		}
	}
	for i := range branches {
		v := gen.SmallestAt(c.doc, at[i])
		if v == nil {
			continue
		}
		for j := range branches {
			if j != i && len(at[j].Validate(v)) == 0 {
				c.add("S16", n.at+"/oneOf", "the alternatives %d and %d both hold for %s", min(i, j), max(i, j), quotedName(string(v.Compact())))
				return
			}
		}
	}
}
