package cli

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/demo"
	"a2aform/internal/present"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/tomlfile"
	"a2aform/internal/widget/ascii"
	"a2aform/ui/kit"
	stage "a2aform/ui/present"
)

type presentOptions struct {
	agent        command.AgentFlag
	connect      command.ConnectFlags
	check, notes bool
	thread       bool
	fromRun, out string
	preferences  func() (kit.Options, error)
}

// newPresent is the command present. addPreferences adds the flags of the screens, and returns a function that reads their preferences.
func newPresent(s *command.Streams, addPreferences func(*command.Streams, *cobra.Command) func() (kit.Options, error)) *cobra.Command {
	o := &presentOptions{}
	cmd := &cobra.Command{
		Use:   "present [AGENT | SCRIPT]",
		Short: "Present an agent to an audience, step by step",
		Long: "Show the steps of a script, large and without addresses, ids or headers: an agent, a form that is filled in, the task, the table.\n" +
			"Of an AGENT it shows the skills whose examples can be sent; without one, the built-in agent in three minutes. --from-run writes a\n" +
			"SCRIPT of a run of your own. The agent is really called; if it is away, slow or fails, the recorded run of the script continues in its\n" +
			"place, with a small sign in the corner.\n\n" +
			"The right arrow goes on, the left arrow back, . blanks the screen, q leaves. --notes shows your notes in a second terminal.",
		Example: "  a2aform present\n  a2aform present localhost:9999\n  a2aform present --notes\n  a2aform present --from-run last --to demo.toml\n  a2aform present demo.toml --check",
		Args:    command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), s, args) },
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.preferences = addPreferences(s, cmd)
	f := cmd.Flags()
	f.BoolVar(&o.notes, "notes", false, "show the notes of the presentation in another terminal of this machine")
	f.BoolVar(&o.check, "check", false, "check the script, its recorded runs and its agent; show and send nothing")
	f.StringVar(&o.fromRun, "from-run", "", "write a script that presents this `RUN`, and a copy of the run next to it")
	f.StringVar(&o.out, "to", "", "the `FILE` of the script that --from-run writes")
	f.BoolVar(&o.thread, "thread", false, "write a script of all runs whose results filled in one another's forms, as --from-run has one of")
	cmd.MarkFlagsMutuallyExclusive("notes", "check", "from-run")
	return cmd
}

func (o *presentOptions) run(ctx context.Context, s *command.Streams, args []string) error {
	switch {
	case (o.fromRun == "") != (o.out == ""):
		return command.Usagef("--from-run and --to go together: a2aform present --from-run last --to demo.toml")
	case o.thread && o.fromRun == "":
		return command.Usagef("--thread goes with --from-run: a2aform present --from-run last --thread --to story.toml")
	case o.fromRun != "":
		return o.write(s)
	}
	script, err := o.script(s, args)
	if err != nil {
		return err
	}
	if why := s.NoTerminal(); why != "" && !o.check {
		return command.Usagef("%s, so nothing can be presented; a2aform present --check checks a script without one", why)
	}
	if o.notes {
		return o.follow(ctx, s)
	}
	show, err := o.open(ctx, s, script)
	if err != nil {
		return err
	}
	if o.check {
		return printCheck(s, show)
	}
	return o.play(ctx, s, show)
}

// script is the script of the command line: that of a file, or of the built-in agent; nil where the card of an agent decides.
func (o *presentOptions) script(s *command.Streams, args []string) (*present.Script, error) {
	if len(args) > 0 && isScript(args[0]) {
		script, problems := present.Read(args[0])
		if len(problems) > 0 {
			return nil, faultyScript(s, problems)
		}
		return script, nil
	}
	if len(args) > 0 {
		o.agent.Value = args[0]
	}
	if o.agent.Value == "" || command.IsDemo(o.agent.Value) {
		return present.Demo(), nil
	}
	return nil, nil
}

// isScript reports whether an argument is a script and not an agent, which may be a card file.
func isScript(arg string) bool {
	info, err := os.Stat(arg)
	return filepath.Ext(arg) == ".toml" || err == nil && !info.IsDir() && filepath.Ext(arg) != ".json"
}

// presentFetchTime is how long the agent's card may take; then the agent counts as away.
const presentFetchTime = 10 * time.Second

// open opens the agent of a script, if it is there. For a nil script it makes one of the agent's card.
func (o *presentOptions) open(ctx context.Context, s *command.Streams, script *present.Script) (*present.Show, error) {
	dial := func(ref string) (*a2aclient.Agent, error) { return o.dial(ctx, s, script, ref) }
	if script == nil {
		agent, err := o.dial(ctx, s, &present.Script{}, "")
		if err != nil {
			return nil, err
		}
		if script, err = o.fromAgent(agent); err != nil {
			return nil, err
		}
		dial = func(string) (*a2aclient.Agent, error) { return agent, nil }
	}
	var refused error
	show, problems, err := present.Open(script, func(ref string) (*a2aclient.Agent, error) {
		agent, err := dial(ref)
		if command.ExitCode(err) == command.ExitUsage {
			refused = cmp.Or(refused, err)
		}
		return agent, err
	})
	if err := cmp.Or(ctx.Err(), refused); err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		return nil, faultyScript(s, problems)
	}
	if err == nil && script.Agent == store.BuiltIn && script.Path == "" {
		err = rehearse(ctx, show)
	}
	return show, err
}

// fromAgent is a script that shows the agent of the command line.
func (o *presentOptions) fromAgent(agent *a2aclient.Agent) (*present.Script, error) {
	if demo.IsDemo(agent.Card().Raw) {
		return present.Demo(), nil
	}
	if script := present.FromAgent(agent); script != nil {
		return script, nil
	}
	return nil, command.Usagef("the skills of %s have no example to present; send a message, and present its run:\n  a2aform send %s --record\n"+
		"  a2aform present --from-run last --to demo.toml\n  a2aform present demo.toml", agent.Card().Name.Line(60), command.ShellWord(safe.Text(o.agent.Value)))
}

// dial opens an agent that a script names. For its own, "", that of the command line wins.
func (o *presentOptions) dial(ctx context.Context, s *command.Streams, script *present.Script, ref string) (*a2aclient.Agent, error) {
	within, cancel := context.WithCancel(ctx) // for as long as the program: the built-in agent ends with it
	late := time.AfterFunc(presentFetchTime, cancel)
	fetch := func() (*a2aclient.Card, error) { return o.connect.Fetch(within, s, &o.agent, nil) }
	if ref == "" && o.agent.Value == "" {
		ref = script.Agent
	}
	if ref != "" {
		fetch = func() (*a2aclient.Card, error) { return o.connect.FetchFrom(within, s, script.Path, ref) }
	}
	card, err := fetch()
	if !late.Stop() && ctx.Err() == nil {
		return nil, fmt.Errorf("the agent's card did not come within %s: %w", presentFetchTime, context.DeadlineExceeded)
	}
	if err != nil {
		return nil, err
	}
	return o.connect.Open(ctx, s, card)
}

// rehearse records what the built-in agent does, so that the stage does not need it.
func rehearse(ctx context.Context, show *present.Show) error {
	server, err := demo.Start(ctx, "", demo.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }()
	card, err := a2aclient.Fetch(ctx, server.URL)
	if err != nil {
		return err
	}
	agent, err := card.Dial()
	if err != nil {
		return err
	}
	defer agent.Close()
	home, err := os.MkdirTemp("", "a2aform-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(home) }()
	keep, err := store.Open(func(string) string { return home })
	if err != nil {
		return err
	}
	return show.Rehearse(ctx, agent, keep)
}

// faultyScript says what is wrong with a script.
func faultyScript(s *command.Streams, problems []*tomlfile.Problem) error {
	for _, p := range problems[:len(problems)-1] {
		s.Warn(p.Error())
	}
	return command.Usagef("%s", problems[len(problems)-1])
}

// play shows the stage.
func (o *presentOptions) play(ctx context.Context, s *command.Streams, show *present.Show) error {
	p, err := o.preferences()
	if err != nil {
		return err
	}
	hub, err := listen(ctx, s.Store())
	if err != nil {
		show.Notes = append(show.Notes, "a2aform present --notes cannot follow: "+safe.Text(err.Error()).Line(0).String())
	}
	defer hub.close()
	model := stage.New(ctx, stage.Options{
		Show: show, Tell: hub.tell, Theme: p.Theme, Own: p.OwnTheme, ASCII: ascii.Wanted(s.Getenv),
		Run: run.Options{Store: s.Store(), Record: !p.NoRecord},
	})
	return presentScreens(ctx, s, model)
}

// follow shows the notes of a presentation that goes on in another terminal.
func (o *presentOptions) follow(ctx context.Context, s *command.Streams) error {
	p, err := o.preferences()
	if err != nil {
		return err
	}
	keep := s.Store()
	if keep == nil {
		return errors.New("there is no home directory, so the presentation cannot be found: set HOME or A2AFORM_HOME")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return presentScreens(ctx, s, stage.NewNotes(cues(ctx, socket(keep)), p.Theme, p.OwnTheme, ascii.Wanted(s.Getenv)))
}

func presentScreens(ctx context.Context, s *command.Streams, model command.Screens) error {
	t := command.Terminal{In: s.In, Out: s.Out, Err: s.Err, Warn: s.Warn, OwnsProcess: s.IsProcess}
	return t.Play(ctx, model)
}

// printCheck says what a script that can be shown consists of. Without its agent it can be shown as well.
func printCheck(s *command.Streams, show *present.Show) error {
	for _, note := range show.Notes {
		s.Warn("note: " + note)
	}
	source := "live: each form is sent to its agent"
	for i, scene := range show.Scenes {
		if scene.Away != nil {
			source = "recorded"
			s.Warn(fmt.Sprintf("note: the agent of form %d is away, so its recorded run will be shown: %s", i+1, scene.Away))
		}
	}
	for i, step := range show.Steps {
		if show.Path != "" && step.Show == present.Form && show.Scenes[step.Scene].Recording == nil {
			s.Warn(fmt.Sprintf("note: step %d has no recorded run to go on with if the agent fails: record one, and add run = \"run.jsonl\"", i+1))
		}
	}
	_, err := fmt.Fprintf(s.Text(), "ok: %s, %s, %s\n", english.Plural(len(show.Steps), "step", "steps"), english.Plural(len(show.Scenes), "form", "forms"), source)
	return err
}

// runName says which run it is: what was asked, and when.
func runName(info runfile.Info) string {
	about := info.SkillName
	if about.IsEmpty() {
		about = info.Agent
	}
	name := info.ID.Line(60).String() + " of " + kit.Ago(info.Time, time.Now()) + ": " + about.Line(80).String()
	if !info.Asked.IsEmpty() {
		name += ", " + info.Asked.Line(80).String()
	}
	return name
}

// write writes a script from a run, or from all runs of its thread.
func (o *presentOptions) write(s *command.Streams) error {
	info, err := command.FindRun(s, o.fromRun)
	switch {
	case err != nil:
		return err
	case info.Private:
		return command.Usagef("the form of this run held a secret, so nothing of it was recorded: choose another run")
	case o.out == "-":
		return command.Usagef("--to -: a script and its run are two files; name the first, such as fight.toml")
	}
	runs := []runfile.Info{info}
	if o.thread {
		if runs, _, err = command.FindThread(s, info, o.fromRun); err != nil {
			return err
		}
	}
	written, err := present.Write(o.out, runs, demo.IsDemo)
	if err != nil {
		return command.Usagef("not written: %s", command.FileFault(err))
	}
	for i, path := range written {
		written[i] = safe.Text(path).Line(0).String()
	}
	s.Warn("note: this is the run " + runName(info))
	s.Warn("written: " + strings.Join(written, ", ") + "; write your captions and notes, then: a2aform present " + written[0])
	return nil
}

// socket is where a presentation tells its notes.
func socket(keep *store.Store) string { return filepath.Join(keep.StateDir(), "present.sock") }

// hub gives the cues of a presentation to all who follow. A nil hub tells nobody.
type hub struct {
	listener net.Listener
	mu       sync.Mutex
	last     []byte
	clients  map[chan []byte]bool
}

// listen opens the socket, in place of one that nobody listens at any more.
func listen(ctx context.Context, keep *store.Store) (*hub, error) {
	if keep == nil {
		return nil, errors.New("there is no home directory: set HOME or A2AFORM_HOME")
	}
	path := socket(keep)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path); err == nil {
		_ = conn.Close()
		return nil, errors.New("another presentation goes on, and they follow that one")
	}
	_ = os.Remove(path) // of a program that was killed
	l, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	_ = os.Chmod(path, 0o600) // the directory is the user's alone
	h := &hub{listener: l, clients: map[chan []byte]bool{}}
	safego.Go(h.accept)
	return h, nil
}

func (h *hub) accept() {
	for {
		conn, err := h.listener.Accept()
		if err != nil {
			return
		}
		lines := make(chan []byte, 1)
		h.mu.Lock()
		h.clients[lines] = true
		put(lines, h.last)
		h.mu.Unlock()
		safego.Go(func() { h.serve(conn, lines) })
	}
}

// writeTime is how long one who follows may take to read a cue.
const writeTime = 5 * time.Second

// serve writes the newest cue whenever there is one.
func (h *hub) serve(conn net.Conn, lines chan []byte) {
	for line := range lines {
		_ = conn.SetWriteDeadline(time.Now().Add(writeTime))
		if _, err := conn.Write(line); err != nil {
			break
		}
	}
	h.mu.Lock()
	delete(h.clients, lines)
	h.mu.Unlock()
	_ = conn.Close()
}

// put replaces a line that was not written yet.
func put(lines chan []byte, line []byte) {
	if line == nil {
		return
	}
	select {
	case <-lines:
	default:
	}
	lines <- line
}

// tell gives a cue to all, and waits for nobody.
func (h *hub) tell(c present.Cue) {
	line, err := json.Marshal(c)
	if h == nil || err != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = append(line, '\n')
	for lines := range h.clients {
		put(lines, h.last)
	}
}

// close ends it; those who follow wait for the next presentation.
func (h *hub) close() {
	if h == nil {
		return
	}
	_ = h.listener.Close() // which removes the socket
	h.mu.Lock()
	defer h.mu.Unlock()
	for lines := range h.clients {
		close(lines)
		delete(h.clients, lines)
	}
}

// retryTime is how often a presentation is looked for.
const retryTime = 500 * time.Millisecond

// cues are those of the presentation that goes on at a socket, and of the next one; a zero cue says that it is over.
func cues(ctx context.Context, path string) <-chan present.Cue {
	out := make(chan present.Cue)
	safego.Go(func() {
		for ctx.Err() == nil {
			if conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path); err == nil {
				stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
				readScript(ctx, conn, out)
				stop()
				_ = conn.Close()
				send(ctx, out, present.Cue{})
			}
			select {
			case <-ctx.Done():
			case <-time.After(retryTime):
			}
		}
	})
	return out
}

// maxCue is the size of a line of the socket, in bytes.
const maxCue = 1 << 20

func readScript(ctx context.Context, conn net.Conn, out chan<- present.Cue) {
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, maxCue)
	for lines.Scan() {
		var c present.Cue
		if json.Unmarshal(lines.Bytes(), &c) == nil {
			send(ctx, out, c)
		}
	}
}

func send(ctx context.Context, out chan<- present.Cue, c present.Cue) {
	select {
	case out <- c:
	case <-ctx.Done():
	}
}
