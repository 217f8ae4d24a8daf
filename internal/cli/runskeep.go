package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/render/export"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/share"
)

// exportRun writes the result of a run, or one artifact of it, in a format.
func exportRun(ctx context.Context, s *command.Streams, w io.Writer, r *run.Run, artifact command.ArtifactFlag, name string, info runfile.Info) error {
	format, err := export.ParseFormat(name)
	if err != nil {
		return command.Usagef("-o: %s", err)
	}
	document := r.Document()
	if len(document.Sections) == 0 {
		return errors.New("the run has no result: it ended as " + outcomeOf(info))
	}
	return s.ExportDocument(ctx, w, document, artifact, format, command.Line(info.Skill))
}

type runsExportOptions struct {
	output, to string
	artifact   command.ArtifactFlag
}

func newRunsExport(s *command.Streams) *cobra.Command {
	var o runsExportOptions
	cmd := &cobra.Command{
		Use:   "export RUN",
		Short: "Write a run or its result to a file",
		Long: "Write a run to standard output or to a file. The format run is the recording itself: with the card, the\n" +
			"requests and all events, so that it can be shown and replayed anywhere. Credentials are masked in it.",
		Example:           "  a2aform runs export last --to fight.jsonl\n  a2aform runs export last -o html --to fight.html\n  a2aform runs export last -o cast --to fight.cast",
		Args:              command.UsageArgs(cobra.ExactArgs(1)),
		ValidArgsFunction: completeRuns(s, false),
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), s, args[0]) },
	}
	cmd.Flags().StringVarP(&o.output, "output", "o", "run", "write as `FORMAT`: run; the screens as cast (asciinema), svg (the last one) or animated-svg; or the result as "+strings.Join(export.Formats(), ", "))
	o.artifact.Add(cmd)
	cmd.Flags().StringVar(&o.to, "to", "", "the `FILE` to write; a file that exists is never overwritten")
	return cmd
}

func (o *runsExportOptions) run(ctx context.Context, s *command.Streams, name string) error {
	isRun := o.output == "run" || share.Kind(o.output).IsFilm()
	if _, err := export.ParseFormat(o.output); err != nil && !isRun {
		return command.Usagef("-o %s is not known: use run, cast, svg, animated-svg, %s", safe.Text(o.output).Line(40), strings.Join(export.Formats(), ", "))
	}
	if isRun && o.artifact.Name != "" {
		return command.Usagef("--artifact goes with a format of the result: add -o %s", strings.Join(export.Formats(), ", "))
	}
	rec, info, err := openRun(s, name)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return exportRun(ctx, s, w, rec.Run(), o.artifact, o.output, info) }
	switch o.output {
	case string(share.Cast), string(share.Picture), string(share.Animated):
		write = func(w io.Writer) error { return ui.Film(ctx, w, info.Path, share.Kind(o.output), kit.Options{}) }
	case "run":
		write = func(w io.Writer) error { return copyRun(w, info.Path) }
	}
	return command.WriteNew(s, o.to, write)
}

// copyRun writes the run file at path to w.
func copyRun(w io.Writer, path string) error {
	if err := store.CopyRun(w, path); err != nil {
		return fmt.Errorf("read the run: %s", command.FileFault(err))
	}
	return nil
}

func newRunsDelete(s *command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:               "delete RUN...",
		Short:             "Delete runs",
		Args:              command.UsageArgs(cobra.MinimumNArgs(1)),
		ValidArgsFunction: completeRuns(s, true),
		RunE: func(_ *cobra.Command, args []string) error {
			keep, err := runStore(s)
			if err != nil {
				return err
			}
			var found []runfile.Info
			for _, name := range args { // all of them, before the first is gone
				info, err := command.FindRun(s, name)
				if err != nil {
					return err
				}
				if !slices.ContainsFunc(found, func(r runfile.Info) bool { return r.Path == info.Path }) {
					found = append(found, info)
				}
			}
			for _, info := range found {
				if err := keep.DeleteRun(info.Path); err != nil {
					return err
				}
				s.Warn("deleted " + info.ID.Line(80).String())
			}
			return nil
		},
	}
}

type runsPruneOptions struct {
	olderThan string
	keep      int
	dryRun    bool
}

func newRunsPrune(s *command.Streams) *cobra.Command {
	var o runsPruneOptions
	cmd := &cobra.Command{
		Use:   "prune --older-than AGE | --keep N",
		Short: "Delete old runs",
		Long: "Delete runs that have ended, or that wait for an answer and are open in no a2aform, if they are older than AGE and\n" +
			"not among the newest N. Runs that may still go on, and files that cannot be read, stay, with a note. The command\n" +
			"prints what it deletes.",
		Example: "  a2aform runs prune --older-than 30d --keep 100 --dry-run",
		Args:    command.UsageArgs(cobra.NoArgs),
		RunE:    func(*cobra.Command, []string) error { return o.run(s) },
	}
	f := cmd.Flags()
	f.StringVar(&o.olderThan, "older-than", "", "an `AGE`, such as 12h, 30d or 8w; 0 is any age")
	f.IntVar(&o.keep, "keep", 0, "the newest `N` stay in any case")
	f.BoolVar(&o.dryRun, "dry-run", false, "show what would be deleted, without deleting")
	return cmd
}

func (o *runsPruneOptions) run(s *command.Streams) error {
	if o.olderThan == "" && o.keep == 0 {
		return command.Usagef("choose runs with --older-than 30d, --keep 100, or both")
	}
	if o.keep < 0 {
		return command.Usagef("--keep counts runs")
	}
	prune := store.Prune{Keep: o.keep, DryRun: o.dryRun}
	if o.olderThan != "" {
		var age store.Keep
		if err := age.UnmarshalText([]byte(o.olderThan)); err != nil {
			return command.Usagef("--older-than: write 12h, 30d or 8w, or 0 for any age")
		}
		prune.Before = time.Now().Add(-time.Duration(age))
	}
	keep, err := runStore(s)
	if err != nil {
		return err
	}
	done, err := keep.PruneRuns(prune)
	did := "deleted"
	if o.dryRun {
		did = "would be deleted"
	}
	s.Warn(fmt.Sprintf("%d %s", len(done.Deleted), did))
	if n := len(done.Open); n > 0 {
		s.Warn(fmt.Sprintf("note: kept %s without an end; delete them with runs delete RUN", english.Plural(n, "run", "runs")))
	}
	warnStrays(s, done.Strays)
	return errors.Join(err, printRuns(s, done.Deleted))
}
