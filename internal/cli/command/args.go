package command

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/safe"
)

// UsageArgs makes a wrong number of arguments a usage error that says how the
// command is written. The error for a word that is no command of a group names
// the commands of the group.
func UsageArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) == nil {
			return nil
		}
		if cmd.HasParent() && cmd.HasAvailableSubCommands() {
			return Usagef("%s is not a command of %s: %s (see %s --help)", safe.Text(args[0]).Line(60), cmd.Name(), CommandsOf(cmd), cmd.CommandPath())
		}
		if !cmd.HasParent() {
			return NoCommand(cmd, args[0])
		}
		given := "nothing was"
		if n := len(args); n == 1 {
			given = "1 argument was"
		} else if n > 1 {
			given = strconv.Itoa(n) + " arguments were"
		}
		return Usagef("write it as %s; %s given (see %s --help)", strings.TrimSuffix(cmd.UseLine(), " [flags]"), given, cmd.CommandPath())
	}
}

// CommandsOf are the names of the commands of a group: "add, list or remove".
func CommandsOf(cmd *cobra.Command) string {
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// NoCommand says that there is no such command, and which is near.
func NoCommand(root *cobra.Command, word string) error {
	names := Names(root)
	hint := "there are " + strings.Join(names, ", ")
	if near := safe.Nearest(word, names); near != "" {
		hint = "did you mean " + near + "?"
	}
	return Usagef("there is no command %s; %s (see a2aform --help)", safe.Text(word).Line(60), hint)
}

// Names are the names of the commands below root, but for hidden ones.
func Names(root *cobra.Command) (names []string) {
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if !cmd.Hidden {
			names = append(names, cmd.Name())
		}
	}
	return names
}
