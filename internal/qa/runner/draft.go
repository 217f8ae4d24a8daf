package runner

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/suite"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/render"
)

// CaseDraft is a case that is not written yet.
type CaseDraft struct {
	Name    string
	File    string // its path
	Choices []DraftChoice

	base   *casefile.Case
	source *DraftSource
	dir    string            // where cases are
	taken  map[string]string // the names of the cases there, and their files
	files  map[string]bool   // the names of the files there
}

// DraftChoice is an expectation that may be taken or left out.
type DraftChoice struct {
	Label  string // what is checked; it may contain text of the agent
	Text   string // what is expected, likewise
	IsMore bool   // it is for those who want more than the answer of now
	On     bool
	apply  func(*casefile.Case)
}

const (
	maxName   = 60 // bytes of the texts that a name is made of
	nameWords = 6  // of a name that is proposed
	nameWidth = 40 // likewise, characters
	maxValues = 12 // draftValues that are proposed as expectations
	maxValue  = 80 // bytes of such a value
)

// NewDraft is the case of a source: in the repository of dir, or in dir itself. The agent is its name in the case; "" for none.
func NewDraft(s *DraftSource, dir, agent string) (*CaseDraft, error) {
	c, err := s.Case()
	if err != nil {
		return nil, err
	}
	if dir, err = CasesDir(dir); err != nil {
		return nil, err
	}
	d := &CaseDraft{base: c, source: s, dir: dir, taken: map[string]string{}, files: map[string]bool{}}
	c.Agent = agent
	files, problems := casefile.Find([]string{d.dir})
	if problems == nil {
		read, _ := casefile.ReadAll(files, casefile.Options{}) // a file with a problem has no name to be taken
		for _, f := range read {
			d.taken[f.Name] = f.Path
		}
	}
	entries, _ := os.ReadDir(d.dir) // one that cannot be read fails when the case is written
	for _, e := range entries {
		d.files[e.Name()] = true
	}
	d.Name = d.unusedName(s.name())
	d.File = d.FileOf(d.Name)
	d.propose()
	return d, nil
}

// CasesDir returns the directory for the cases of a repository.
func CasesDir(dir string) (string, error) {
	if path, err := suite.Find(dir); err != nil || path != "" {
		return filepath.Join(filepath.Dir(path), "cases"), err
	}
	if found, err := casefile.FindDir(dir); err != nil || found != "" {
		return found, err
	}
	return filepath.Join(cmp.Or(store.RepositoryRoot(dir), dir), casefile.DefaultDir), nil
}

// name is a name for the case: its skill, and what is asked of it.
func (s *DraftSource) name() string {
	name := "Ask the agent"
	if skill := s.Plan.Skill; skill != nil {
		name = skill.Name.Line(maxName).String()
		if skill.Name.IsEmpty() {
			name = skill.ID.Line(maxName).String()
		}
	}
	if asked := s.Plan.Asked(); !asked.IsEmpty() {
		name += ": " + asked.Line(maxName).String()
	}
	return shortName(name)
}

// shortName is the first words of a name, as whole as they fit.
func shortName(name string) (short string) {
	for i, word := range strings.Fields(name) {
		longer := strings.TrimSpace(short + " " + word)
		if n := utf8.RuneCountInString(longer); i == nameWords || n > nameWidth && short != "" {
			break
		} else if n > nameWidth {
			longer = string([]rune(longer)[:nameWidth])
		}
		short = longer
	}
	return strings.TrimRight(short, " ,:;…")
}

func (d *CaseDraft) unusedName(name string) string {
	for n := 2; d.taken[name] != ""; n++ {
		name = fmt.Sprintf("%s (%d)", strings.TrimSuffix(name, fmt.Sprintf(" (%d)", n-1)), n)
	}
	return name
}

// FileOf is the path of the file for a case of a name, of its skill where nothing of the name can be in a path. No file had it
// when the draft was made.
func (d *CaseDraft) FileOf(name string) string {
	base := safe.FileName(safe.Text(strings.ToLower(name)), "", "")
	if base == "" {
		base = safe.FileName(safe.Text(strings.ToLower(d.base.Skill)), "case", "")
	}
	file := base + ".toml"
	for n := 2; d.files[file]; n++ {
		file = fmt.Sprintf("%s-%d.toml", base, n)
	}
	return filepath.Join(d.dir, file)
}

// propose lists what the case can expect.
func (d *CaseDraft) propose() {
	if d.source.Now == nil {
		return
	}
	e := d.base.Expect
	add := func(c DraftChoice) { d.Choices = append(d.Choices, c) }
	if e.States != nil {
		add(DraftChoice{Label: "Outcome", Text: strings.Join(e.States, " or "), On: true, apply: func(c *casefile.Case) { c.Expect.States = e.States }})
	}
	var same casefile.Case
	if d.source.ExpectSame(&same, "") {
		text := "the same as now"
		if len(same.Expect.Same.Formats) > 0 {
			text += ", but for times and ids"
		}
		add(DraftChoice{Label: "Output", Text: text, On: true, apply: func(c *casefile.Case) { d.source.ExpectSame(c, d.goldenName()) }})
	}
	if e.Schemas != nil || e.Output != casefile.DefaultOutput {
		add(DraftChoice{Label: "Schema", Text: schemaText(e), IsMore: true, On: true, apply: func(c *casefile.Case) { c.Expect.Schemas, c.Expect.Output = e.Schemas, e.Output }})
	}
	for _, v := range draftValues(d.source) {
		name := ojson.Tokens(v.At)[1]
		add(DraftChoice{Label: name, Text: string(v.Operand.Compact()), IsMore: true, apply: func(c *casefile.Case) { c.Expect.Values = append(c.Expect.Values, v) }})
	}
}

// schemaText says what is expected of the output by its schemas.
func schemaText(e casefile.Expect) string {
	text := string(cmp.Or(e.Output, casefile.ValidOutput))
	if e.Output == casefile.AnyOutput {
		text = "need not be valid"
	}
	if len(e.Schemas) > 0 {
		text += " (" + strings.Join(e.Schemas, ", ") + ")"
	}
	return text
}

// draftValues are expectations of what the output holds.
func draftValues(s *DraftSource) (list []casefile.Value) {
	data := check.Document(check.Subject{Now: *s.Now}).Get("data")
	if !data.Is(ojson.Object) {
		return nil
	}
	for _, m := range data.Members() {
		v := casefile.Value{At: ojson.Pointer("/data", m.Name), Relation: casefile.Is, Operand: m.Value}
		text := casefile.Format(&casefile.Case{Expect: casefile.Expect{Values: []casefile.Value{v}}})
		if len(list) < maxValues && len(m.Value.Compact()) <= maxValue && bytes.Contains(text, []byte("[[expect.value]]")) {
			list = append(list, v)
		}
	}
	return list
}

// goldenName is the path of the golden file, relative to the case.
func (d *CaseDraft) goldenName() string {
	name := strings.TrimSuffix(filepath.Base(d.File), filepath.Ext(d.File))
	return "golden/" + name + ".json"
}

// Case is the case with the expectations that are chosen.
func (d *CaseDraft) Case() *casefile.Case {
	c := *d.base
	c.Name, c.Expect = d.Name, casefile.Expect{}
	for _, choice := range d.Choices {
		if choice.On {
			choice.apply(&c)
		}
	}
	return &c
}

// Text is the file as it will be written.
func (d *CaseDraft) Text() []byte { return casefile.Format(d.Case()) }

// Check says why the draft cannot be written, nil where it can.
func (d *CaseDraft) Check() error {
	path := d.path()
	switch {
	case strings.TrimSpace(d.Name) == "":
		return errors.New("the case needs a name")
	case d.taken[d.Name] != "":
		return fmt.Errorf("there is a case of this name in %s", safe.Text(filepath.Base(d.taken[d.Name])).Line(80))
	case strings.TrimSpace(d.File) == "":
		return errors.New("the case needs a file")
	case filepath.Ext(path) != ".toml":
		return errors.New("the name of a case file ends in .toml")
	}
	if _, err := os.Lstat(path); err == nil {
		return errors.New("the file exists; choose another name")
	}
	_, problems := casefile.Parse(path, d.Text(), casefile.Options{})
	for _, p := range problems {
		return errors.New(p.Text)
	}
	return nil
}

// path is where the file is written.
func (d *CaseDraft) path() string { return strings.TrimSpace(d.File) }

// Write writes the case, and its golden file where it has one. It never writes over a file.
func (d *CaseDraft) Write() error {
	if err := d.Check(); err != nil {
		return err
	}
	c, path := d.Case(), d.path()
	if c.Expect.Same != nil {
		free := store.Unused(filepath.Join(filepath.Dir(path), filepath.FromSlash(c.Expect.Same.File)))
		c.Expect.Same.File = "golden/" + filepath.Base(free)
	}
	if err := writeCase(path, c); err != nil || c.Expect.Same == nil {
		return err
	}
	if err := check.WriteGolden(filepath.Join(filepath.Dir(path), filepath.FromSlash(c.Expect.Same.File)), check.Golden(*d.source.Now)); err != nil {
		return fmt.Errorf("the case is written, but not its output: %w", runfile.Fault(err))
	}
	return nil
}

// writeCase writes a case into a new file.
func writeCase(path string, c *casefile.Case) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return runfile.Fault(err)
	}
	return runfile.Fault(store.WriteNew(path, func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(casefile.Format(c)))
		return err
	}))
}

// Plan is what was sent, or is to be.
func (d *CaseDraft) Plan() *run.Plan { return d.source.Plan }

// Build returns the plan of what a case sends to an agent, validated as by `send`. The store knows which fields hold no secret; nil
// for none.
func Build(c *casefile.Case, agent *a2aclient.Agent, keep *store.Store) (*run.Plan, error) {
	return newBuilder(keep).build(c, agent)
}

// builder builds what cases send, with each schema loaded once.
type builder struct {
	keep *store.Store
	mu   sync.Mutex
	docs map[*a2aclient.Input]*schema.Document
	outs map[output]render.Resolver
}

// output is what answers of a skill are read by.
type output struct {
	card  *a2aclient.Card
	skill *a2aclient.Skill
}

// outputs finds the schemas of the answers of a skill. Each is compiled once for all attempts.
func (b *builder) outputs(card *a2aclient.Card, skill *a2aclient.Skill) render.Resolver {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := output{card, skill}
	if b.outs[key] == nil {
		b.outs[key] = run.OutputSchemas(card, skill)
	}
	return b.outs[key]
}

func newBuilder(keep *store.Store) *builder {
	return &builder{keep: keep, docs: map[*a2aclient.Input]*schema.Document{}, outs: map[output]render.Resolver{}}
}

// document is the schema of a form.
func (b *builder) document(input *a2aclient.Input, agent *a2aclient.Agent) (*schema.Document, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if doc := b.docs[input]; doc != nil {
		return doc, nil
	}
	doc, err := schema.Load(input.Schema)
	if err != nil {
		return nil, fmt.Errorf("the schema %s cannot be used: %w", input.Name.Line(60), err)
	}
	doc.SetNotSecret(notSecret(agent, b.keep))
	b.docs[input] = doc
	return doc, nil
}

func (b *builder) build(c *casefile.Case, agent *a2aclient.Agent) (*run.Plan, error) {
	plan := &run.Plan{Agent: agent, Text: c.Input.Text, SkillHint: c.Input.SkillHint}
	if c.Input.AnswerAs != "" {
		as, err := run.ParseAnswerAs(c.Input.AnswerAs)
		if err != nil {
			return nil, fmt.Errorf("answer-as: %w", err)
		}
		as.InText = c.Input.AnswerInText
		plan.AnswerAs = as
	}
	isForm := c.Input.Data != nil || len(c.Input.Set) > 0
	var inputs []a2aclient.Input
	if c.Skill != "" {
		if plan.Skill = agent.Card().SkillNamed(c.Skill); plan.Skill == nil {
			return nil, agent.Card().NoSkill(c.Skill)
		}
		inputs = plan.Skill.Inputs
	} else if isForm {
		var err error
		if plan.Skill, inputs, err = agent.Card().OnlyForm(); err != nil {
			return nil, fmt.Errorf("%w; choose one with skill", err)
		}
	}
	plan.Outputs = b.outputs(agent.Card(), plan.Skill)
	files, err := readFiles(c.Input.Files)
	if err != nil {
		return nil, err
	}
	plan.Files = files
	if isForm {
		err = b.fill(plan, c, inputs)
	}
	plan.Private = plan.Private || holdsCredential(plan, c)
	return plan, err
}

// holdsCredential reports whether a case sends one of the secrets of its agent, as where a variable of its environment is one.
func holdsCredential(plan *run.Plan, c *casefile.Case) bool {
	return slices.ContainsFunc(append(c.Texts(), plan.Data), plan.Agent.Credentials().IsIn)
}

// fill sets the data of a plan from the form of the skill.
func (b *builder) fill(plan *run.Plan, c *casefile.Case, inputs []a2aclient.Input) error {
	input, err := inputOf(c.Schema, inputs)
	if err != nil {
		return err
	}
	doc, err := b.document(input, plan.Agent)
	if err != nil {
		return err
	}
	form := formgen.New(doc)
	if c.Input.Data != nil {
		v, err := ojson.Parse(c.Input.Data, ojson.DataLimits)
		if err != nil {
			return fmt.Errorf("the input is not JSON: %w", err)
		}
		if !utf8.Valid(c.Input.Data) {
			return errors.New("the input is not valid UTF-8")
		}
		form.Load(v)
	}
	sets := c.Input.Set
	failed, err := formgen.SetEach(len(sets), func(i int) error { return formgen.SetText(form, sets[i].Path, sets[i].Value) })
	if err != nil {
		return fmt.Errorf("set %s: %w", safe.Text(sets[failed].Path).Line(60), err)
	}
	plan.Input = input
	plan.Data, err = submit(form, c, input.IsGuess)
	plan.Private = form.HasSecret()
	return err
}

// submit returns the data of a form. It fails unless the data is valid, or invalid if the case says so.
func submit(form *formgen.Form, c *casefile.Case, isGuess bool) ([]byte, error) {
	data, err := form.Submit()
	refused, isRefused := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
	switch {
	case !c.Input.Invalid && isRefused && (isGuess || refused.IsValid()): // a case may try what no form sends
		return form.SubmitAnyway(form.Validate()())
	case !c.Input.Invalid && isRefused:
		var lines []string
		for _, line := range refused.Lines() {
			lines = append(lines, line.Text)
		}
		return nil, fmt.Errorf("the input does not fit the schema: %s", strings.Join(lines, "; "))
	case c.Input.Invalid && err == nil:
		return nil, errors.New("the case says that the input is invalid, but it satisfies its schema")
	case err != nil && !isRefused:
		return nil, err
	case len(c.Input.Set) == 0: // as it was written, in its order, also what no form can contain
		v, err := ojson.Parse(c.Input.Data, ojson.DataLimits)
		return v.Compact(), err
	case !c.Input.Invalid:
		return data, nil
	}
	return form.SubmitAnyway(form.Validate()())
}

// inputOf is the form that a case names, or the only one.
func inputOf(name string, inputs []a2aclient.Input) (*a2aclient.Input, error) {
	var names []string
	for i := range inputs {
		if name == "" && len(inputs) == 1 || name != "" && inputs[i].Name == safe.Text(name) {
			return &inputs[i], nil
		}
		names = append(names, inputs[i].Name.Line(60).String())
	}
	switch {
	case len(inputs) == 0:
		return nil, errors.New("the skill has no input schema: use text")
	case name == "":
		return nil, fmt.Errorf("the skill has several forms, choose one with schema: %s", strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("there is no form %s; there is %s", safe.Text(name).Line(60), strings.Join(names, ", "))
}

// notSecret are the member names that the user said contain no secret for this agent.
func notSecret(agent *a2aclient.Agent, keep *store.Store) []string {
	credentials, err := auth.NewCredentialSet(agent.Interface().URL)
	if err != nil {
		return nil
	}
	return keep.NotSecret(credentials.Origin())
}

// readFiles are the files that go with the message.
func readFiles(names []string) (files []a2aclient.FilePart, err error) {
	left := limit.MessageFiles.Int()
	for _, name := range names {
		if strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://") {
			files = append(files, a2aclient.LinkedFile(name))
			continue
		}
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return nil, fmt.Errorf("file %s: there is no such file", safe.Text(name).Line(200))
		}
		if info.Size() > int64(left) {
			return nil, fmt.Errorf("file %s: all files of a message may have %s", safe.Text(name).Line(200), limit.MessageFiles)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("file %s: it cannot be read", safe.Text(name).Line(200))
		}
		left -= len(data)
		files = append(files, a2aclient.NewFilePart(name, data))
	}
	return files, nil
}
