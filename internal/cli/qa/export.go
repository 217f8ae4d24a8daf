package qa

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/environment"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/k6"
	"a2aform/internal/qa/plan"
	"a2aform/internal/store"
)

type exportOptions struct {
	testOptions
	k6 string
}

func newExport(s *command.Streams) *cobra.Command {
	o := exportOptions{testOptions: testOptions{Agents: environment.New(s), jobs: 1}}
	cmd := &cobra.Command{
		Use:   "export --k6 FILE [PATH...]",
		Short: "Write test cases as a script of the load generator k6",
		Long: "Writes a script for k6 (k6.io) that sends the cases in turn, as a2aform test would, each with a message id of its own. The\n" +
			"bodies are in the script, secrets of headers come from variables of the environment. The script checks the state that each case\n" +
			"expects, and settled of a case becomes a threshold. The command reads the cards of the agents and sends no message.\n\n" +
			"Cases with turns or with a secret in their form are left out, with a note. Output is not validated: a2aform bench does.",
		Example: "  a2aform cases export -a localhost:9999 --k6 load.js",
		Args:    command.UsageArgs(cobra.ArbitraryArgs),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.export(cmd.Context(), s, args) },
	}
	o.AddAgentFlags(cmd)
	o.AddEnvironmentFlags(cmd)
	o.add(cmd)
	cmd.Flags().StringVar(&o.k6, "k6", "", "write the new `FILE`; - is standard output")
	cmd.Flags().StringArrayVar(&o.Connect.Trusted, "trust", nil, "send secrets of an environment to this `HOST`, such as agents.example.com; may be repeated; see a2aform agents trust")
	return cmd
}

func (o *exportOptions) export(ctx context.Context, s *command.Streams, args []string) error {
	if o.k6 == "" {
		return command.Usagef("name the file to write with --k6, such as --k6 load.js")
	}
	cases, err := o.cases(s, args)
	if err != nil {
		return err
	}
	defer o.Close()
	script := k6.Script{}
	for c := range cases.cases() {
		in, err := o.Protected(c)
		switch {
		case err != nil:
			return err
		case in != nil && in.Name != o.Allow:
			return command.Usagef("the environment %s is protected, so no script was written; allow the load with --allow %s", in.Name, in.Name)
		case c.Skip != "":
			s.Warn("note: " + line(c.Name) + " is left out: " + line(c.Skip))
			continue
		}
		if err := o.addTo(ctx, s, &script, c); err != nil {
			return err
		}
	}
	if script.Len() == 0 {
		return command.Usagef("none of the cases can be exported, so no script was written")
	}
	if o.k6 == "-" {
		_, err := s.Out.Write(script.Bytes())
		return err
	}
	err = store.WriteNew(o.k6, func(w io.Writer) error {
		_, err := w.Write(script.Bytes())
		return err
	})
	switch {
	case errors.Is(err, fs.ErrExist):
		return command.Usagef("--k6 %s: the file exists; name another one", line(o.k6))
	case err != nil:
		return fmt.Errorf("--k6: %s", command.FileFault(err))
	}
	s.Warn(fmt.Sprintf("written: %s with %d cases", line(o.k6), script.Len()))
	return nil
}

// addTo adds a case to a script. One that the script cannot repeat is left out.
func (o *exportOptions) addTo(ctx context.Context, s *command.Streams, script *k6.Script, c *casefile.Case) error {
	if c.Problem != nil {
		return command.Usagef("%s: %s", line(c.Name), c.Problem)
	}
	agent, err := o.Open(ctx, c)
	if err != nil {
		return environment.Unwrap(err)
	}
	sent, err := plan.Build(c, agent, s.Store())
	switch {
	case err == nil:
		err = script.Add(c, sent)
	case !c.HasPlaceholders(): // a form that only fits its schema once they are filled in is left out
		return command.Usagef("%s: %s", line(c.Name), err)
	}
	if err != nil {
		s.Warn("note: " + line(c.Name) + " is left out: " + line(err.Error()))
	}
	return nil
}
