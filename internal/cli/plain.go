package cli

import (
	"context"
	"slices"

	"github.com/charmbracelet/x/term"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
	"a2aform/ui/plain"
)

// opening is what is opened at once.
type opening struct {
	ref, skill string
	passing    bool // the agent has another address the next time
}

// runPlain goes line by line through what the screens do.
func runPlain(ctx context.Context, s *command.Streams, flags *preferenceFlags, connect *command.ConnectFlags, at opening) error {
	c, err := flags.config(s)
	if err != nil {
		return err
	}
	if at.ref == "-" {
		return command.Usagef("standard input holds the answers, so it cannot hold the card; save the card to a file")
	}
	o := plain.Options{
		In: s.In, Out: s.Text(), IsPiped: !s.InTTY, HasMarks: s.InTTY && s.OutTTY && !s.IsDumb(), Secret: hiddenReader(s), Ref: at.ref, Skill: at.skill, Passing: at.passing,
		Store: s.Store(), Record: c.Persist, NoDrafts: !c.Drafts, NoBrief: !c.Brief, SkipReview: c.Review == "skip", Width: s.Width(), Wrap: wrapWidth(s, s.OutTTY),
		Open: func(ctx context.Context, ref string) (*a2aclient.Agent, []string, error) {
			agent, connect := command.AgentFlag{Value: ref}, *connect // an agent must not inherit what is saved with another
			if ref != at.ref {
				connect = connect.At("")
			}
			card, err := connect.Fetch(ctx, s, &agent, nil)
			if err != nil {
				return nil, nil, err
			}
			opened, err := connect.Open(ctx, s, card)
			return opened, nil, err
		},
	}
	if at.ref == "" {
		o.Refs = knownAgents(o.Store)
	}
	if flags.isColored(s) {
		o.Style = kit.Colors(kit.Theme(c.Theme), ownTheme(c))
	}
	err = plain.Run(ctx, o)
	if plain.IsInput(err) {
		return command.Usagef("%s", err)
	}
	return err
}

// knownAgents are the saved agents by name, then those opened before. What cannot
// be read is left out: it is only an offer.
func knownAgents(keep *store.Store) (refs []string) {
	saved, _ := keep.Saved(command.WorkingDir())
	for _, a := range saved {
		refs = append(refs, a.Name)
	}
	if keep == nil {
		return refs
	}
	opened, _ := keep.Agents()
	for _, a := range opened {
		if !slices.Contains(refs, a.Ref) {
			refs = append(refs, a.Ref)
		}
	}
	return refs
}

// hiddenReader returns a function that reads lines from the terminal without showing them;
// nil without a terminal.
func hiddenReader(s *command.Streams) func(context.Context) (string, error) {
	in, ok := s.In.(term.File)
	if !ok || !s.InTTY {
		return nil
	}
	return func(ctx context.Context) (string, error) { return readHidden(ctx, in) }
}

// answerInLines returns what answers a case whose agent asks, line by line on the terminal.
func answerInLines(s *command.Streams) func(context.Context, *casefile.Case, *run.Run) error {
	return func(ctx context.Context, c *casefile.Case, r *run.Run) error {
		o := linesBesideOutput(s)
		o.Store = s.Store()
		return plain.Answer(ctx, o, safe.Text(c.Name).Line(0).String(), r)
	}
}

// linesBesideOutput are the options of questions line by line that leave standard output to the result.
func linesBesideOutput(s *command.Streams) plain.Options {
	return plain.Options{
		In: s.In, Out: s.Notes(), IsPiped: !s.InTTY, HasMarks: s.InTTY && !s.IsDumb(), Secret: hiddenReader(s), Width: s.Width(), Wrap: wrapWidth(s, s.InTTY),
	}
}

// isPlain reports whether lines are wanted in place of screens: by flag, by
// preference, or because the terminal can show nothing else.
func (f *preferenceFlags) isPlain(s *command.Streams) (bool, error) {
	c, _, err := s.Config()
	switch {
	case f.changed("plain"):
		return f.plain, err
	case err != nil:
		return false, err
	}
	return c.Plain || s.InTTY && s.OutTTY && s.IsDumb(), nil
}

// isColored reports whether the lines have colors: only if the user asks for them.
func (f *preferenceFlags) isColored(s *command.Streams) bool {
	if f.changed("color") {
		return f.color
	}
	force := s.Getenv("CLICOLOR_FORCE")
	return force != "" && force != "0" && s.Getenv("NO_COLOR") == ""
}

// wrapWidth is the width at which lines are wrapped: that of the terminal, 0 where there is none.
func wrapWidth(s *command.Streams, isTerminal bool) int {
	if !isTerminal {
		return 0
	}
	return s.Width()
}
