package cli

import (
	"context"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/demo"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/suite"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/internal/widget/ascii"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/plain"
)

// pasteGuard is how long behind a paste nothing is sent.
const pasteGuard = 100 * time.Millisecond

// holdGuard is how long a key was not pressed before it sends.
const holdGuard = 400 * time.Millisecond

// runTUI opens the terminal program. Without a terminal it says what to do
// instead.
func runTUI(ctx context.Context, s *command.Streams, flags *preferenceFlags, o kit.Options) error {
	config, err := flags.config(s)
	if err != nil {
		return err
	}
	if why := s.NoTerminal(); why != "" {
		return command.Usagef("%s, so the screens cannot be shown\n"+
			"  without a terminal use: a2aform --plain AGENT, a2aform card AGENT, a2aform skills AGENT, a2aform send AGENT --skill ID --set NAME=VALUE", why)
	}
	o = preferences(o, config)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Demo == nil {
		o.Demo = startDemo(ctx)
	}
	o.DemoAgent = aboutDemo()
	o.Store = s.Store()
	o.Notify = command.Notification(config.Notify, s.Getenv)
	o.Hints = o.Hints && !o.Store.HadResult()
	o.Dir = command.WorkingDir()
	o.Environments = environments(s)
	o.Open = command.OpenURL
	o.Clipboard = command.Clipboard(s.Getenv)
	o.PasteGuard, o.HoldGuard = pasteGuard, holdGuard
	o.ASCII = ascii.Wanted(s.Getenv)
	safego.Go(warmWidths)
	return play(ctx, s, ui.New(ctx, o))
}

// screens are the options of the screens that speak to agents as the flags have
// it.
func screens(s *command.Streams, f *command.ConnectFlags) (o kit.Options, err error) {
	if err := f.Check(); err != nil {
		return o, err
	}
	f.WarnUnverified(s)
	o.Identity, err = f.Identity()
	o.Fetch = s.Network()
	o.Endpoint = f.Endpoint()
	o.Dial = func(ctx context.Context, card *a2aclient.Card, keep *store.Store, way kit.DialOptions) (*a2aclient.Agent, []string, error) {
		return flagsFor(f, way).Dial(ctx, s, card, keep)
	}
	return o, err
}

// flagsFor is the flags for one agent of the screens.
func flagsFor(f *command.ConnectFlags, way kit.DialOptions) *command.ConnectFlags {
	g := f.At(way.Endpoint).Agreeing(way.Agreed)
	if way.Anonymous {
		g.Anonymous = true
		g.Credentials, g.Cert, g.Key = command.CredentialFlags{}, "", ""
	}
	g.AdoptNamed(way.Saved, way.Catalog)
	if way.Anonymous {
		g.Credentials.Headers = nil
	}
	return &g
}

// environments returns what reads the agents of the environments of the working directory's suite, nil where there is no suite.
func environments(s *command.Streams) func() ([]kit.EnvironmentAgent, error) {
	path, err := suite.Find(command.WorkingDir())
	if err != nil || path == "" {
		return nil
	}
	return func() (list []kit.EnvironmentAgent, err error) {
		found, problems := suite.Read(path)
		if len(problems) > 0 {
			return nil, problems[0]
		}
		e := command.Environments{Streams: s, Suite: found}
		for _, in := range found.Environments {
			for _, agent := range in.Agents {
				list = append(list, kit.EnvironmentAgent{Environment: in.Name, IsProtected: in.Protect, Agent: agent.Name, Ref: agent.Ref, Saved: func() (*store.Saved, error) {
					return e.SavedAgent(&command.Environment{Environment: in}, agent)
				}})
			}
		}
		return list, nil
	}
}

// warmWidths asks for the width of a character outside Latin, for which
// go-runewidth first builds a table in 2 ms. Bubble Tea would build it while it
// draws the first frame; here it is built while Bubble Tea waits for its first
// tick.
func warmWidths() { ansi.StringWidthWc("─") }

// play shows the screens on the terminal of the streams.
func play(ctx context.Context, s *command.Streams, app command.Screens) error {
	t := command.Terminal{In: s.In, Out: s.Out, Err: s.Err, Warn: s.Warn, OwnsProcess: s.IsProcess}
	return t.Play(ctx, app)
}

// aboutDemo is what the list of agents says of the demo agent.
func aboutDemo() store.Agent {
	name, about, skills := demo.About()
	a := store.Agent{Name: safe.Text(name), About: safe.Text(about)}
	for _, s := range skills {
		a.Skills = append(a.Skills, safe.Text(s))
	}
	return a
}

// startDemo starts the demo agent when it is first asked for.
func startDemo(ctx context.Context) func() (string, error) {
	var server *demo.Server
	return func() (string, error) {
		if server != nil {
			return server.URL, nil
		}
		started, err := demo.Start(ctx, "", demo.Options{Pace: demo.DefaultPace})
		if err != nil {
			return "", err
		}
		server = started
		return server.URL, nil
	}
}

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
