package command_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/safego"
	"a2aform/internal/store"
)

func TestExitCodes(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  error
		want int
	}{
		{"none", nil, command.ExitOK},
		{"usage", command.Usagef("no"), command.ExitUsage},
		{"a file of the user", &store.ConfigError{}, command.ExitUsage},
		{"a check", command.CheckFailed("no", nil), command.ExitCheck},
		{"a check that failed for what is usage elsewhere", command.CheckFailed("no", command.Usagef("no")), command.ExitCheck},
		{"canceled", context.Canceled, command.ExitInterrupted},
		{"too late", fmt.Errorf("wait: %w", context.DeadlineExceeded), command.ExitTimeout},
		{"the agent refuses", &a2aclient.Error{Code: -32602}, command.ExitFailure},
		{"no such host", &a2aclient.TransportError{Layer: a2aclient.LayerName}, command.ExitUnreachable},
		{"nobody listens", &a2aclient.TransportError{Layer: a2aclient.LayerConnect}, command.ExitUnreachable},
		{"no certificate", &a2aclient.TransportError{Layer: a2aclient.LayerTLS}, command.ExitUnreachable},
		{"no answer", &a2aclient.TransportError{Layer: a2aclient.LayerTimeout}, command.ExitUnreachable},
		{"an answer that is none", &a2aclient.TransportError{Layer: a2aclient.LayerContent}, command.ExitFailure},
		{"it may have been done", fmt.Errorf("%w: %w", a2aclient.ErrUnsettled, &a2aclient.TransportError{Layer: a2aclient.LayerConnect}), command.ExitFailure},
		{"credentials are wanted", &a2aclient.TransportError{Layer: a2aclient.LayerHTTP, Status: 401}, command.ExitAuth},
		{"credentials do not suffice", &a2aclient.TransportError{Layer: a2aclient.LayerHTTP, Status: 403}, command.ExitAuth},
		{"credentials are wanted for the card", &a2aclient.CardError{Layer: a2aclient.LayerHTTP, Status: 401}, command.ExitAuth},
		{"no card", &a2aclient.CardError{Layer: a2aclient.LayerHTTP, Status: 404}, command.ExitUnreachable},
		{"a card that is none", &a2aclient.CardError{Layer: a2aclient.LayerCard}, command.ExitFailure},
		{"a card that is no JSON", &a2aclient.CardError{Layer: a2aclient.LayerContent}, command.ExitFailure},
		{"a fault of ours", &safego.Fault{}, command.ExitFailure},
		{"anything else", errors.New("no"), command.ExitFailure},
	} {
		if got := command.ExitCode(tt.err); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestFlagFaultsSayWhatToWrite(t *testing.T) {
	cmd := &cobra.Command{Use: "send", SilenceErrors: true, SilenceUsage: true, Run: func(*cobra.Command, []string) {}}
	cmd.Flags().Duration("timeout", 0, "")
	cmd.Flags().Int("jobs", 0, "")
	cmd.Flags().Uint64("seed", 0, "")
	cmd.Flags().Float64("rate", 0, "")
	cmd.Flags().Bool("quiet", false, "")
	cmd.SetFlagErrorFunc(command.FlagFault)
	for arg, want := range map[string]string{
		"--timeout=30":                "--timeout 30: write a unit, such as 30s (see send --help)",
		"--timeout=soon":              "--timeout soon: use a time with its unit, such as 30s or 5m (see send --help)",
		"--jobs=many":                 "--jobs many: use a whole number (see send --help)",
		"--jobs=99999999999999999999": "--jobs 99999999999999999999: it is too large (see send --help)",
		"--seed=-1":                   "--seed -1: use a whole number from 0 (see send --help)",
		"--rate=fast":                 "--rate fast: use a number, such as 4 or 0.5 (see send --help)",
		"--quiet=perhaps":             "--quiet perhaps: use true or false, or leave the value out (see send --help)",
		"--jobs=\x1b[31m":             "--jobs ␛[31m: use a whole number (see send --help)",
		"--nothing":                   "unknown flag: --nothing (see send --help)",
	} {
		cmd.SetArgs([]string{arg})
		if err := cmd.Execute(); err == nil || err.Error() != want || command.ExitCode(err) != command.ExitUsage {
			t.Errorf("%s: %v, want %s", arg, err, want)
		}
	}
}
