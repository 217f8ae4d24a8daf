package cli

import (
	"embed"
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

// folder is what init writes: all of it runs on the built-in agent.
//
//go:embed all:folder
var folder embed.FS

func newInit(s *command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "init DIR",
		Short: "Write a folder with test cases, a flow, a presentation and a CI file",
		Long: "Write a folder to begin with: test cases, a flow of two steps, a presentation, a table of inputs and a workflow for GitHub. All of it\n" +
			"runs on the built-in agent, without a network. DIR must be empty, or not there yet; . is the working directory.",
		Example: "  a2aform init agents",
		Args:    command.UsageArgs(cobra.ExactArgs(1)),
		RunE:    func(_ *cobra.Command, args []string) error { return writeFolder(s, args[0]) },
	}
}

func writeFolder(s *command.Streams, dir string) error {
	shown := safe.Text(dir).Line(200).String()
	switch entries, err := os.ReadDir(dir); {
	case err == nil && len(entries) > 0:
		return command.Usagef("%s is not empty; name a new folder", shown)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return command.Usagef("%s is no folder that can be read; name a new one", shown)
	}
	files, err := fs.Sub(folder, "folder")
	if err != nil {
		return err
	}
	if err := os.CopyFS(dir, files); err != nil {
		return err
	}
	s.Warn("written: " + shown + "; its README.md says what to do with it, such as: cd " + shown + " && a2aform test")
	return nil
}
