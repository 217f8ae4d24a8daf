package command

import (
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
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

// Group adds commands to a group of them. The name of the group alone is its usual command, with the same flags: the one that
// lists what the group is about. The help of the group where usual is nil, as every list needs an argument.
func Group(group, usual *cobra.Command, others ...*cobra.Command) *cobra.Command {
	group.Args = UsageArgs(cobra.NoArgs)
	group.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	if usual != nil {
		group.RunE = usual.RunE
		group.Flags().AddFlagSet(usual.Flags())
		group.AddCommand(usual)
		usual.Annotations = map[string]string{isUsual: ""}
	}
	group.AddCommand(others...)
	return group
}

// isUsual is the annotation of the command that the name of its group alone is.
const isUsual = "a2aform usual command"

// hasUsual reports a group whose name alone is one of its commands.
func hasUsual(group *cobra.Command) bool {
	return slices.ContainsFunc(group.Commands(), func(cmd *cobra.Command) bool { _, is := cmd.Annotations[isUsual]; return is })
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

// WantedValues say what is to be written for a flag of each type that can be
// wrong.
var WantedValues = map[string]string{
	"bool":        "use true or false, or leave the value out",
	"duration":    "use a time with its unit, such as 30s or 5m",
	"float64":     "use a number, such as 4 or 0.5",
	"int":         "use a whole number",
	"stringSlice": "use words separated by commas",
	"uint64":      "use a whole number from 0",
}

// FlagFault says in our words what is wrong with a flag.
func FlagFault(cmd *cobra.Command, err error) error {
	var usage *usageError // of a flag of our own
	if errors.As(err, &usage) {
		return usage
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return Usagef("%s%s (see %s --help)", err, meantFlag(cmd, err), cmd.CommandPath())
	}
	flag, value := invalid.GetFlag(), invalid.GetValue()
	wanted := WantedValues[flag.Value.Type()]
	_, noNumber := strconv.ParseFloat(value, 64)
	_, noInteger := strconv.ParseInt(value, 0, 0) // the error of the flag does not tell
	switch {
	case flag.Value.Type() == "duration" && noNumber == nil:
		wanted = "write a unit, such as " + value + "s"
	case errors.Is(err, strconv.ErrRange), flag.Value.Type() == "int" && errors.Is(noInteger, strconv.ErrRange):
		wanted = "it is too large"
	}
	return Usagef("--%s %s: %s (see %s --help)", flag.Name, safe.Text(value).Line(60), wanted, cmd.CommandPath())
}

// meantFlag names the flag that an unknown one was meant to be, "" for none.
func meantFlag(cmd *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return ""
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	near := otherFlagNames[unknown.GetSpecifiedName()]
	if !slices.Contains(names, near) {
		near = safe.NearestID(unknown.GetSpecifiedName(), names)
	}
	if near == "" {
		return ""
	}
	return "; did you mean --" + near + "?"
}

// otherFlagNames are our flags by the names that other programs have for them, which are not near in spelling.
var otherFlagNames = map[string]string{
	"format": "output",
	"input":  "data", "body": "data", "payload": "data", "json": "data",
	"message": "text", "msg": "text", "prompt": "text",
	"param": "set", "arg": "set", "field": "set",
	"token": "bearer", "user": "basic",
	"verbose": "debug", "skip-verify": "insecure",
	"concurrency": "jobs", "parallel": "jobs", "workers": "jobs",
}

// ReadData reads the JSON of a flag: the argument itself, a file (FILE or @FILE), or standard input (-), of at
// most [limit.InputBytes].
func ReadData(s *Streams, flag, arg string) ([]byte, error) {
	switch {
	case arg == "-":
		return readAtMost(s.In, flag, "standard input")
	case strings.HasPrefix(arg, "@"):
		return readDataFile(flag, arg[1:])
	case isPath(arg):
		return readDataFile(flag, arg)
	}
	return []byte(arg), nil
}

func readDataFile(flag, path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, Usagef("%s %s", flag, FileFault(err))
	}
	defer func() { _ = f.Close() }()
	return readAtMost(f, flag, path)
}

// isPath reports what begins no JSON and is the name of a file, or looks like one.
func isPath(arg string) bool {
	if arg == "" || strings.ContainsAny(arg[:1], "{[\"-0123456789 \t\r\n") || slices.Contains([]string{"true", "false", "null"}, arg) {
		return false
	}
	_, err := os.Stat(arg)
	return err == nil || strings.HasSuffix(arg, ".json")
}

func readAtMost(r io.Reader, flag, name string) ([]byte, error) {
	data, err := limit.ReadAll(r, limit.InputBytes.Int())
	if err != nil {
		return nil, Usagef("%s: %s cannot be read: %s", flag, safe.Text(name).Line(0), err)
	}
	if len(data) > limit.InputBytes.Int() {
		return nil, Usagef("%s: %s is larger than %s", flag, safe.Text(name).Line(0), limit.InputBytes)
	}
	return ojson.Text(data), nil
}
