package casefile

import (
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/tomlfile"
)

func (r *reader) turns(n *tomlfile.Node, c *Case) {
	for _, item := range r.List(n, "turn") {
		r.checkEarlier(item, len(c.Turns))
		c.Turns = append(c.Turns, r.turn(item))
	}
}

var actions = []string{string(Answer), string(Message), string(Cancel)}

func (r *reader) turn(n *tomlfile.Node) Turn {
	t, do, before := Turn{When: "input-required"}, string(Answer), len(r.Problems)
	r.Table(n, "turn", tomlfile.Fields{
		"when": r.word(&t.When, "when", outcomes), "do": r.word(&do, "do", actions),
		"text": r.filled(&t.Text, "text"), "json": r.data(&t.Data), "json-file": r.dataFile(&t.Data),
		"set": func(n *tomlfile.Node) { r.settings(n, &t.Set) },
		"expect": func(n *tomlfile.Node) {
			t.Expect = &Expect{}
			r.expect(n, t.Expect)
			r.checkTurnExpect(n)
		},
	})
	t.Do = Action(do)
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
	content, isForm := countOf(n, "text", "json", "json-file"), t.Set != nil
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
