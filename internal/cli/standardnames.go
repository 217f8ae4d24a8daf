package cli

import "slices"

// standardNames are commands of the a2a-cli specification (v0.2, §7.1) that have other names
// here.
var standardNames = []struct{ theirs, ours []string }{
	{[]string{"card", "get"}, []string{"card"}},
	{[]string{"demo-server"}, []string{"demo", "--serve"}},
	{[]string{"task", "download"}, []string{"task", "get", "--save", "."}},
	{[]string{"task", "push-config", "create"}, []string{"task", "push-config", "set"}},
}

// withOurNames replaces a command of the specification by ours.
func withOurNames(args []string) []string {
	for _, name := range standardNames {
		if n := len(name.theirs); len(args) >= n && slices.Equal(args[:n], name.theirs) {
			return slices.Concat(name.ours, args[n:])
		}
	}
	return args
}
