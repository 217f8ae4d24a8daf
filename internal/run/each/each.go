// Package each sends a message for each row of a table: each row fills in a form of its own, all of them are checked before the
// first is sent, and one table has the rows with the answers beside them.
package each

import (
	"fmt"
	"slices"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
)

// What one batch may have.
const (
	MaxRows = 10_000
	MaxJobs = 64 // messages at the same time
)

// Batch is the rows of a table, and what came of the message of each.
type Batch struct {
	Rows   []*Row
	Unused []string // the columns that no field of the form is called
	Used   int      // the fields that the rows fill in, counted for each row
	doc    *schema.Document
	sending
}

// Row is a row of the table.
type Row struct {
	Number   int          // in the table that it is from, from 1
	Plan     *run.Plan    // nil where it does not fit
	Problems []string     // why it does not
	shown    *ojson.Value // as it was read, without secrets
}

// Options say how rows fill in a form.
type Options struct {
	IsAlike   formgen.IsAlike           // nil where names alone count
	Numbers   []int                     // of the rows in the table they are from; nil where those are 1, 2, 3 …
	IsText    bool                      // the cells are texts, and an empty one is none
	NotSecret []string                  // the member names that the user said contain no secret
	Fill      func(*formgen.Form) error // fills in the rest; may be nil
	Problems  func(error) []string      // says in words what a form lacks; nil for those of the form
}

// New fills in the form of like.Input with each row. An error is that of the schema, or of [Options.Fill].
func New(like *run.Plan, rows []*ojson.Value, o Options) (*Batch, error) {
	doc, err := schema.Load(like.Input.Schema)
	if err != nil {
		return nil, fmt.Errorf("the schema %s cannot be used: %w", like.Input.Name.Line(0), err)
	}
	doc.SetNotSecret(o.NotSecret)
	b := &Batch{doc: doc}
	for i, value := range rows {
		number := i + 1
		if i < len(o.Numbers) {
			number = o.Numbers[i]
		}
		if err := b.add(like, value, number, o); err != nil {
			return nil, err
		}
	}
	b.results = make([]Result, len(b.Rows))
	return b, nil
}

func (b *Batch) add(like *run.Plan, value *ojson.Value, number int, o Options) error {
	r := &Row{Number: number, shown: withoutSecrets(b.doc, value)}
	b.Rows = append(b.Rows, r)
	if o.IsText {
		value = withoutEmpty(value)
	}
	form := formgen.New(b.doc)
	fields, rest, unfit := fill(form, b.doc, value, o.IsAlike)
	b.Used += len(fields)
	for _, name := range rest {
		if !slices.Contains(b.Unused, name) {
			b.Unused = append(b.Unused, name)
		}
	}
	if o.Fill != nil {
		if err := o.Fill(form); err != nil {
			return err
		}
	}
	data, err := form.Submit()
	if err != nil || unfit != nil {
		problems := o.Problems
		if problems == nil {
			problems = problemsOf
		}
		r.Problems = append(unfit, problems(err)...)
		return nil
	}
	plan := *like
	plan.Data, plan.Private = data, plan.Private || form.HasSecret()
	if like.FedBy != nil {
		from := *like.FedBy
		from.Rows, from.Fields = []int{number}, fields
		plan.FedBy = &from
	}
	r.Plan = &plan
	return nil
}

// problemsOf are the problems that a form refuses to submit for.
func problemsOf(err error) (lines []string) {
	refused, ok := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
	if !ok {
		return nil
	}
	for _, line := range refused.Lines() {
		lines = append(lines, line.Text)
	}
	return lines
}

// Unfit counts the rows that do not fit the form.
func (b *Batch) Unfit() (n int) {
	for _, r := range b.Rows {
		if r.Plan == nil {
			n++
		}
	}
	return n
}

// Fields are the names of the fields that columns can fill in.
func (b *Batch) Fields() (names []string) {
	for _, p := range b.doc.Root().Properties() {
		names = append(names, safe.Text(p.Name).Line(40).String())
	}
	return names
}

// Masked is the data of a row with a mask in place of secrets.
func (b *Batch) Masked(i int) (*ojson.Value, error) {
	v, err := ojson.Parse(b.Rows[i].Plan.Data, ojson.DataLimits)
	if err != nil {
		return nil, err
	}
	return b.doc.Root().MaskSecrets(v, auth.Mask), nil
}

// withoutEmpty is a row without its empty cells.
func withoutEmpty(row *ojson.Value) *ojson.Value {
	var members []ojson.Member
	for _, m := range row.Members() {
		if !m.Value.Is(ojson.String) || m.Value.Text() != "" {
			members = append(members, m)
		}
	}
	return ojson.NewObject(members...)
}

// fill fills a form in with a row: members that suit fields as they are, others as text, as CSV has it. The rest has no field;
// unfit says which texts a field cannot have.
func fill(form *formgen.Form, doc *schema.Document, row *ojson.Value, isAlike formgen.IsAlike) (fields []safe.Raw, rest, unfit []string) {
	suited, _ := formgen.SuitedFrom(doc, row, isAlike)
	if suited.Value != nil {
		form.FillIn(suited.Value, formgen.Result)
	}
	for _, label := range suited.Labels {
		fields = append(fields, safe.Text(label))
	}
	for _, m := range row.Members() {
		name, ok := formgen.PropertyFor(doc, m.Name)
		switch {
		case !ok && slices.ContainsFunc(suited.Labels, func(l string) bool { return strings.HasSuffix(l, " ("+safe.Text(m.Name).Line(0).String()+")") }):
		case !ok:
			rest = append(rest, m.Name)
		case suited.Value != nil && suited.Value.At(ojson.Pointer("", name)).Exists(), m.Value.Is(ojson.Null), m.Value.Text() == "":
		default:
			fields = append(fields, safe.Text(m.Name))
			if err := formgen.SetText(form, ojson.Pointer("", name), m.Value.Text()); err != nil {
				unfit = append(unfit, safe.Text(m.Name).Line(40).String()+": "+err.Error())
			}
		}
	}
	return fields, rest, unfit
}

// withoutSecrets is a row with a mask in place of what fills in a secret.
func withoutSecrets(doc *schema.Document, row *ojson.Value) *ojson.Value {
	var members []ojson.Member
	for _, m := range row.Members() {
		if name, ok := formgen.PropertyFor(doc, m.Name); ok && doc.NamesSecrets() {
			one := doc.Root().MaskSecrets(ojson.NewObject(ojson.Member{Name: name, Value: m.Value}), auth.Mask)
			m.Value = one.At(ojson.Pointer("", name))
		}
		members = append(members, m)
	}
	return ojson.NewObject(members...)
}

// Table is the rows as they were read, how the run of each ended, and the answers beside them, as JSON.
func (b *Batch) Table() []byte {
	results := b.Results()
	list := make([]*ojson.Value, len(b.Rows))
	for i, r := range b.Rows {
		list[i] = joined(r.shown, results[i])
	}
	return ojson.NewArray(list...).Compact()
}

// Document is the table as a result.
func (b *Batch) Document() *render.Document {
	return render.Open(b.Table(), render.Schema{IsOurs: true})
}

// joined is a row with what came of it. A member of the answer that the row has, too, is called answer.NAME.
func joined(row *ojson.Value, result Result) *ojson.Value {
	var members []ojson.Member
	add := func(name string, v *ojson.Value) {
		for slices.ContainsFunc(members, func(m ojson.Member) bool { return m.Name == name }) {
			name = "answer." + name
		}
		members = append(members, ojson.Member{Name: name, Value: v})
	}
	for _, m := range row.Members() {
		add(m.Name, m.Value)
	}
	outcome := result.Outcome
	if outcome == "" {
		outcome = "not sent"
	}
	add("outcome", ojson.NewString(outcome))
	switch {
	case result.Answer == nil:
	case result.Answer.Is(ojson.Object):
		for _, m := range result.Answer.Members() {
			add(m.Name, m.Value)
		}
	default:
		add("answer", result.Answer)
	}
	if result.Why != "" {
		add("error", ojson.NewString(result.Why))
	}
	return ojson.NewObject(members...)
}

// Summary is the row on one line.
func (r *Row) Summary() string {
	var texts []string
	for _, m := range r.shown.Members() {
		if text := m.Value.Text(); text != "" {
			texts = append(texts, safe.Text(text).Line(maxSummary).String())
		}
	}
	return strings.Join(texts, " · ")
}

// maxSummary is how many characters of a value a summary has.
const maxSummary = 60
