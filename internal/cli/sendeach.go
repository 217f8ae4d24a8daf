package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/schema"
	"a2aform/internal/store/runfile"
	"a2aform/render"
	"a2aform/render/export"
)

const (
	maxEach     = 10_000 // rows
	maxEachJobs = 64     // messages at the same time
	maxEachSaid = 10     // rows with problems that are told
)

// eachRow is one of the rows of --each, and what came of it.
type eachRow struct {
	value   *ojson.Value // as it was read
	plan    *run.Plan
	input   *ojson.Value // value without secrets
	outcome string       // "" as long as nothing was sent
	failed  bool
	why     string
	answer  *ojson.Value // nil for none
}

// checkEach refuses the flags that go with one message only.
func (o *sendOptions) checkEach() error {
	switch {
	case o.each == "":
		return nil
	case o.jobs < 1 || o.jobs > maxEachJobs:
		return command.Usagef("-j %d: send 1 to %d messages at the same time", o.jobs, maxEachJobs)
	case o.skill == "":
		return command.Usagef("--each fills in a form for each row: name its skill with --skill")
	case o.from != "" || len(o.all(dataContent)) > 0 || o.text != "" || len(o.files)+len(o.rest)+len(o.before) > 0:
		return command.Usagef("--each fills in the form: only --set and --answer go with it, for every row")
	case o.async || o.stream || o.task != "" || o.context != "" || o.save.Dir != "" || o.output.Artifact.Name != "" || o.answerAs != "" || len(o.failOn) > 0 || o.sendInvalid:
		return command.Usagef("--async, --stream, --task-id, --context-id, --save, --artifact, --answer-as, --fail-on and --send-invalid are for one message: they do not go with --each")
	}
	return nil
}

// sendEach sends a message for each row, and prints one table of the rows and the answers. Nothing is sent unless all rows fit the form.
func (o *sendOptions) sendEach(ctx context.Context, s *command.Streams, agent *a2aclient.Agent) error {
	skill, inputs, err := o.skillOf(agent.Card())
	if err != nil {
		return err
	}
	input, err := o.input(inputs)
	if err != nil {
		return err
	}
	rows, fedBy, err := o.readEach(s)
	if err != nil {
		return err
	}
	if err := o.fillEach(s, &run.Plan{Agent: agent, Skill: skill, Input: input, FedBy: fedBy}, rows); err != nil {
		return err
	}
	if o.dryRun {
		return o.printEachPlan(s, rows)
	}
	command.WarnCredentials(s, agent, skill)
	if pricing := agent.Card().Pricing; !pricing.IsEmpty() {
		s.Warn("note: the card names a price: " + command.Line(pricing))
	}
	defer o.limitRuns(s)
	o.runEach(ctx, s, rows)
	if err := o.printEach(ctx, s, rows); err != nil {
		return err
	}
	return eachError(ctx, rows)
}

// readEach reads the rows of a file, or of the result of a run.
func (o *sendOptions) readEach(s *command.Streams) (rows []*eachRow, fedBy *runfile.FedBy, err error) {
	var v *ojson.Value
	if _, missing := os.Stat(o.each); missing != nil && o.each != "-" && filepath.Ext(o.each) == "" || strings.Contains(o.each, ":/") {
		if v, fedBy, err = valueOf(s, "--each", o.each); err != nil {
			return nil, nil, err
		}
	} else if v, err = valueOfFile(s, o.each); err != nil {
		return nil, nil, err
	}
	if v.Is(ojson.Object) {
		v = ojson.NewArray(v)
	}
	switch n := v.Len(); {
	case !v.Is(ojson.Array) || n == 0:
		return nil, nil, command.Usagef("--each: there are no rows in %s; %s", safe.Text(o.each).Line(60), whatIsThere(v))
	case n > maxEach:
		return nil, nil, command.Usagef("--each sends at most %d messages, and there are %d rows", maxEach, n)
	}
	for i, item := range v.Items() {
		if !item.Is(ojson.Object) {
			return nil, nil, command.Usagef("--each: row %d is not an object whose members are columns", i+1)
		}
		rows = append(rows, &eachRow{value: item})
	}
	return rows, fedBy, nil
}

// valueOfFile is the value of a file of CSV, JSON or JSON Lines.
func valueOfFile(s *command.Streams, path string) (*ojson.Value, error) {
	data, err := readShown(s, path)
	if err != nil {
		return nil, err
	}
	document, err := render.OpenFile(path, data, render.Schema{})
	if err == nil {
		var v *ojson.Value
		if v, err = export.Value(document); err == nil {
			return v, nil
		}
	}
	return nil, command.Usagef("--each: %s has no rows: %s", safe.Text(filepath.Base(path)).Line(60), err)
}

// fillEach makes the plan of each row, like the first one. All problems are told before anything is sent.
func (o *sendOptions) fillEach(s *command.Streams, like *run.Plan, rows []*eachRow) error {
	doc, err := schema.Load(like.Input.Schema)
	if err != nil {
		return fmt.Errorf("the schema %s cannot be used: %w", command.Line(like.Input.Name), err)
	}
	doc.SetNotSecret(notSecretOf(s, like.Agent))
	var problems, unused []string
	used, wrong := 0, 0
	for i, r := range rows {
		form := formgen.New(doc)
		value := r.value
		if like.FedBy == nil && !isJSONFile(o.each) {
			value = withoutEmpty(value)
		}
		fields, rest, unfit := fillRow(form, doc, value)
		used += len(fields)
		for _, name := range rest {
			if !slices.Contains(unused, name) {
				unused = append(unused, name)
			}
		}
		if err := o.fill(s, form, nil); err != nil {
			return err
		}
		data, err := form.Submit()
		if err != nil || unfit != nil {
			if wrong++; wrong <= maxEachSaid {
				list, _ := problemsOf(err)
				problems = append(problems, fmt.Sprintf("row %d: %s", i+1, strings.Join(append(unfit, list...), "; ")))
			}
			continue
		}
		plan := *like
		plan.Data, plan.SkillHint, plan.Private = data, o.skillHint, form.HasSecret() || o.hasVariable()
		if like.FedBy != nil {
			from := *like.FedBy
			from.Rows, from.Fields = []int{i + 1}, fields
			plan.FedBy = &from
		}
		r.plan, r.input = &plan, withoutSecrets(doc, r.value)
	}
	switch {
	case used == 0:
		return command.Usagef("--each: no column has the name of a field of the form; it has %s", strings.Join(propertyNames(doc), ", "))
	case wrong > 0:
		if wrong > maxEachSaid {
			problems = append(problems, fmt.Sprintf("and %d more", wrong-maxEachSaid))
		}
		return command.Usagef("%d of %s not fit the form, so nothing was sent:\n  %s", wrong, counted(len(rows), "row does", "rows do"), strings.Join(problems, "\n  "))
	}
	for i, name := range unused {
		unused[i] = safe.Text(name).Line(40).String()
	}
	if len(unused) > 0 {
		s.Warn("note: no field of the form is called " + strings.Join(unused[:min(len(unused), maxEachSaid)], ", ") + ": only in the table")
	}
	return nil
}

// isJSONFile reports a file in which an empty text is one, and not a cell without a value.
func isJSONFile(path string) bool { return strings.HasPrefix(filepath.Ext(path), ".json") }

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

// fillRow fills a form in with a row: members that suit fields as they are, others as text, as CSV has it. The rest has no field;
// unfit says which texts a field cannot have.
func fillRow(form *formgen.Form, doc *schema.Document, row *ojson.Value) (fields []safe.Raw, rest, unfit []string) {
	suited, _ := formgen.SuitedFrom(doc, row, nil)
	if suited.Value != nil {
		form.FillIn(suited.Value, formgen.Result)
	}
	for _, label := range suited.Labels {
		fields = append(fields, safe.Text(label))
	}
	for _, m := range row.Members() {
		name, ok := formgen.PropertyFor(doc, m.Name)
		switch {
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

func propertyNames(doc *schema.Document) (names []string) {
	for _, p := range doc.Root().Properties() {
		names = append(names, safe.Text(p.Name).Line(40).String())
	}
	return names
}

// printEachPlan prints what would be sent, a line each.
func (o *sendOptions) printEachPlan(s *command.Streams, rows []*eachRow) error {
	var text bytes.Buffer
	for _, r := range rows {
		doc, err := schema.Load(r.plan.Input.Schema)
		if err != nil {
			return err
		}
		v, err := ojson.Parse(r.plan.Data, ojson.DataLimits)
		if err != nil {
			return err
		}
		text.Write(doc.Root().MaskSecrets(v, auth.Mask).Compact())
		text.WriteByte('\n')
	}
	return command.PrintRaw(s, bytes.TrimSuffix(text.Bytes(), []byte("\n")))
}

// runEach sends the messages, so many at once, and tells of each that came to its end. After a ctrl+c no other one is sent.
func (o *sendOptions) runEach(ctx context.Context, s *command.Streams, rows []*eachRow) {
	next, done := make(chan int), make(chan int)
	var group sync.WaitGroup
	for range min(o.jobs, len(rows)) {
		safego.GoGroup(&group, func() {
			for i := range next {
				o.runRow(ctx, s, rows[i])
				done <- i
			}
		})
	}
	safego.Go(func() {
		defer close(done)
		for i := range rows {
			select {
			case next <- i:
				continue
			case <-ctx.Done():
			}
			break
		}
		close(next)
		group.Wait()
	})
	count := 0
	for i := range done {
		count++
		text := rows[i].outcome
		if why := rows[i].why; strings.HasPrefix(why, text) {
			text = why
		} else if why != "" {
			text += ": " + why
		}
		s.Warn(fmt.Sprintf("%d of %d  row %d  %s", count, len(rows), i+1, text))
	}
}

// runRow sends the message of a row and waits for what comes of it.
func (o *sendOptions) runRow(ctx context.Context, s *command.Streams, r *eachRow) {
	if ctx.Err() != nil {
		return
	}
	one := sendOptions{answers: slices.Clone(o.answers)}
	sent := run.Start(ctx, r.plan, run.Options{Store: s.Store(), Record: o.record, See: o.connect.PrintFrame(s)})
	defer sent.Close()
	err := one.wait(ctx, sent)
	now := sent.Snapshot()
	r.outcome, r.failed = now.Outcome(), err != nil || now.HasFailed() || now.Phase == run.Paused
	switch {
	case err != nil:
		r.why = safe.Text(err.Error()).Line(safe.TextLimit()).String()
	case now.HasFailed():
		r.why = now.Reason().Line(safe.TextLimit()).String()
	case now.Phase == run.Paused:
		r.why = "the agent asks: " + safe.Text(now.LiveText()).Line(safe.TextLimit()).String()
	}
	r.answer = answerOf(sent)
}

// answerOf is the data of a result, else its text; nil for none.
func answerOf(r *run.Run) *ojson.Value {
	if v, err := export.Value(r.Document()); err == nil {
		return v
	}
	var texts []string
	for _, p := range r.Snapshot().ResultParts() {
		if p.Kind == a2a.PartText {
			texts = append(texts, p.Text.Exact()) //nolint:forbidigo // of the table, which is drawn and exported like any result
		}
	}
	if texts == nil {
		return nil
	}
	return ojson.NewString(strings.Join(texts, "\n"))
}

// printEach prints the table: a row as it was read, how its run ended, and the answer beside it.
func (o *sendOptions) printEach(ctx context.Context, s *command.Streams, rows []*eachRow) error {
	list := make([]*ojson.Value, len(rows))
	for i, r := range rows {
		list[i] = r.joined()
	}
	data := ojson.NewArray(list...).Compact()
	if o.output.JSON() {
		return command.PrintRaw(s, data)
	}
	document := render.Open(data, render.Schema{})
	if o.output.IsText() {
		return command.PrintDocument(s, document)
	}
	format, _ := o.output.Format()
	return s.ExportDocument(ctx, s.Out, document, command.ArtifactFlag{}, format, "Answers")
}

// joined is the row with what came of it. A member of the answer that the row has, too, is called answer.NAME.
func (r *eachRow) joined() *ojson.Value {
	var members []ojson.Member
	add := func(name string, v *ojson.Value) {
		for slices.ContainsFunc(members, func(m ojson.Member) bool { return m.Name == name }) {
			name = "answer." + name
		}
		members = append(members, ojson.Member{Name: name, Value: v})
	}
	for _, m := range r.input.Members() {
		add(m.Name, m.Value)
	}
	outcome := r.outcome
	if outcome == "" {
		outcome = "not sent"
	}
	add("outcome", ojson.NewString(outcome))
	switch {
	case r.answer == nil:
	case r.answer.Is(ojson.Object):
		for _, m := range r.answer.Members() {
			add(m.Name, m.Value)
		}
	default:
		add("answer", r.answer)
	}
	if r.why != "" {
		add("error", ojson.NewString(r.why))
	}
	return ojson.NewObject(members...)
}

// eachError says how many messages failed, and after a ctrl+c how many were not sent.
func eachError(ctx context.Context, rows []*eachRow) error {
	failed, sent := 0, 0
	for _, r := range rows {
		if r.outcome != "" {
			sent++
		}
		if r.failed {
			failed++
		}
	}
	if cause := context.Cause(ctx); cause != nil {
		why := "interrupted"
		if errors.Is(cause, context.DeadlineExceeded) {
			why = "the --timeout has expired"
		}
		return &stopped{fmt.Sprintf("%s: %d of %d messages were sent", why, sent, len(rows)), cause}
	}
	if failed > 0 {
		return command.CheckFailed(fmt.Sprintf("%d of %s", failed, counted(len(rows), "message failed", "messages failed")), nil)
	}
	return nil
}
