package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/qa/carddiff"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

type cardDiffOptions struct {
	connect command.ConnectFlags
	output  command.OutputFlag
	failOn  []string
	to      string
	save    bool
}

// diffOutcomes are what --fail-on takes.
var diffOutcomes = []string{"breaking", "unproven"}

// newDiff is the command that compares two cards.
func newDiff(s *command.Streams) *cobra.Command {
	o := &cardDiffOptions{}
	cmd := &cobra.Command{
		Use:   "diff [OLD] NEW",
		Short: "Compare two cards, and say what breaks for callers",
		Long: "Compare two cards, and say what breaks for callers. OLD and NEW are saved names, URLs, hosts or card files. Without OLD, the\n" +
			"card of the saved agent NEW is compared with the one that was stored when it was saved or first opened. a2aform runs diff\n" +
			"compares results.\n\n" +
			"Schemas are compared by trying values under both. Each change is shown by a witness: a value that one schema accepts and the\n" +
			"other rejects. Where no witness is found, that is said; it is no proof.",
		Example: "  a2aform card localhost:9999 -o json > old-card.json\n  a2aform diff old-card.json localhost:9999 --fail-on breaking\n" +
			"  a2aform diff old-card.json localhost:9999 --to new-cases",
		Args:              command.UsageArgs(cobra.RangeArgs(1, 2)),
		ValidArgsFunction: offerAgents(s),
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), s, args) },
	}
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&o.failOn, "fail-on", nil, "exit with 10 on the changes of this `LIST`: breaking, unproven")
	f.StringVar(&o.to, "to", "", "write the witnesses of inputs as case files to the directory `DIR`, for a2aform test")
	f.BoolVar(&o.save, "save", false, "afterwards, store the card of NEW, a saved name, as the one to compare with")
	f.StringVarP(&o.output.Value, "output", "o", "text", "print as `FORMAT`: text or json")
	return cmd
}

func (o *cardDiffOptions) run(ctx context.Context, s *command.Streams, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	name := args[len(args)-1]
	_, saved, err := (&command.AgentFlag{Value: name}).Find(s, nil)
	switch {
	case err != nil:
		return err
	case o.save && saved == nil:
		return command.Usagef("--save stores the card of a saved agent, and %s is none", safe.Text(name).Line(80))
	case o.save && s.Store() == nil:
		return errors.New("there is no home directory to store the card in: set HOME or A2AFORM_HOME")
	}
	sides, cards, err := o.cards(ctx, s, args, saved)
	if err != nil {
		return err
	}
	found := carddiff.Compare(cards[0], cards[1])
	if o.to != "" {
		if err := writeDiffCases(s, found.Cases(namedAgent(name)), o.to); err != nil {
			return err
		}
	}
	if err := o.print(s, found, sides); err != nil {
		return err
	}
	if o.save {
		if err := s.Store().StoreCard(*saved, cards[1].Raw); err != nil {
			return err
		}
		s.Warn("stored: diff " + saved.Name + " compares with this card from now on")
	}
	return o.verdict(found)
}

func (o *cardDiffOptions) check() error {
	for _, outcome := range o.failOn {
		if !slices.Contains(diffOutcomes, outcome) {
			return command.Usagef("--fail-on %s is not known: use %s", safe.Text(outcome).Line(40), strings.Join(diffOutcomes, " or "))
		}
	}
	if o.connect.IsForCalls() {
		return command.Usagef("credentials and the flags for calls have no effect: cards are read without them")
	}
	if err := o.connect.Check(); err != nil {
		return err
	}
	return o.output.Check()
}

// cards reads both cards. Without OLD the first one is that of the store.
func (o *cardDiffOptions) cards(ctx context.Context, s *command.Streams, args []string, saved *store.Saved) (sides [2]carddiff.Side, cards [2]*a2aclient.Card, err error) {
	var stored *store.SavedCard
	if len(args) == 1 {
		if saved == nil {
			return sides, cards, command.Usagef("%s is no saved agent: name the card to compare with, too (a2aform diff OLD NEW)", safe.Text(args[0]).Line(80))
		}
		if stored, err = s.Store().SavedCard(*saved); err != nil {
			return sides, cards, err
		}
	}
	for i, ref := range args {
		connect := o.connect // each agent has its own headers
		n := i + 2 - len(args)
		if cards[n], err = connect.Fetch(ctx, s, &command.AgentFlag{}, []string{ref}); err != nil {
			return sides, cards, err
		}
		sides[n] = sideOf(cards[n])
	}
	switch {
	case len(args) == 2:
		return sides, cards, nil
	case stored == nil:
		return sides, cards, command.Usagef("no card of %s was stored before, so there is nothing to compare with; the card of now is stored for the next time", saved.Name)
	}
	if cards[0], err = a2aclient.Parse(stored.Card, cards[1].Source); err != nil {
		return sides, cards, fmt.Errorf("the stored card of %s cannot be read: %w", saved.Name, err)
	}
	sides[0] = sideOf(cards[0])
	sides[0].Saved = stored.When.UTC().Format("2006-01-02T15:04:05Z")
	return sides, cards, nil
}

func sideOf(card *a2aclient.Card) carddiff.Side {
	return carddiff.Side{From: card.Source, Name: card.Name}
}

func (o *cardDiffOptions) print(s *command.Streams, found *carddiff.Report, sides [2]carddiff.Side) error {
	if o.output.JSON() {
		return command.PrintJSON(s, found.Document(sides[0], sides[1]))
	}
	var sb strings.Builder
	for i, side := range sides {
		sb.WriteString([]string{"OLD", "NEW"}[i] + "  " + side.String() + "\n")
	}
	sb.WriteString("\n" + strings.Join(found.Lines(), "\n") + "\n")
	_, err := io.WriteString(command.NewLines(s), sb.String())
	return err
}

func (o *cardDiffOptions) verdict(found *carddiff.Report) error {
	switch {
	case slices.Contains(o.failOn, "breaking") && found.Breaking() > 0:
		return command.CheckFailed("the new card breaks callers of the old one (--fail-on)", nil)
	case slices.Contains(o.failOn, "unproven") && found.Unproven() > 0:
		return command.CheckFailed("schemas differ, and nothing proves how (--fail-on)", nil)
	}
	return nil
}

// namedAgent is the agent that cases name: a saved one or a URL. A file may be elsewhere when they run.
func namedAgent(ref string) string {
	if store.IsAgentName(ref) || strings.Contains(ref, "://") {
		return ref
	}
	return ""
}

// writeDiffCases writes a file for each case, and never over a file.
func writeDiffCases(s *command.Streams, cases []*casefile.Case, dir string) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return command.Usagef("--to: %s", command.FileFault(err))
	}
	for _, c := range cases {
		path := filepath.Join(dir, casefile.FileName(c.Name)+".toml")
		err := store.WriteNew(path, func(w io.Writer) error {
			_, err := w.Write(append([]byte(fileschema.Comment(path)), casefile.Format(c)...))
			return err
		})
		if errors.Is(err, fs.ErrExist) {
			return command.Usagef("--to: %s exists: remove it, or name another directory", safe.Text(path).Line(200))
		}
		if err != nil {
			return command.Usagef("--to: %s", command.FileFault(err))
		}
	}
	s.Warn("written: " + safe.Text(dir).Line(200).String() + ", " + english.Plural(len(cases), "case", "cases"))
	return nil
}
