package casefile

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"time"

	"a2aform/internal/ojson"
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
