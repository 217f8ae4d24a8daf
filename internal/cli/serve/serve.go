package serve

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
)

// program is what serves the screens: a program of its own, so that this one holds no SSH server.
const program = "a2aform-serve"

// errMissing says where to get the program.
var errMissing = errors.New(program + " is not on the PATH: it is a program of its own, so that a2aform holds no SSH server\n" +
	"  get it from the releases of a2aform, for Linux, macOS and FreeBSD: " + program + "_VERSION_SYSTEM_PROCESSOR.tar.gz\n" +
	"  or build it in a checkout of a2aform: go -C internal/serve build -o ../../dist/" + program + " .\n" +
	"  or let OpenSSH start the screens: ForceCommand a2aform demo --kiosk")

// New is the command serve.
func New(s *command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "serve [FLAG]...",
		Short: "Serve the screens over SSH, with a2aform-serve",
		Long: "Runs a2aform-serve, which shows the screens to guests over SSH: each session is a process of its own, with an empty\n" +
			"home directory, no files, no editor and no agents but those that you name. All flags go to a2aform-serve, which\n" +
			"lists them with --help, such as --listen :2222 and --agent https://agent.example.com.",
		Example:            "  a2aform serve --help",
		DisableFlagParsing: true, DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := exec.LookPath(program)
			if err != nil {
				if slices.Contains(args, "--help") || slices.Contains(args, "-h") {
					return cmd.Help()
				}
				return errMissing
			}
			if binary, err := os.Executable(); err == nil {
				args = append([]string{"--binary", binary}, args...)
			}
			server := exec.CommandContext(cmd.Context(), path, args...) //nolint:gosec // the program that the user has installed
			server.Stdin, server.Stdout, server.Stderr = s.In, s.Out, s.Err
			server.Cancel = func() error { return server.Process.Signal(os.Interrupt) }
			if err := server.Run(); err != nil && cmd.Context().Err() == nil {
				return fmt.Errorf("%s: %w", program, err)
			}
			return cmd.Context().Err()
		},
	}
}
