package qa

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
	"a2aform/internal/store"
)

// safeTag marks cases that may run in a protected environment.
const safeTag = "safe"

// maxNamed bounds how many cases an error names.
const maxNamed = 3

// survey counts what the cases would send.
type survey struct {
	cases    int
	messages int // at most
	refused  []refusal
	agents   map[string]*casefile.Case // a case for each agent of an environment
	programs map[string]bool           // the paths of programs that cases run
	order    []string                  // the keys of agents
}

// use adds the agent of a case.
func (v *survey) use(c *casefile.Case) {
	key := c.Entry.Env + "\x00" + c.Agent
	if v.agents[key] != nil {
		return
	}
	if v.agents == nil {
		v.agents = map[string]*casefile.Case{}
	}
	v.agents[key] = c
	v.order = append(v.order, key)
}

// refusal is why cases do not run in a protected environment.
type refusal struct {
	env, why string
	count    int
	names    []string // the first ones
}

func (v *survey) refuse(env, why, name string) {
	for i := range v.refused {
		r := &v.refused[i]
		if r.env != env || r.why != why {
			continue
		}
		if r.count++; len(r.names) < maxNamed {
			r.names = append(r.names, name)
		}
		return
	}
	v.refused = append(v.refused, refusal{env, why, 1, []string{name}})
}

func (r *refusal) text() string {
	text := r.why + " (" + strings.Join(r.names, ", ")
	if more := r.count - len(r.names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text + ")"
}

// look counts what the cases would send, and finds the cases that a protected environment refuses.
func (o *testOptions) look(cases *selected) (*survey, error) {
	v := &survey{}
	for c := range cases.cases() {
		v.cases++
		if c.Skip != "" || c.Problem != nil {
			continue
		}
		if path := c.Expect.Run; path != "" && !v.programs[path] {
			if v.programs == nil {
				v.programs = map[string]bool{}
			}
			v.programs[path] = true
		}
		v.messages += c.Messages() * o.repeats(c) * (1 + c.Retries)
		if o.Suite != nil && !o.IsOwn() {
			v.use(c)
		}
		in, err := o.Protected(c)
		if err != nil {
			return nil, err
		}
		if in != nil && !o.yes {
			o.refuse(v, in.Name, c)
		}
	}
	return v, nil
}

// repeats are how often a case runs.
func (o *testOptions) repeats(c *casefile.Case) int {
	if o.repeat > 0 {
		return o.repeat
	}
	return c.Repeat
}

// refuse adds the reasons for which a case needs --yes.
func (o *testOptions) refuse(v *survey, env string, c *casefile.Case) {
	if !slices.Contains(c.Tags, safeTag) {
		v.refuse(env, "cases are not tagged "+safeTag, line(c.Name))
	}
	if c.Input.Invalid {
		v.refuse(env, "cases send invalid data", line(c.Name))
	}
	if o.repeats(c) > 1 {
		v.refuse(env, "cases are repeated", line(c.Name))
	}
	if o.jobs > 1 && !v.has(env, jobsRefused) {
		v.refuse(env, jobsRefused, fmt.Sprintf("-j %d", o.jobs))
	}
}

const jobsRefused = "several cases run at the same time"

func (v *survey) has(env, why string) bool {
	return slices.ContainsFunc(v.refused, func(r refusal) bool { return r.env == env && r.why == why })
}

// guard refuses to send what a protected environment or the budget does not allow.
func (o *testOptions) guard(v *survey) error {
	if len(v.refused) > 0 {
		var list []string
		env := v.refused[0].env
		for _, r := range v.refused {
			if r.env == env {
				list = append(list, r.text())
			}
		}
		return command.Usagef("the environment %s is protected, so nothing was sent: %s; choose cases with --tag %s, or send all of it with --yes",
			env, strings.Join(list, "; "), safeTag)
	}
	return o.checkBudget(v)
}

// checkPrograms fails if the user did not agree to a program that a case runs.
func (o *testOptions) checkPrograms(v *survey) error {
	for _, path := range slices.Sorted(maps.Keys(v.programs)) {
		content, err := os.ReadFile(path)
		if err != nil {
			return command.Usagef("%s: %s, so nothing was sent", line(path), command.FileFault(err))
		}
		if !o.Streams.Store().IsTrustedProgram(path, content) {
			return command.Usagef("a case runs %s, which came with the repository, so nothing was sent; read it, then allow it: a2aform agents trust %s", line(path), run.ShellWord(path))
		}
	}
	return nil
}

// checkTrust opens the agents of the environments. It fails if the user did not agree to a secret that one of them would receive.
// An agent that cannot be opened for another reason is an error of each of its cases.
func (o *testOptions) checkTrust(ctx context.Context, v *survey) error {
	for _, key := range v.order {
		_, err := o.Open(ctx, v.agents[key])
		var untrusted *store.UntrustedError
		if errors.As(err, &untrusted) {
			return untrusted
		}
	}
	return nil
}

// checkBudget asks on a terminal before the command exceeds the budget of the suite.
func (o *testOptions) checkBudget(v *survey) error {
	over := o.overBudget(v)
	if over == "" || o.yes || o.dryRun {
		return nil
	}
	return o.confirm(over)
}

// confirm asks on a terminal before many messages are sent, and fails elsewhere.
func (o *testOptions) confirm(over string) error {
	if !o.Streams.InTTY || !o.Streams.OutTTY {
		return command.Usagef("%s, so nothing was sent; select fewer cases, or send them anyway with --yes", over)
	}
	if !o.Streams.Confirm(over + ". Send them anyway?") {
		return command.Usagef("nothing was sent")
	}
	o.yes = true
	return nil
}

// overBudget says which part of the budget is exceeded; "" for none.
func (o *testOptions) overBudget(v *survey) string {
	if o.Suite == nil {
		return ""
	}
	budget := o.Suite.Budget
	rate := o.Rate
	if in, err := o.Environment("", o.IsOwn()); err == nil && in != nil && !o.IsOwn() {
		rate = rate.Slower(in.Rate)
	}
	switch needed := time.Duration(max(v.messages-1, 0)) * rate.Interval(); {
	case budget.Messages > 0 && v.messages > budget.Messages:
		return fmt.Sprintf("this sends up to %d messages, and the budget of the suite is %d", v.messages, budget.Messages)
	case budget.Time > 0 && needed > budget.Time:
		return fmt.Sprintf("at %s this takes %s, and the budget of the suite is %s", rate, needed, budget.Time)
	}
	return ""
}

// timeLimit returns how long the command may take; 0 for no limit.
func (o *testOptions) timeLimit() time.Duration {
	limit := o.timeout
	if o.Suite != nil && o.Suite.Budget.Time > 0 && !o.yes && (limit == 0 || o.Suite.Budget.Time < limit) {
		limit = o.Suite.Budget.Time
	}
	return limit
}
