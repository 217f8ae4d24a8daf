package casefile

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/tomlfile"
)

func (r *reader) turns(n *tomlfile.Node, from []fileschema.Turn, c *Case) {
	for i := range from {
		r.checkEarlier(n.Items[i], i)
		c.Turns = append(c.Turns, r.turn(n.Items[i], &from[i]))
	}
}

func (r *reader) turn(n *tomlfile.Node, from *fileschema.Turn) Turn {
	before := len(r.Problems)
	t := Turn{
		When: cmp.Or(string(from.When), "input-required"), Do: cmp.Or(Action(from.Do), Answer),
		Text: from.Text, Data: r.content(n, from.JSON, from.JSONFile), Set: r.settings(n.Get("set")),
	}
	r.placeholders(n.Get("text"), t.Text)
	if from.Expect != nil {
		expect := r.expect(n.Get("expect"), from.Expect)
		t.Expect = &expect
		r.checkTurnExpect(n.Get("expect"))
	}
	if len(r.Problems) == before {
		r.checkContent(n, &t)
	}
	if v, err := ojson.Parse(t.Data, ojson.DataLimits); err == nil {
		t.Data = v.Compact()
	}
	return t
}

// checkContent reports keys that do not go with the action of a turn.
func (r *reader) checkContent(n *tomlfile.Node, t *Turn) {
	content, isForm := given(n, "text", "json", "json-file"), t.Set != nil
	switch t.Do {
	case Answer:
		if content != 1 || isForm {
			r.Problemf(n, "an answer has one of text, json and json-file")
		}
	case Message:
		if content > 1 || content == 0 && !isForm {
			r.Problemf(n, "a message has one of text, json and json-file, or a form that set fills in")
		}
	case Cancel:
		if content > 0 || isForm {
			r.Problemf(n, "%s sends nothing: it has no text, json, json-file and set", t.Do)
		}
	}
}

// checkTurnExpect reports expectations that apply only to the end of a run.
func (r *reader) checkTurnExpect(n *tomlfile.Node) {
	for _, name := range []string{"settled", "same", "run"} {
		if at := n.Get(name); at != nil {
			r.Problemf(at, "move %s to [expect]: it describes the end of the run", name)
		}
	}
}

// checkEarlier reports each ${turn.N.…} that is not one of the n earlier turns.
func (r *reader) checkEarlier(item *tomlfile.Node, n int) {
	before := len(r.uses)
	defer func() { r.uses = r.uses[:before] }()
	for _, m := range item.Members {
		r.placeholders(m.Value, textOf(m.Value))
	}
	for _, u := range r.uses[before:] {
		rest, ok := strings.CutPrefix(u.name, "turn.")
		number, _, _ := strings.Cut(rest, ".")
		if i, err := strconv.Atoi(number); ok && (err != nil || i > n) {
			r.Problemf(u.at, "${%s}: this is turn %d, so only turns before it have an answer", u.name, n+1)
		}
	}
}

// textOf is all text of a value.
func textOf(n *tomlfile.Node) string {
	var list []string
	for _, m := range n.Members {
		list = append(list, textOf(m.Value))
	}
	for _, item := range n.Items {
		list = append(list, textOf(item))
	}
	return strings.Join(slices.Concat([]string{n.Text}, list), "\n")
}
