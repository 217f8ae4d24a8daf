package casefile

import (
	"bytes"
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/tomlfile"
	"a2aform/render/export"
)

// Case is one test case: of a file, or of one row of its table and one entry of its matrix.
type Case struct {
	Path     string // of the file
	Row      int    // of its table, from 1; 0 without one
	Index    int    // among the cases that a command selects, from 1; 0 where it selects none
	Cells    []Cell // of the row
	Name     string
	Why      string
	Agent    string // "" for the one of the command line
	Skill    string // "" for the agent itself
	Schema   string // of the form, where the skill has several
	Tags     []string
	Timeout  time.Duration // of one attempt
	Repeat   int           // how often it runs, at least 1
	PassRate *big.Rat      // of the repeats
	Skip     string        // why it is left out; "" for a case that runs
	Needs    []string      // the names of cases that must pass before
	Captures []Capture
	Entry    Entry // of its matrix
	Problem  error // why its row cannot be used; nil for none
	Input    Input
	Turns    []Turn
	Expect   Expect
	// Rejection is how the agents of its suite show that input was rejected; nil for what the protocol has for it.
	Rejection *Rejection

	lines map[string]int // of its expectations, by their keys
}

// Need is how many of n repeats must pass: the pass rate times n, rounded up.
func (c *Case) Need(n int) int {
	need := new(big.Rat).Mul(c.PassRate, big.NewRat(int64(n), 1))
	whole, rest := new(big.Int).QuoRem(need.Num(), need.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return int(whole.Int64())
}

// Input is what is sent. Either Data or Text is set, or Set alone fills in the form.
type Input struct {
	Data    []byte // JSON as it was written; nil for none
	Text    string
	Set     []Setting
	Files   []string // paths, or addresses that the agent gets itself
	Invalid bool     // Data breaks its schema on purpose
	// AnswerAs is what the answer to the text is to be, as send --answer-as takes it; "" for
	// anything. AnswerInText writes the schema into the text, too.
	AnswerAs     string
	AnswerInText bool
	SkillHint    bool // the skill's id goes with any content
}

// Setting is a field that is set over the data, as `send --set NAME=VALUE` does.
type Setting struct {
	Path  string
	Value string
}

// Entry is a combination of a matrix: how a case runs. The empty entry leaves it to the command line.
type Entry struct {
	Transport string
	Version   string // of A2A
	Stream    *bool
}

// Turn is what happens after the first message, once the task is in a state.
type Turn struct {
	When   string // the state to wait for
	Do     Action
	Text   string    // of an answer or a message
	Data   []byte    // compact JSON in place of the text; nil for none
	Set    []Setting // over the data of a message
	Expect *Expect   // of the moment at which the state is reached; nil for nothing
}

// Action is what happens in a turn.
type Action string

// The actions of a turn.
const (
	Answer  Action = "answer"  // on the task
	Message Action = "message" // a new one in the same context
	Cancel  Action = "cancel"  // the task
)

// Sends reports whether an action sends a message.
func (a Action) Sends() bool { return a == Answer || a == Message }

// Messages are how many messages an attempt sends at most.
func (c *Case) Messages() int {
	n := 1
	for _, turn := range c.Turns {
		if turn.Do.Sends() {
			n++
		}
	}
	return n
}

// Texts are all texts that an attempt sends, but for the content of files.
func (c *Case) Texts() [][]byte {
	texts := [][]byte{c.Input.Data, []byte(c.Input.Text)}
	settings := slices.Clone(c.Input.Set)
	for _, turn := range c.Turns {
		texts = append(texts, turn.Data, []byte(turn.Text))
		settings = append(settings, turn.Set...)
	}
	for _, set := range settings {
		texts = append(texts, []byte(set.Value))
	}
	for _, file := range c.Input.Files {
		texts = append(texts, []byte(file))
	}
	return texts
}

// Expect is what a case expects of the end of a run. Zero values are not checked, except for the
// state and the output.
type Expect struct {
	States        []string // any one of them; nil for the default
	Output        Output
	Schemas       []string // the tags that must come, by the names of their schemas
	Artifacts     *Count
	Settled       time.Duration // at most; 0 for any
	FirstArtifact time.Duration // likewise
	That          []That
	Values        []Value
	Run           string // the path of a program that checks the verdict document; "" for none
	Same          *Same  // as last time; nil for no such check
}

// Same compares the output with a golden file.
type Same struct {
	File      string            // its path
	Ignore    []string          // patterns of places that are not compared
	Formats   []string          // of schemas: that a value has one is all that is compared
	Numbers   []Tolerance       // of numbers
	Unordered map[string]string // patterns of arrays whose order does not count; by this member, or "" by the whole value
	roots     *roots            // where File may be; nil for anywhere
}

// Check says why the golden file may not be read or written; nil where it may. It looks at the links of the moment, because an agent or
// another program may have changed them since the case was read.
func (s *Same) Check() error {
	if s.roots == nil {
		return nil
	}
	if err := s.roots.checkOne(s.File); err != nil {
		return fmt.Errorf("the golden file %s: %w", s.File, err)
	}
	return nil
}

// Tolerance is how far the numbers at some places may differ.
type Tolerance struct {
	At     string // a pattern
	Within *big.Rat
}

// Output says how data must agree with its schema.
type Output string

// What is expected of tagged parts.
const (
	DefaultOutput Output = ""        // each is valid; there is at least one where the card promises only data of schemas
	ValidOutput   Output = "valid"   // there are some, and they are valid
	InvalidOutput Output = "invalid" // one breaks its schema, or its schema is not declared
	AnyOutput     Output = "any"
)

// Count is how many there may be.
type Count struct{ Min, Max int } // Max -1 for any number

// Holds reports whether n is within the count.
func (c Count) Holds(n int) bool { return n >= c.Min && (c.Max < 0 || n <= c.Max) }

// That is a jq expression that must give true.
type That struct {
	JQ    string
	Why   string
	Query *export.Query
}

// Value is a place of the verdict document and the relation that must hold there.
type Value struct {
	At       string // a JSON Pointer
	Relation Relation
	Operand  *ojson.Value   // of Is, Not and Near; the list of In; a text for Type and OfFormat; a truth value for Exists
	IsText   bool           // Operand is a cell of CSV: it has the type of what it is compared with
	Within   *big.Rat       // of Near
	Percent  bool           // Within is in percent of the operand
	Pattern  *regexp.Regexp // of Matches
	Length   Count
	Why      string
}

// Relation is what must be true of a value and its operand.
type Relation string

// The relations of a value.
const (
	Is      Relation = "is"
	Not     Relation = "not"
	Near    Relation = "near"
	In      Relation = "in"
	Matches Relation = "matches"
	Type    Relation = "type"
	Exists  Relation = "exists"
	Length  Relation = "length"
	// OfFormat is a format of JSON Schema, such as date-time.
	OfFormat Relation = "of-format"
)

// Defaults are the values of a suite for keys that a case file leaves out.
type Defaults struct {
	Timeout  time.Duration // 0 for the default of this package
	Repeat   int           // likewise
	PassRate *big.Rat      // nil for the default of this package
	Tags     []string      // of cases that have none
	Expect   Expect        // of cases whose input is valid
	// Rejection is how agents show that input was rejected; nil for what the protocol has for it.
	Rejection *Rejection
}

// Rejection is how agents show that input was rejected. One of them is enough.
type Rejection struct {
	States []string // of the task
	Codes  []int    // of errors
	That   *That
}

// ReadDefaults reads the defaults of another file; n and from are nil for none. Problems are added to the reader.
func ReadDefaults(file *tomlfile.Reader, n *tomlfile.Node, from *fileschema.Defaults) (d Defaults) {
	if from == nil {
		return d
	}
	r := reader{Reader: tomlfile.Reader{Path: file.Path}}
	d = Defaults{Timeout: time.Duration(from.Timeout), Repeat: from.Repeat, Tags: from.Tags, Expect: r.expect(n.Get("expect"), from.Expect)}
	if rate := n.Get("pass-rate"); rate != nil {
		d.PassRate = tomlfile.Number(rate)
	}
	file.Problems = append(file.Problems, r.Problems...)
	return d
}

// ReadThat reads a jq expression.
func ReadThat(file *tomlfile.Reader, n *tomlfile.Node) *That {
	r := reader{Reader: tomlfile.Reader{Path: file.Path}}
	that := r.query(n, That{JQ: n.Text})
	file.Problems = append(file.Problems, r.Problems...)
	return &that
}

// apply sets the keys that a case file leaves out.
func (d *Defaults) apply(n *tomlfile.Node, c *Case) {
	if d == nil {
		return
	}
	if d.Timeout > 0 && n.Get("timeout") == nil {
		c.Timeout = d.Timeout
	}
	if d.Repeat > 0 && n.Get("repeat") == nil {
		c.Repeat = d.Repeat
	}
	if d.PassRate != nil && n.Get("pass-rate") == nil {
		c.PassRate = d.PassRate
	}
	if n.Get("tags") == nil {
		c.Tags = d.Tags
	}
	c.Rejection = d.Rejection
	if !c.Input.Invalid {
		c.Expect.takeDefaults(&d.Expect)
	}
}

// takeDefaults sets the zero values.
func (e *Expect) takeDefaults(d *Expect) {
	e.Output = cmp.Or(e.Output, d.Output)
	e.Settled, e.FirstArtifact = cmp.Or(e.Settled, d.Settled), cmp.Or(e.FirstArtifact, d.FirstArtifact)
	e.Artifacts, e.Same = cmp.Or(e.Artifacts, d.Artifacts), cmp.Or(e.Same, d.Same)
	if e.States == nil {
		e.States = d.States
	}
	if e.Schemas == nil {
		e.Schemas = d.Schemas
	}
	e.That = append(e.That, d.That...)
	e.Values = append(e.Values, d.Values...)
}

// maxEntries bounds the combinations of a matrix.
const maxEntries = 10_000

// label describes an entry of a matrix.
func (e *Entry) label() string {
	var list []string
	for _, text := range []string{e.Transport, e.Version} {
		if text != "" {
			list = append(list, text)
		}
	}
	if e.Stream != nil && *e.Stream {
		list = append(list, "streamed")
	} else if e.Stream != nil {
		list = append(list, "not streamed")
	}
	return strings.Join(list, " ")
}

// combinations reads a matrix; n is nil for none. It returns every combination of the values; those of the last key change first.
func (r *reader) combinations(n *tomlfile.Node) []Entry {
	if n == nil {
		return nil
	}
	entries := []Entry{{}}
	for _, m := range n.Members {
		var next []Entry
		for _, e := range entries {
			for _, item := range m.Value.Items {
				if next = append(next, e.with(m.Name, tomlfile.Value(item))); len(next) > maxEntries {
					r.Problemf(m.Value, "the matrix has more than 10,000 combinations")
					return entries
				}
			}
		}
		entries = next
	}
	return entries
}

// with returns an entry with a value of a key.
func (e Entry) with(key string, v *ojson.Value) Entry {
	switch key {
	case "transport":
		e.Transport = v.Text()
	case "a2a-version":
		e.Version = v.Text()
	case "stream":
		e.Stream = new(v.Bool())
	}
	return e
}

// Capture is a value of the verdict document that cases which need this one may use, as ${capture.NAME}.
type Capture struct {
	Name  string
	JQ    string
	Query *export.Query
}

// UsesCaptured reports whether a case sends what another one captures.
func (c *Case) UsesCaptured() bool {
	return slices.ContainsFunc(c.Texts(), func(text []byte) bool { return bytes.Contains(text, []byte("${capture.")) })
}

// captures reads the table of captures; n is nil for none.
func (r *reader) captures(n *tomlfile.Node, c *Case) {
	if n == nil {
		return
	}
	for _, m := range n.Members {
		query := r.query(m.Value, That{JQ: m.Value.Text}).Query
		c.Captures = append(c.Captures, Capture{m.Name, m.Value.Text, query})
	}
}

// inOrder returns files so that each comes after those whose cases it needs, else in their order.
func inOrder(files []*File) (ordered []*File, problems []*tomlfile.Problem) {
	byName, state := map[string]*File{}, map[*File]int{}
	for _, f := range files {
		byName[f.Name] = f
	}
	const visiting, visited = 1, 2
	var visit func(f *File)
	visit = func(f *File) {
		state[f] = visiting
		problem := func(at *tomlfile.Node, format string, args ...any) {
			problems = append(problems, &tomlfile.Problem{Path: f.Path, Line: at.Line, Column: at.Column, Text: fmt.Sprintf(format, args...)})
		}
		var captured []string
		for _, name := range f.base.Needs {
			needed := byName[name]
			switch {
			case needed == nil:
				problem(f.needs, "there is no case %s among the files", name)
				continue
			case needed.Count > 1:
				problem(f.needs, "%s is several cases, of a table or a matrix", name)
			case state[needed] == visiting:
				problem(f.needs, "%s needs this case, too", name)
			case state[needed] == 0:
				visit(needed)
			}
			for _, c := range needed.base.Captures {
				captured = append(captured, c.Name)
			}
		}
		for _, u := range f.captured {
			if name := strings.TrimPrefix(u.name, "capture."); !slices.Contains(captured, name) {
				problem(u.at, "${%s}: no case that this one needs captures %s", u.name, name)
			}
		}
		state[f] = visited
		ordered = append(ordered, f)
	}
	for _, f := range files {
		if state[f] == 0 {
			visit(f)
		}
	}
	return ordered, problems
}
