package doctor

import (
	"encoding/json"
	"strconv"
	"strings"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/gen"
	"a2aform/internal/safe"
)

// tryAgain is what decides a check that got no answer.
const tryAgain = "an agent that answers"

// maxNamed is how many of the values that fail a check are named.
const maxNamed = 3

// some are the first texts of a list.
func some(list []string) string {
	if more := len(list) - maxNamed; more > 0 {
		return strings.Join(list[:maxNamed], "; ") + "; and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(list, "; ")
}

// withWords says how the agent answered, and what it said.
func withWords(r *reply) string {
	if words := said(r, 160); words != "" && r.now.Err == nil {
		return r.String() + ": “" + words + "”"
	}
	return r.String()
}

// said is what the agent said in text, on one line.
func said(r *reply, limit int) string {
	return safe.Text(strings.Join(strings.Fields(r.words()), " ")).Line(limit).String()
}

func isCrash(r *reply) bool { return r.how == check.Crashed }

// expectRejected adds the result of input that is to be rejected.
func (e *engine) expectRejected(id string, f *form, what string, r *reply) {
	switch {
	case r.how == check.Nothing:
		e.undecided(id, f, what+": "+r.String(), tryAgain, r)
	case r.how == check.Answered && !r.isRejected(f):
		e.undecided(id, f, what+": a message alone does not say whether it was rejected", "an agent that rejects by a state or an error", r)
	case r.isRejected(f):
		e.pass(id, f)
	default:
		e.broken(id, f, what+": "+r.String(), r)
	}
}

// expectTaken adds the result of input that is to be taken.
func (e *engine) expectTaken(id string, f *form, what string, r *reply) {
	switch {
	case r.how == check.Nothing:
		e.undecided(id, f, what+": "+r.String(), tryAgain, r)
	case r.how == check.Answered:
		e.undecided(id, f, what+": a message alone does not say whether it was taken", "an agent that answers with a task, see OS3.8a", r)
	case r.isTaken():
		e.pass(id, f)
	case !isCrash(r) && !f.baseline().isTaken():
		e.undecided(id, f, what+": a valid part alone is not taken either: "+f.baseline().String(), "an agent that takes valid data, see OS3.4", r)
	default:
		e.broken(id, f, what+": "+r.String(), r)
	}
}

// checkFlag sends a text part with a tag (OS3.1).
func (e *engine) checkFlag(f *form) {
	r := f.send(e.taggedText(string(f.valid[0]), f))
	switch {
	case r.how == check.Nothing:
		e.undecided("OS3.1", f, r.String(), tryAgain, r)
	case isCrash(r):
		e.broken("OS3.1", f, "a text part with a tag: "+r.String(), r)
	case !r.isTaken():
		e.pass("OS3.1", f)
	case e.resembles(f, r):
		e.broken("OS3.1", f, "a text part with a tag is taken for the form: "+r.String(), r)
	default:
		e.undecided("OS3.1", f, "a text part with a tag made a task, perhaps of its text", "an agent that answers text with a message", r)
	}
}

// resembles reports whether a task is like the task of the base value.
func (e *engine) resembles(f *form, r *reply) bool {
	_, tags := f.baseline().output()
	_, now := r.output()
	return tags == now && strings.TrimSpace(tags) != "" || f.baseline().now.State == r.now.State && tags == "" && now == ""
}

// checkUndeclared sends valid data under the name of no schema (OS3.2).
func (e *engine) checkUndeclared(f *form) {
	r := f.send(f.tagged(f.valid[0], f.undeclared()))
	e.expectRejected("OS3.2", f, "valid data that names an undeclared schema", r)
}

// checkInvalid sends data with one fault each (OS3.3, OS3.5), and looks at what the agent says of it (OS3.9).
func (e *engine) checkInvalid(f *form) {
	e.checkFaults("OS3.3", f, f.faults(false))
	e.checkFaults("OS3.5", f, f.faults(true))
}

func (e *engine) checkFaults(id string, f *form, cases []gen.Case) {
	if len(cases) == 0 {
		e.undecided(id, f, "the schema has no keyword that this check can break", "a schema with more keywords")
		return
	}
	var replies []*reply
	var accepted, silent, unclear []string
	for i := range cases {
		c := &cases[i]
		r := f.send(f.part(json.RawMessage(c.JSON())))
		replies = append(replies, r)
		switch {
		case r.isRejected(f):
			if r.words() == "" {
				silent = append(silent, safe.Text(c.Name).Line(80).String())
			}
		case r.how == check.Nothing || r.how == check.Answered:
			unclear = append(unclear, safe.Text(c.Name).Line(80).String()+": "+r.String())
		default:
			accepted = append(accepted, safe.Text(c.Name).Line(80).String()+": "+r.String())
		}
	}
	switch {
	case len(accepted) > 0:
		e.broken(id, f, "invalid data is not rejected: "+some(accepted), replies...)
	case len(unclear) > 0:
		e.undecided(id, f, "not every answer says whether the data was rejected: "+some(unclear), tryAgain, replies...)
	default:
		e.pass(id, f)
	}
	e.checkWords(id, f, replies, silent)
}

// checkWords looks at what rejections say. It is asked once for a form, of the structural faults where there are some.
func (e *engine) checkWords(id string, f *form, replies []*reply, silent []string) {
	rejected := 0
	for _, r := range replies {
		if r.isRejected(f) {
			rejected++
		}
	}
	switch {
	case id == "OS3.3" && len(f.faults(true)) > 0:
	case rejected == 0:
		e.undecided("OS3.9", f, "no invalid data was rejected", "an agent that rejects invalid data")
	case len(silent) > 0:
		e.broken("OS3.9", f, "rejected without a word: "+some(silent), replies...)
	default:
		e.pass("OS3.9", f)
	}
}

// checkValid sends the examples of the card and generated values (OS3.4).
func (e *engine) checkValid(f *form) {
	replies := []*reply{f.baseline()}
	for _, value := range f.valid[1:] {
		replies = append(replies, f.send(f.part(value)))
	}
	var refused, unclear []string
	for i, r := range replies {
		switch {
		case r.how == check.Nothing || r.how == check.Answered:
			unclear = append(unclear, r.String())
		case !r.isTaken():
			refused = append(refused, safe.Text(string(f.valid[i])).Line(120).String()+": "+withWords(r))
		}
	}
	switch {
	case len(refused) > 0:
		e.broken("OS3.4", f, "valid data is not taken: "+some(refused), replies...)
	case len(unclear) > 0:
		e.undecided("OS3.4", f, "not every answer says whether the data was taken: "+unclear[0], tryAgain, replies...)
	default:
		e.pass("OS3.4", f)
	}
}

// checkSeveral sends messages of several parts, of which the first flagged one counts (OS3.6b to e).
func (e *engine) checkSeveral(f *form) {
	good := f.part(f.valid[0])
	if len(f.invalid) == 0 {
		for _, id := range []string{"OS3.6b", "OS3.6c"} {
			e.undecided(id, f, "no invalid value was found", "a schema with more keywords")
		}
	} else {
		bad := f.part(json.RawMessage(f.invalid[0].JSON()))
		e.expectTaken("OS3.6b", f, "a valid part before an invalid one", f.send(good, bad))
		e.expectRejected("OS3.6c", f, "an invalid part before a valid one", f.send(bad, good))
	}
	e.expectRejected("OS3.6d", f, "an undeclared schema before a valid part", f.send(f.tagged(f.valid[0], f.undeclared()), good))
	before, after := f.send(e.text("Please."), good), f.send(good, e.text("Please."))
	switch {
	case before.isTaken() && after.isTaken():
		e.pass("OS3.6e", f)
	case before.how == check.Nothing || after.how == check.Nothing:
		e.undecided("OS3.6e", f, "text next to the part: "+before.String()+", "+after.String(), tryAgain, before, after)
	case !isCrash(before) && !isCrash(after) && !f.baseline().isTaken():
		e.undecided("OS3.6e", f, "a valid part alone is not taken either: "+f.baseline().String(), "an agent that takes valid data, see OS3.4", before, after)
	default:
		e.broken("OS3.6e", f, "text before the part: "+before.String()+"; after it: "+after.String(), before, after)
	}
}

// tellingParts are what tells runs of two inputs apart, the most telling first.
func tellingParts(r *reply) []string {
	data, tags := r.output()
	return []string{data, r.words(), tags}
}

// checkFirst sends two valid parts, and looks which one the answer is about (OS3.6a).
func (e *engine) checkFirst(f *form) {
	a := f.baseline()
	again := f.send(f.part(f.valid[0]))
	if !a.isTaken() || !again.isTaken() {
		e.undecided("OS3.6a", f, "a valid part alone: "+a.String(), "an agent that takes valid data", a)
		return
	}
	for _, other := range e.others(f) {
		b := other.form.send(other.part)
		both := f.send(f.part(f.valid[0]), other.part)
		now, first, repeat, second := tellingParts(both), tellingParts(a), tellingParts(again), tellingParts(b)
		for i := range now {
			if first[i] != repeat[i] || first[i] == second[i] || now[i] != first[i] && now[i] != second[i] {
				continue // it varies, or tells nothing
			}
			if now[i] == first[i] {
				e.pass("OS3.6a", f)
			} else {
				e.broken("OS3.6a", f, "two valid parts: the answer is about the last", a, b, both)
			}
			return
		}
	}
	e.undecided("OS3.6a", f, "the answers to two inputs cannot be told apart", "an agent whose answers depend on the input; see also OS3.6b and OS3.6c")
}

// alternative is another valid part.
type alternative struct {
	form *form
	part json.RawMessage
}

// others are parts that differ from the base of a form: another value, and one of another form.
func (e *engine) others(f *form) (list []alternative) {
	if len(f.valid) > 1 {
		list = append(list, alternative{f, f.part(f.valid[1])})
	}
	for _, other := range e.list {
		if other != f && other.problem == "" {
			return append(list, alternative{other, other.part(other.valid[0])})
		}
	}
	return list
}
