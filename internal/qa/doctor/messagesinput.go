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

// What is said of data that leaves without the name of its schema, and what decides a check then.
const (
	noTag          = "this binding cannot carry the name of the schema, so the agent cannot know it"
	anotherBinding = "an agent over another binding"
)

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
	case !f.hasTag():
		e.undecided(id, f, what+": "+noTag, anotherBinding, r)
	default:
		e.broken(id, f, what+": "+r.String(), r)
	}
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
	replies := sendAll(len(cases), func(i int) *reply { return f.send(f.part(json.RawMessage(cases[i].JSON()))) })
	var accepted, silent, unclear []string
	for i, r := range replies {
		c := &cases[i]
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
	case len(accepted) > 0 && !f.hasTag():
		e.undecided(id, f, "invalid data is not rejected: "+noTag, anotherBinding, replies...)
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
	replies := sendAll(len(f.valid), func(i int) *reply {
		if i == 0 {
			return f.baseline()
		}
		return f.send(f.part(f.valid[i]))
	})
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
