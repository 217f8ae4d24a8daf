package casefile

import (
	"math/big"
	"regexp"
	"time"

	"a2aform/internal/ojson"
	"a2aform/render/jq"
)

// Case is one test case, as its file has it.
type Case struct {
	Path     string // of the file
	Row      int    // of its table, from 1; 0 without one
	Name     string
	Why      string
	Agent    string // "" for the one of the command line
	Skill    string // "" for the agent itself
	Schema   string // of the form, where the skill has several
	Tags     []string
	Timeout  time.Duration // of one attempt
	Repeat   int           // how often it runs, at least 1
	PassRate *big.Rat      // of the repeats
	Retries  int           // how often a repeat that does not pass is tried again
	Skip     string        // why it is left out; "" for a case that runs
	Input    Input
	Turns    []Turn
	Expect   Expect
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
	Parts   [][]byte // more parts as compact JSON of the agent's A2A version, sent as they are
	Invalid bool     // Data breaks its schema on purpose
	// MediaType marks the data in place of the tag of its schema.
	MediaType string
}

// Setting is a field that is set over the data, as `send --set NAME=VALUE` does.
type Setting struct {
	Path  string
	Value string
}

// Turn is what the user does once the agent asks.
type Turn struct {
	Text string
	Data []byte // compact JSON in place of the text; nil for none
}

// Expect is what is expected of the end of a run. What is not set is not checked, but for the
// state and the output.
type Expect struct {
	States        []string // any one of them; nil for the default
	Output        Output
	Schemas       []string // the tags that must come, by the names of their schemas
	Artifacts     *Count
	Parts         *Count
	Settled       time.Duration // at most; 0 for any
	FirstEvent    time.Duration // likewise
	FirstArtifact time.Duration // likewise
	Sequence      []string      // the states in their order; Gap stands for any between
	That          []That
	Values        []Value
}

// Gap stands for any states between two others.
const Gap = "…"

// Output says how data must agree with its schema.
type Output string

// What is expected of tagged parts.
const (
	DefaultOutput Output = ""        // those that come are valid
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
	Query *jq.Query
}

// Value is a place of the verdict document and the relation that must hold there.
type Value struct {
	At       string // a JSON Pointer
	Relation Relation
	Operand  *ojson.Value   // of Is, Not and Near; the list of In; a text for Type; a truth value for Exists
	Within   *big.Rat       // of Near
	Percent  bool           // Within is in percent of the operand
	Pattern  *regexp.Regexp // of Matches
	Length   Count
	Why      string
}

// Relation is what must hold between a value and its operand.
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
)
