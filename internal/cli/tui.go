package cli

import (
	"context"
	"runtime"
	"time"

	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/cli/terminal"
	"a2aform/internal/demo"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/internal/widget/ascii"
	"a2aform/ui"
	"a2aform/ui/kit"
)

// pasteGuard is how long behind a paste nothing is sent.
const pasteGuard = 100 * time.Millisecond

// runTUI opens the terminal program. Without a terminal it says what to do
// instead.
func runTUI(ctx context.Context, s *Streams, flags *preferenceFlags, o kit.Options) error {
	config, err := flags.config(s)
	if err != nil {
		return err
	}
	if why := s.noTerminal(); why != "" {
		return usagef("%s, so the screens cannot be shown\n"+
			"  without a terminal use: a2aform --plain AGENT, a2aform card AGENT, a2aform skills AGENT, a2aform send AGENT --skill ID --set NAME=VALUE", why)
	}
	o = preferences(o, config)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Demo == nil {
		o.Demo = startDemo(ctx)
	}
	o.Store = s.store()
	o.Notify = terminal.Notification(config.Notify, s.Getenv)
	o.Hints = o.Hints && !o.Store.HadResult()
	o.Dir = workingDir()
	o.Open = terminal.OpenURL
	o.PasteGuard = pasteGuard
	o.ASCII = ascii.Wanted(s.Getenv)
	safego.Go(warmWidths)
	return s.play(ctx, ui.New(ctx, o))
}

// screens are the options of the screens that speak to agents as the flags have
// it.
func (f *connectFlags) screens(s *Streams) (o kit.Options, err error) {
	if _, err := f.options(); err != nil {
		return o, err
	}
	o.Fetch, err = f.identity()
	o.Fetch = append(o.Fetch, s.network()...)
	o.Dial = func(ctx context.Context, card *a2aclient.Card, keep *store.Store, way kit.DialOptions) (*a2aclient.Agent, []string, error) {
		return f.forAgent(way).dial(ctx, s, card, keep)
	}
	return o, err
}

// forAgent is the flags for one agent of the screens.
func (f *connectFlags) forAgent(way kit.DialOptions) *connectFlags {
	g := *f
	if way.Anonymous {
		g.credentials, g.cert, g.key = credentialFlags{}, "", ""
	}
	g.adopt(way.Saved)
	if way.Anonymous {
		g.credentials.headers = nil
	}
	return &g
}

// warmWidths asks for the width of a character outside Latin, for which
// go-runewidth first builds a table in 2 ms. Bubble Tea would build it while it
// draws the first frame; here it is built while Bubble Tea waits for its first
// tick.
func warmWidths() { ansi.StringWidthWc("─") }

// play shows the screens on the terminal of the streams.
func (s *Streams) play(ctx context.Context, app terminal.Screens) error {
	t := terminal.Terminal{In: s.In, Out: s.Out, Err: s.Err, Warn: s.warn, OwnsProcess: s.isProcess}
	return t.Play(ctx, app)
}

// noTerminal says why the screens cannot be shown, "" if they can.
func (s *Streams) noTerminal() string {
	switch {
	case !s.InTTY:
		return "standard input is not a terminal"
	case !s.OutTTY:
		return "standard output is not a terminal"
	case s.Getenv("TERM") == "dumb":
		return "the terminal is dumb (TERM=dumb)"
	case s.isDumb():
		return "the terminal does not say what it is (TERM is empty)"
	}
	return ""
}

// isDumb reports a terminal that can show lines alone, as far as anybody knows.
// That of Windows has no name.
func (s *Streams) isDumb() bool {
	name := s.Getenv("TERM")
	return name == "dumb" || name == "" && runtime.GOOS != "windows"
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
