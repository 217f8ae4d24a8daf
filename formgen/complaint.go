package formgen

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Complaint is what is wrong with a field, in words.
//
// Not stable, see the package comment.
type Complaint struct {
	Part   string // the part of the field that it is about and that has no field of its own, such as a member of a value that is edited as JSON
	Wrong  string // "at most 12", "not a date"
	Advice string // what to do about it, such as "try 2026-03-14"; "" where Wrong says it

	isDemand bool // it names the members of an object that it is about
}

// Brief is the complaint as it reads behind the name of the field: "at most 12", "not a date; try 2026-03-14".
func (c Complaint) Brief() string {
	text := c.Wrong
	if c.Part != "" {
		text = c.Part + ": " + text
	}
	if c.Advice != "" {
		text += "; " + c.Advice
	}
	return text
}

// Complaint says what is wrong.
func (l Located) Complaint() Complaint {
	x, p := l.Field, l.Problem
	if text := x.Demands().complaint(p); text != "" {
		return Complaint{Wrong: text, isDemand: true}
	}
	if part := l.part(); part != "" {
		return Complaint{Part: part, Wrong: p.Brief()}
	}
	if c, ok := l.inOtherCase(); ok {
		return c
	}
	switch places := x.loc.Bounds().DecimalPlaces(); {
	case p.OfName:
	case p.Fault == schema.NotValid:
		return l.notValid()
	case p.Keyword == "multipleOf" && places == 1:
		return Complaint{Wrong: "at most one decimal"}
	case p.Keyword == "multipleOf" && places > 1:
		return Complaint{Wrong: fmt.Sprintf("at most %d decimals", places)}
	case p.Fault == schema.NotMatch && Sample(x) != "" && x.form.standalone:
		return Complaint{Wrong: "must look like " + Sample(x)} // programs show it as a sentence, with no field beside it
	case p.Fault == schema.NotMatch && Sample(x) != "":
		return Complaint{Wrong: "does not look like " + Sample(x)}
	case p.Keyword == "contentEncoding" && !x.form.standalone:
		return Complaint{Wrong: p.Brief(), Advice: "choose a file"}
	}
	return Complaint{Wrong: p.Brief()}
}

// part names the part of the field that the problem is about, "" where it is about the field.
func (l Located) part() string {
	rest := strings.TrimPrefix(l.Problem.Pointer, l.Field.Pointer())
	if rest == "" {
		return ""
	}
	tokens := ojson.Tokens(rest)
	for i, t := range tokens {
		tokens[i] = shown(t)
	}
	return strings.Join(tokens, ".")
}

// notValid says that a text is not what its format demands.
func (l Located) notValid() Complaint {
	x, p := l.Field, l.Problem
	if text := monthOverrun(x.Text()); text != "" && DateFormat(x) == DateOnly {
		return Complaint{Wrong: text}
	}
	article := "a"
	if strings.ContainsAny(p.Want[:1], "aeioAEI") {
		article = "an"
	}
	c := Complaint{Wrong: "not " + article + " " + p.Want}
	if p.Example != "" && (DateFormat(x) != "" || x.loc.Format().Exact() != "email") {
		c.Advice = "try " + dateToCome(x, p.Example)
	}
	return c
}

// inOtherCase is the complaint about a text that its pattern takes in capital letters, or in small ones; false for any other.
func (l Located) inOtherCase() (c Complaint, ok bool) {
	x, text := l.Field, l.Field.Text()
	if l.Problem.Fault != schema.NotMatch || l.Problem.OfName || !x.Kind().IsString() || x.IsSecret() {
		return Complaint{}, false
	}
	for _, other := range []struct{ text, wrong string }{{strings.ToUpper(text), "not in capital letters"}, {strings.ToLower(text), "not in small letters"}} {
		if other.text != text && x.Takes(ojson.NewString(other.text)) {
			return Complaint{Wrong: other.wrong, Advice: "try " + safe.Text(other.text).Line(summaryLimit).String()}, true
		}
	}
	return Complaint{}, false
}

// line says what is wrong with a field. What is about parts of the whole value names them itself.
func (l Located) line(problems []Located) string {
	briefs := make([]string, len(problems))
	for i, p := range problems {
		briefs[i] = p.Complaint().Brief()
	}
	text := strings.Join(briefs, " · ")
	switch c, isRoot := l.Complaint(), l.Field.parent == nil; {
	case isRoot && c.isDemand:
		return Capital(text)
	case isRoot && c.Part != "":
		return text
	}
	return l.Field.Path() + ": " + text
}

// Sample is a text as the field takes it: the first example of its schema that is one, else one of its format or
// pattern; "" where none is known.
//
// Not stable, see the package comment.
func Sample(x *Field) string {
	isJSON := x.Kind() == schema.JSON && x.loc.Kind().IsString() // a text that is written as JSON
	if !x.Kind().IsString() && !isJSON {
		return ""
	}
	text := dateToCome(x, x.loc.Sample())
	if examples := x.loc.Examples(); len(examples) > 0 && examples[0].Is(ojson.String) && !x.IsSecret() && x.Takes(examples[0]) {
		text = safe.Text(examples[0].Text()).Line(summaryLimit).String()
	}
	if isJSON && text != "" {
		return string(ojson.NewString(text).Compact())
	}
	return text
}

// dateToCome is the date of tomorrow in the place of any other, if the field takes it.
func dateToCome(x *Field, sample string) string {
	format := dateFormatOf(x.loc)
	if format == "" {
		return sample
	}
	date := x.form.now().AddDate(0, 0, 1).Format(time.DateOnly)
	if format == DateTime {
		date += "T09:30:00Z"
	}
	if date = fitDate(x.loc, date); len(x.loc.Validate(ojson.NewString(date))) > 0 {
		return sample
	}
	return date
}

// Capital is a text that begins with a capital letter.
//
// Not stable, see the package comment.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if !unicode.IsLower(first) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Demand is what an object demands of its members together, such as one of two.
//
// Not stable, see the package comment.
type Demand struct {
	schema.Combination
	object *Field
}

// Demands are all of an object. Other fields have none.
//
// Not stable, see the package comment.
type Demands []Demand

// Demands are the demands of an object on its members together.
func (f *Field) Demands() Demands {
	var demands Demands
	for _, c := range f.loc.Combinations() {
		demands = append(demands, Demand{c, f})
	}
	return demands
}

// Missing is the first member that would meet a demand; nil for none.
func (d Demands) Missing() *Field {
	for _, demand := range d {
		if demand.Never || demand.IsMet() {
			continue
		}
		set := demand.Sets[0]
		i := slices.IndexFunc(set, func(name string) bool { return !demand.isSent(name) })
		return demand.object.child(set[max(i, 0)])
	}
	return nil
}

// complaint says of which members there are too few or too many, "" where that is not the problem.
func (d Demands) complaint(p schema.Problem) string {
	for _, demand := range d {
		if demand.object.Kind() == schema.Object && p.Pointer == demand.object.Pointer() && demand.IsFaultOf(p) {
			return demand.Text()
		}
	}
	return ""
}

// IsMet reports that what is sent meets the demand.
func (d Demand) IsMet() bool { return d.Combination.IsMet(d.isSent) }

// isSent reports whether a member of that name is sent.
func (d Demand) isSent(name string) bool {
	c := d.object.child(name)
	return c != nil && c.presence != Omitted
}

// Text is the demand in words: "fill in Email or Phone".
func (d Demand) Text() string {
	sets := make([]string, len(d.Sets))
	for i, set := range d.Sets {
		sets[i] = d.labels(set)
	}
	switch {
	case d.Never && len(sets) == 1 && len(d.Sets[0]) > 1:
		return "do not fill in " + sets[0] + " together"
	case d.Never:
		return "leave out " + strings.Join(sets, "; ")
	case d.Exactly && len(sets) > 1:
		return "fill in exactly one of " + strings.Join(sets, ", ")
	case len(sets) == 2:
		return "fill in " + sets[0] + " or " + sets[1]
	case len(sets) > 2:
		return "fill in one of " + strings.Join(sets, ", ")
	}
	return "fill in " + sets[0]
}

// Alternatives are the members that meet the demand in place of that of a name: "Email or Phone". It is "" where that member
// alone does not meet the demand.
func (d Demand) Alternatives(name string) string {
	var others []string
	offers := false
	for _, set := range d.Sets {
		if len(set) == 1 && set[0] == name {
			offers = true
			continue
		}
		others = append(others, d.labels(set))
	}
	if !offers || d.Never {
		return ""
	}
	return strings.Join(others, " or ")
}

// labels names members: "Email and Phone".
func (d Demand) labels(names []string) string {
	labels := make([]string, len(names))
	for i, name := range names {
		labels[i] = shown(Humanize(name))
		if c := d.object.child(name); c != nil {
			labels[i] = c.Label()
		}
	}
	return strings.Join(labels, " and ")
}
