package qa

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// safeTag marks cases that may run in a protected environment.
const safeTag = "safe"

// survey counts what the cases would send.
type survey struct {
	cases    int
	messages int                       // at most
	env      string                    // a protected environment that refuses cases; "" for none
	why      []string                  // it does
	refused  []string                  // the same with the first case of each
	agents   map[string]*casefile.Case // a case for each agent that files name
	programs map[string]bool           // the paths of programs that cases run
	order    []string                  // the keys of agents
}

// use adds the agent of a case.
func (v *survey) use(c *casefile.Case) {
	if v.agents[c.Agent] != nil {
		return
	}
	if v.agents == nil {
		v.agents = map[string]*casefile.Case{}
	}
	v.agents[c.Agent] = c
	v.order = append(v.order, c.Agent)
}

// refuse notes why cases do not run in a protected environment, and the first one.
func (v *survey) refuse(env, why, name string) {
	if v.env == "" {
		v.env = env
	}
	if env == v.env && !slices.Contains(v.why, why) {
		v.why, v.refused = append(v.why, why), append(v.refused, why+" ("+name+")")
	}
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
		v.messages += c.Messages() * o.repeats(c)
		if !o.IsOwn() {
			v.use(c)
		}
		in, err := o.Protected()
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
	if o.jobs > 1 {
		v.refuse(env, "several cases run at the same time", fmt.Sprintf("-j %d", o.jobs))
	}
}

// guard refuses to send what a protected environment or the budget does not allow.
func (o *testOptions) guard(v *survey) error {
	if v.env != "" {
		return command.Usagef("the environment %s is protected, so nothing was sent: %s; choose cases with --tag %s, or send all of it with --yes",
			v.env, strings.Join(v.refused, "; "), safeTag)
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
			return command.Usagef("a case runs %s, which came with the repository, so nothing was sent; read it and the files that it loads, then allow it: a2aform agents trust %s", line(path), run.ShellWord(path))
		}
	}
	return nil
}

// checkTrust opens the agents that files name. It fails if the user did not agree to a secret that one of them would receive.
// An agent that cannot be opened for another reason is an error of each of its cases.
func (o *testOptions) checkTrust(ctx context.Context, v *survey) error {
	for _, key := range v.order {
		if _, err := o.Open(ctx, v.agents[key]); command.IsUntrusted(err) {
			return command.Unwrap(err)
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

// overBudget says that more would be sent than the budget of the suite allows; "" for no.
func (o *testOptions) overBudget(v *survey) string {
	if o.Suite == nil || o.Suite.Budget == 0 || v.messages <= o.Suite.Budget {
		return ""
	}
	return fmt.Sprintf("this sends up to %d messages, and the budget of the suite is %d", v.messages, o.Suite.Budget)
}

// TrustProgram saves that the user agrees to run a program of a case, as it is now.
func TrustProgram(s *command.Streams, name string) error {
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return command.Usagef("%s: %s", line(name), command.FileFault(err))
	}
	keep := s.Store()
	if keep == nil {
		return errors.New("there is no home directory to save this in: set HOME or A2AFORM_HOME")
	}
	if err := keep.TrustProgram(path, content); err != nil {
		return err
	}
	s.Warn("agreed: test cases may run " + line(path) + " until it changes; what it loads, such as files beside it, is trusted with it")
	return nil
}

// Trust saves that the user agrees to what an environment of the suite sends to one of its agents.
func Trust(ctx context.Context, s *command.Streams, env, name string) error {
	e := command.Environments{Streams: s, Name: env}
	if err := e.Read(); err != nil {
		return err
	}
	found, err := e.Suite.Environment(env)
	if err != nil {
		return command.Usagef("%s", err)
	}
	agent, ok := found.Agent(name)
	if !ok {
		return command.Usagef("the environment %s has no agent %s; it has %s", found.Name, safe.Text(name).Line(80), command.AgentsOf(found))
	}
	saved, err := e.SavedAgent(&command.Environment{Environment: found}, agent)
	if err != nil {
		return err
	}
	return command.AgreeToCredentials(ctx, s, saved)
}
