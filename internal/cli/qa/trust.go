package qa

import (
	"context"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

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
	if len(saved.TrustIn("").Headers) == 0 {
		return command.Usagef("the environment %s sends no secret, so there is nothing to allow", found.Name)
	}
	return command.AgreeToCredentials(ctx, s, saved)
}
