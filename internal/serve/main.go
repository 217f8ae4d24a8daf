package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"charm.land/ssh"

	"a2aform/internal/version"
)

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "a2aform-serve: "+err.Error())
		os.Exit(1) //nolint:forbidigo // this is main
	}
}

// config is what the flags say.
type config struct {
	listen, binary, hostKey, authorizedKeys string
	agents                                  list
	sessions, perMinute, memory             int
	idle, longest                           time.Duration
}

// list is a flag that may be repeated.
type list []string

func (l *list) String() string { return strings.Join(*l, " ") }

func (l *list) Set(value string) error {
	if strings.HasPrefix(value, "-") || value == "" {
		return errors.New("an agent is a URL")
	}
	*l = append(*l, value)
	return nil
}

func parse(args []string) (*config, error) {
	c := &config{}
	f := flag.NewFlagSet("a2aform-serve", flag.ContinueOnError)
	f.StringVar(&c.listen, "listen", "127.0.0.1:2222", "the `HOST:PORT` to listen on")
	f.Var(&c.agents, "agent", "the `URL` of an agent that guests may open, besides the demo agent; may be repeated")
	f.StringVar(&c.binary, "binary", "a2aform", "the a2aform `PROGRAM` that each session runs")
	f.StringVar(&c.hostKey, "host-key", "", "the `FILE` of the private host key, made where there is none (default a2aform/serve_ed25519 in the directory of your configuration)")
	f.StringVar(&c.authorizedKeys, "authorized-keys", "", "let only the keys of `FILE` in, in the format of authorized_keys (default everybody)")
	f.IntVar(&c.sessions, "sessions", 20, "at most `N` sessions at once")
	f.IntVar(&c.perMinute, "per-minute", 10, "at most `N` new sessions of an address a minute")
	f.IntVar(&c.memory, "memory", 128, "the `MIB` of memory that the Go runtime of a session aims to stay below")
	f.DurationVar(&c.idle, "idle", 10*time.Minute, "end a session after so much `TIME` in which nothing was sent either way")
	f.DurationVar(&c.longest, "longest", time.Hour, "end each session after so much `TIME`")
	printVersion := f.Bool("version", false, "print the version")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if *printVersion {
		fmt.Println("a2aform-serve " + version.Version()) //nolint:forbidigo // a program of its own
		return nil, flag.ErrHelp
	}
	switch {
	case f.NArg() > 0:
		return nil, fmt.Errorf("%q is no flag; see --help", f.Arg(0))
	case c.sessions < 1 || c.perMinute < 1 || c.memory < 16 || c.idle <= 0 || c.longest <= 0:
		return nil, errors.New("--sessions, --per-minute, --idle and --longest are above 0, and --memory at least 16")
	}
	var err error
	if c.binary, err = exec.LookPath(c.binary); err != nil {
		return nil, fmt.Errorf("a2aform is not found: put it on the PATH, or name it with --binary: %w", err)
	}
	if c.binary, err = filepath.Abs(c.binary); err != nil {
		return nil, err
	}
	if c.hostKey == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return nil, fmt.Errorf("there is no directory for the host key: name its file with --host-key: %w", err)
		}
		c.hostKey = filepath.Join(dir, "a2aform", "serve_ed25519")
	}
	return c, nil
}

// closeTime is how long sessions may take to end.
const closeTime = 5 * time.Second

// run serves until it is interrupted.
func run(args []string) error {
	c, err := parse(args)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	warnOfVersion(ctx, c.binary)
	server, err := newServer(c)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.listen)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "listening on %s; host key %s; Ctrl+C stops\n", listener.Addr(), c.hostKey)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err = <-ended:
		if errors.Is(err, ssh.ErrServerClosed) {
			return nil
		}
		return err
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	return server.Close(closing)
}

// warnOfVersion warns of an a2aform of another version than this program.
func warnOfVersion(ctx context.Context, binary string) {
	out, err := exec.CommandContext(ctx, binary, "version").Output()
	theirs, ours := strings.TrimPrefix(strings.TrimSpace(string(out)), "a2aform "), version.Version()
	if err == nil && theirs != ours && ours != "devel" && theirs != "devel" {
		fmt.Fprintf(os.Stderr, "warning: %s is a2aform %s, and this is a2aform-serve %s\n", binary, theirs, ours)
	}
}
