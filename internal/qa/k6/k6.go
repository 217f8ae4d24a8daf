package k6

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
	"a2aform/internal/run/shell"
)

//go:embed script.js
var script string

// Script is a script of k6 that is made of cases.
type Script struct {
	cases      []string
	names      map[string]int
	thresholds []string
	variables  []string
}

// Add adds a case and what it sends. It fails for a case that a script cannot repeat.
func (s *Script) Add(c *casefile.Case, sent *run.Plan) error {
	switch {
	case len(c.Turns) > 0:
		return errors.New("it has turns, which a script of k6 does not take")
	case c.Entry.Stream != nil && !*c.Entry.Stream:
		return errors.New("it asks for the state of its task again and again, which a script of k6 does not")
	case sent.Private:
		return errors.New("it sends a secret, which a script must not hold")
	case sent.Agent.Interface().Binding == a2aclient.BindingGRPC:
		return errors.New("it is sent over gRPC; use --transport JSONRPC")
	}
	states := c.Expect.States
	switch {
	case slices.Contains(states, casefile.AnyState):
		return errors.New("any state is right, so a script has nothing to check")
	case slices.Contains(states, casefile.AcceptedState):
		states = append(slices.Clone(states), "completed", "answered", "input-required", "auth-required", "submitted", "working", "canceled")
	case states == nil && c.Input.Invalid:
		states = []string{"rejected", "refused"}
	case states == nil:
		states = []string{"completed", "answered"}
	}
	request := sent.Request()
	request.AnyData = c.Input.Invalid
	preview, err := sent.Agent.Preview(request)
	if err != nil {
		return err
	}
	if preview.Method != "POST" {
		return errors.New("it is not sent with POST")
	}
	if s.names == nil {
		s.names = map[string]int{}
	}
	name := c.Name
	if s.names[name]++; s.names[name] > 1 {
		name = fmt.Sprintf("%s #%d", name, s.names[name])
	}
	url, headers := s.address(preview)
	s.cases = append(s.cases, fmt.Sprintf("  {\n    tag: %s,\n    url: %s,\n    headers: {%s},\n    id: %s,\n    body: %s,\n    states: %s,\n    timeout: %s,\n    fill: %t,\n  },\n",
		quote(tag(name)), url, headers, quote(request.MessageID), quote(string(preview.Body)), list(states), quote(fmt.Sprintf("%dms", c.Timeout.Milliseconds())), c.HasPlaceholders()))
	if c.Expect.Settled > 0 {
		s.thresholds = append(s.thresholds, fmt.Sprintf("  %s: ['max<=%d'],\n", quote("http_req_duration{case:"+tag(name)+"}"), c.Expect.Settled.Milliseconds()))
	}
	return nil
}

// tag is a name as the value of a tag in a threshold, whose syntax has no escapes.
func tag(name string) string {
	return strings.NewReplacer("{", "", "}", "", ",", "", ":", "").Replace(name)
}

// address returns the address and the headers as expressions, with variables of the environment in place of secrets.
func (s *Script) address(preview *a2aclient.Preview) (url, headers string) {
	url = quote(preview.URL)
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(preview.Header)) {
		for _, value := range preview.Header[name] {
			if name == auth.InAddress {
				joint := "?"
				if strings.Contains(preview.URL, "?") {
					joint = "&"
				}
				url += " + " + quote(joint) + " + " + s.text("query", value)
				continue
			}
			parts = append(parts, quote(name)+": "+s.text(name, value))
		}
	}
	return url, strings.Join(parts, ", ")
}

// text is a value as an expression.
func (s *Script) text(name, value string) string {
	before, _, isSecret := strings.Cut(value, auth.Mask) // behind it is where it comes from
	if !isSecret {
		return quote(value)
	}
	variable := shell.SecretVariable(name)
	if !slices.Contains(s.variables, variable) {
		s.variables = append(s.variables, variable)
	}
	return quote(before) + " + __ENV." + variable
}

// Len is how many cases the script has.
func (s *Script) Len() int { return len(s.cases) }

// Bytes is the text of the script.
func (s *Script) Bytes() []byte {
	variables := "none"
	if len(s.variables) > 0 {
		variables = strings.Join(s.variables, ", ")
	}
	thresholds := append([]string{"  checks: ['rate==1'],\n"}, s.thresholds...)
	return []byte(strings.NewReplacer("ENVIRONMENT", variables, "CASES", "[\n"+strings.Join(s.cases, "")+"]", "THRESHOLDS", "{\n"+strings.Join(thresholds, "")+"}").Replace(script))
}

// quote is a text as a literal of JavaScript.
func quote(text string) string {
	raw := string(ojson.NewString(text).Append(nil))
	return strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`).Replace(raw)
}

func list(texts []string) string {
	raw, _ := json.Marshal(texts) // texts are always JSON
	return string(raw)
}
