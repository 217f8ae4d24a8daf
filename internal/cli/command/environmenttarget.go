package command

// Named returns the name of the agent that an argument names in the environment; "" where it is another agent, which is the one of
// the command line from then on.
func (a *Agents) Named(args []string) (name string, err error) {
	if in, err := a.Environment(false); err == nil && in != nil && len(args) == 1 {
		if _, ok := in.Agent(args[0]); ok {
			return args[0], nil
		}
	}
	a.Flag.Value, err = a.Flag.Ref(a.Streams, args)
	return "", err
}
