package cli

import (
	"context"
	"time"

	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/demo"
	"a2aform/internal/qa/suite"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/internal/widget/ascii"
	"a2aform/ui"
	"a2aform/ui/kit"
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
