package mock

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"a2aform/internal/safe"
)

// Fault is something that a mock does wrong on purpose.
type Fault struct {
	Name    string
	Value   string // "" for the usual one
	Skill   string // or text, data, answer: the kind of message; "" for all
	Percent int    // of the messages; 0 for all
}

// values say what a fault takes as its value: a time, a number, a word, or nothing.
var values = map[string]string{
	"slow": "time", "stall": "number", "drop": "number", "status": "number", "accept-invalid": "word", "replace": "replacement",
}

// others are the faults without a value.
var others = []string{
	"bad-json", "ask", "auth", "reject", "fail", "empty", "untagged", "undeclared-tag", "invalid-output",
}

// FaultNames are the names of all faults, sorted.
func FaultNames() []string {
	names := slices.Clone(others)
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ParseFault reads NAME[=VALUE][@skill][:20%].
func ParseFault(text string) (Fault, error) {
	rest := text
	f := Fault{}
	if before, percent, ok := cutLast(rest, ":"); ok && strings.HasSuffix(percent, "%") {
		n, err := strconv.Atoi(strings.TrimSuffix(percent, "%"))
		if err != nil || n < 1 || n > 100 {
			return f, fmt.Errorf("%s: write a share from 1%% to 100%%", text)
		}
		f.Percent, rest = n, before
	}
	rest, f.Skill, _ = strings.Cut(rest, "@")
	f.Name, f.Value, _ = strings.Cut(rest, "=")
	if names := FaultNames(); !slices.Contains(names, f.Name) {
		if near := safe.Nearest(f.Name, names); near != "" {
			return f, fmt.Errorf("there is no fault %s; did you mean %s?", f.Name, near)
		}
		return f, fmt.Errorf("there is no fault %s; the faults are %s", f.Name, strings.Join(names, ", "))
	}
	return f, f.checkValue()
}

func (f Fault) checkValue() error {
	if f.Value == "" && values[f.Name] != "replacement" {
		return nil
	}
	var err error
	switch values[f.Name] {
	case "time":
		_, err = time.ParseDuration(f.Value)
	case "number":
		_, err = strconv.Atoi(f.Value)
	case "replacement":
		pattern, _, ok := strings.Cut(f.Value, arrow)
		if _, err = regexp.Compile(pattern); err != nil || !ok {
			return fmt.Errorf("the fault %s takes PATTERN%sTEXT, where PATTERN is a regular expression", f.Name, arrow)
		}
	case "word":
	default:
		return fmt.Errorf("the fault %s takes no value", f.Name)
	}
	if err != nil {
		return fmt.Errorf("the fault %s takes a %s, not %s", f.Name, values[f.Name], f.Value)
	}
	return nil
}

// arrow is between a pattern and its replacement.
const arrow = "=>"

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

func (f Fault) number(usual int) int {
	if n, err := strconv.Atoi(f.Value); err == nil {
		return n
	}
	return usual
}

func (f Fault) time(usual time.Duration) time.Duration {
	if d, err := time.ParseDuration(f.Value); err == nil {
		return d
	}
	return usual
}

func (f Fault) String() string {
	if f.Value != "" {
		return f.Name + "=" + f.Value
	}
	return f.Name
}

// faults decides which faults act.
type faults struct {
	list []Fault
	log  func(string)

	mu   sync.Mutex
	dice *rand.Rand
}

func newFaults(list []Fault, seed uint64, log func(string)) *faults {
	return &faults{list: list, log: log, dice: rand.New(rand.NewPCG(seed, 1))} //nolint:gosec // the same every time, by its seed
}

// acts reports whether a fault acts on a message to a skill, and logs it.
func (f *faults) acts(name, target string) (Fault, bool) {
	for _, one := range f.list {
		if one.Name == name && f.actsAs(one, target) {
			return one, true
		}
	}
	return Fault{}, false
}

// actsAs is acts of one fault.
func (f *faults) actsAs(one Fault, target string) bool {
	if one.Skill != "" && one.Skill != target || one.Percent > 0 && !f.chance(one.Percent) {
		return false
	}
	f.log(strings.TrimSpace("fault " + one.String() + " " + target))
	return true
}

func (f *faults) is(name, target string) bool {
	_, ok := f.acts(name, target)
	return ok
}

func (f *faults) chance(percent int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.dice.IntN(100) < percent
}
