package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/charmbracelet/x/term"

	"a2aform/a2aclient"
	"a2aform/internal/store"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/ui/kit"
	"a2aform/ui/plain"
)

// opening is what is opened at once.
type opening struct {
	ref, skill string
	passing    bool // the agent has another address the next time
}

// runPlain goes line by line through what the screens do.
func runPlain(ctx context.Context, s *Streams, flags *preferenceFlags, connect *connectFlags, at opening) error {
	c, err := flags.config(s)
	if err != nil {
		return err
	}
	if at.ref == "-" {
		return usagef("standard input holds the answers, so it cannot hold the card; save the card to a file")
	}
	o := plain.Options{
		In: s.In, Out: s.Out, IsPiped: !s.InTTY, HasMarks: s.InTTY && s.OutTTY && !s.isDumb(), Secret: s.readHidden(), Ref: at.ref, Skill: at.skill, Passing: at.passing,
		Store: s.store(), Record: c.Persist, NoDrafts: !c.Drafts, SkipReview: c.Review == "skip", Width: s.width(),
		Open: func(ctx context.Context, ref string) (*a2aclient.Agent, []string, error) {
			agent := agentFlag{value: ref}
			card, err := connect.fetch(ctx, s, &agent, nil)
			if err != nil {
				return nil, nil, err
			}
			opened, err := connect.open(ctx, s, card)
			return opened, nil, err
		},
	}
	if at.ref == "" {
		o.Refs = knownAgents(o.Store)
	}
	if flags.isColoured(s) {
		o.Style = kit.Colours(kit.Theme(c.Theme), ownTheme(c))
	}
	err = plain.Run(ctx, o)
	if plain.IsInput(err) {
		return usagef("%s", err)
	}
	return err
}

// knownAgents are the saved agents by name, then those opened before. What cannot
// be read is left out: it is only an offer.
func knownAgents(keep *store.Store) (refs []string) {
	saved, _ := keep.Saved(workingDir())
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

// readHidden reads lines from the terminal without showing them; nil without one.
func (s *Streams) readHidden() func(context.Context) (string, error) {
	in, ok := s.In.(term.File)
	if !ok || !s.InTTY {
		return nil
	}
	return func(ctx context.Context) (string, error) { return readHidden(ctx, in) }
}

// width is that of the terminal, else one that suits files.
func (s *Streams) width() int {
	if out, ok := s.Out.(term.File); ok && s.OutTTY {
		if w, _, err := term.GetSize(out.Fd()); err == nil && w > 0 {
			return w
		}
	}
	return plainWidth
}

// isPlain reports whether lines are wanted in place of screens: by flag, by
// preference, or because the terminal can show nothing else.
func (f *preferenceFlags) isPlain(s *Streams) (bool, error) {
	c, _, err := s.config()
	switch {
	case f.changed("plain"):
		return f.plain, err
	case err != nil:
		return false, err
	}
	return c.Plain || s.InTTY && s.OutTTY && s.isDumb(), nil
}

// isColoured reports whether the lines have colors: only if the user asks for them.
func (f *preferenceFlags) isColoured(s *Streams) bool {
	if f.changed("color") {
		return f.color
	}
	force := s.Getenv("CLICOLOR_FORCE")
	return force != "" && force != "0" && s.Getenv("NO_COLOR") == ""
}

// printDocument draws a result as plain text, without any control sequence.
func printDocument(s *Streams, document *render.Document) error {
	for _, l := range draw.Lines(document, s.width(), draw.Plain) {
		if _, err := fmt.Fprintln(s.Out, l); err != nil {
			return err
		}
	}
	return nil
}
