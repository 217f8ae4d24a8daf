package check

import (
	"fmt"
	"slices"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
)

// moments checks what is expected of each turn.
func (e *evaluation) moments() {
	for i := range e.subject.Moments {
		m := &e.subject.Moments[i]
		expect := m.Turn.Expect
		if expect == nil {
			continue
		}
		turn := &evaluation{result: newResult(Subject{Now: m.Now, Began: e.began()}), expect: expect, ended: true}
		if expect.States != nil {
			turn.add(Line{Check: "state", Expected: anyOf(expect.States), Seen: turn.outcome}, slices.Contains(expect.States, turn.outcome))
		}
		turn.times()
		turn.content()
		for _, l := range turn.lines {
			l.Check = fmt.Sprintf("turn %d: %s", i+1, l.Check)
			e.lines = append(e.lines, l)
		}
	}
}

// Document is the verdict document of a run, which placeholders of later turns see.
func Document(s Subject) *ojson.Value { return newResult(s).document }

// addToDocument adds to the verdict document what the case knows: its turns and its row.
func (r *result) addToDocument(c *casefile.Case) {
	turns := make([]*ojson.Value, 0, len(r.subject.Moments))
	for _, m := range r.subject.Moments {
		seen := newResult(Subject{Now: m.Now})
		turns = append(turns, ojson.NewObject(
			member("do", ojson.NewString(string(m.Turn.Do))), member("state", ojson.NewString(seen.outcome)), member("refused", seen.refusal()),
			member("ask", textOrNull(seen.ask)), member("text", ojson.NewString(seen.text)), member("data", seen.data()),
		))
	}
	list := slices.Clone(r.document.Members())
	for i, m := range list {
		if m.Name == "turns" {
			list[i].Value = ojson.NewArray(turns...)
		}
	}
	if c.Cells != nil {
		var cells []ojson.Member
		for _, cell := range c.Cells {
			v := cell.JSON
			if v == nil {
				v = ojson.NewString(cell.Text)
			}
			cells = append(cells, member(cell.Name, v))
		}
		list = append(list, member("row", ojson.NewObject(cells...)))
	}
	r.document = ojson.NewObject(list...)
}
