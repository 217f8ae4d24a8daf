package runner

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/suite"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
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
	Label string // what is checked
	Text  string // what is expected; it may contain text of the agent
	On    bool
	apply func(*casefile.Case)
}

const (
	maxName   = 60 // bytes of a name that is proposed
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
	name = strings.TrimSpace(safe.Text(name).Line(maxName).String())
	if cut, ok := strings.CutSuffix(name, "…"); ok { // only whole words
		name = strings.TrimRight(cut[:max(strings.LastIndexByte(cut, ' '), 0)], " ,:")
	}
	return name
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
	add := func(label, text string, on bool, apply func(*casefile.Case)) {
		d.Choices = append(d.Choices, DraftChoice{label, text, on, apply})
	}
	if e.States != nil {
		add("State", strings.Join(e.States, " or "), true, func(c *casefile.Case) { c.Expect.States = e.States })
	}
	if e.Schemas != nil {
		add("Schemas", strings.Join(e.Schemas, ", "), true, func(c *casefile.Case) { c.Expect.Schemas = e.Schemas })
	}
	if e.Output != casefile.DefaultOutput {
		add("Output", string(e.Output), true, func(c *casefile.Case) { c.Expect.Output = e.Output })
	}
	if d.source.ExpectSame(&casefile.Case{}, "") {
		add("Same output", "as it is now", true, func(c *casefile.Case) { d.source.ExpectSame(c, d.goldenName()) })
	}
	for _, v := range draftValues(d.source) {
		add(v.At, string(v.Operand.Compact()), false, func(c *casefile.Case) { c.Expect.Values = append(c.Expect.Values, v) })
	}
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
		return fmt.Errorf("the case is written, but not its golden file: %w", runfile.Fault(err))
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

// ShownValue returns a path for the screen, relative to dir if it is below dir.
func ShownValue(path, dir string) string {
	if below, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(below) {
		path = below
	}
	return safe.Text(path).Line(200).String()
}

// Plan is what was sent, or is to be.
func (d *CaseDraft) Plan() *run.Plan { return d.source.Plan }
