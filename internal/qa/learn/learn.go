package learn

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/golden"
	"a2aform/internal/qa/plan"
	"a2aform/internal/schema/compile"
)

// maxPlaces bounds the places of a case file. Those beyond it are left out.
const maxPlaces = 1000

// formats are those that are proposed, the narrowest first.
var formats = []string{"uuid", "date-time", "date", "time", "duration", "email", "ipv4", "ipv6", "uri"}

// Learner collects what differs between the attempts of cases, for each case file.
type Learner struct {
	files []*Proposal
}

// Proposal is what differs between the attempts of the cases of a file.
type Proposal struct {
	Path     string // of the file
	Attempts int    // that were compared
	same     casefile.Same
	places   []*place
}

// place is a place that differs, and what its values have in common.
type place struct {
	at       string
	min, max *big.Rat // nil where one of the values is no number
	formats  []string // those that all values have
}

// Add takes a case that has ended.
func (l *Learner) Add(r *plan.Result) {
	var outputs []*ojson.Value
	for _, a := range r.Attempts {
		if a.Result == nil {
			continue
		}
		if artifacts := a.Document.Get("artifacts"); artifacts.Len() > 0 {
			outputs = append(outputs, artifacts)
		}
	}
	if len(outputs) < 2 {
		return
	}
	p := l.of(r.Case)
	p.Attempts += len(outputs)
	for _, output := range outputs[1:] {
		for _, d := range golden.Compare(outputs[0], output, &p.same) {
			p.add(d)
		}
	}
}

// of is the proposal for the file of a case.
func (l *Learner) of(c *casefile.Case) *Proposal {
	if n := len(l.files); n > 0 && l.files[n-1].Path == c.Path { // the cases of a file come one after the other
		return l.files[n-1]
	}
	p := &Proposal{Path: c.Path}
	if c.Expect.Same != nil {
		p.same = *c.Expect.Same
	}
	l.files = append(l.files, p)
	return p
}

// Proposals are those of all files whose attempts were compared.
func (l *Learner) Proposals() []*Proposal { return l.files }

// inContent is a place in the data or the text of a part: what a golden file holds.
var inContent = regexp.MustCompile(`^/[0-9]+/parts/[0-9]+/(data|text)(/|$)`)

var index = regexp.MustCompile(`/[0-9]+(/|$)`)

// add notes a difference.
func (p *Proposal) add(d golden.Difference) {
	content := inContent.FindString(d.At)
	if content == "" {
		return
	}
	content = strings.TrimSuffix(content, "/")
	rest := d.At[len(content):]
	for index.MatchString(rest) { // twice where two follow one another
		rest = index.ReplaceAllString(rest, "/*$1")
	}
	at := content + rest
	i := slices.IndexFunc(p.places, func(other *place) bool { return other.at == at })
	if i < 0 {
		if len(p.places) == maxPlaces {
			return
		}
		i = len(p.places)
		p.places = append(p.places, newPlace(at, d.Want))
	}
	p.places[i].add(d.Want)
	p.places[i].add(d.Got)
}

func newPlace(at string, first *ojson.Value) *place {
	l := &place{at: at, formats: slices.Clone(formats)}
	if first.Is(ojson.Number) {
		l.min = ojson.Rat(first.Text())
		l.max = l.min
	}
	return l
}

// add takes one more value; nil for one that is missing.
func (l *place) add(v *ojson.Value) {
	if !v.Is(ojson.Number) {
		l.min, l.max = nil, nil
	}
	if l.min != nil {
		if number := ojson.Rat(v.Text()); number.Cmp(l.min) < 0 {
			l.min = number
		} else if number.Cmp(l.max) > 0 {
			l.max = number
		}
	}
	l.formats = slices.DeleteFunc(l.formats, func(name string) bool {
		checker := compile.ForFormat(name)
		return !v.Is(ojson.String) || checker == nil || checker.Validate(v.Text()) != nil
	})
}

// Same returns the comparison that the proposal allows: what the case allows already, and the places that differ.
func (p *Proposal) Same() *casefile.Same {
	s := p.same
	for _, l := range p.places {
		switch {
		case l.min != nil:
			s.Numbers = append(slices.Clip(s.Numbers), casefile.Tolerance{At: l.at, Within: new(big.Rat).Sub(l.max, l.min)})
		case len(l.formats) == 0:
			s.Ignore = append(slices.Clip(s.Ignore), l.at)
		case !slices.Contains(s.Formats, l.formats[0]):
			s.Formats = append(slices.Clip(s.Formats), l.formats[0])
		}
	}
	return &s
}

// IsEmpty reports whether the attempts differ only where the case allows it.
func (p *Proposal) IsEmpty() bool { return len(p.places) == 0 }
