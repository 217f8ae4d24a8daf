package command

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"a2aform/internal/safe"
)

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
		return Usagef("%s (see %s --help)", err, cmd.CommandPath())
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
