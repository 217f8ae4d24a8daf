package qa

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

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
