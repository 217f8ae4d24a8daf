package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	"golang.org/x/time/rate"
)

// server is the SSH server and its sessions.
type server struct {
	*ssh.Server
	config *config
	slots  chan struct{} // one for each session that goes on
	active sync.WaitGroup
	mu     sync.Mutex
	rates  map[string]*rate.Limiter // of new sessions, by address
}

// maxAddresses is how many addresses rates has at most: then it starts again.
const maxAddresses = 10_000

func newServer(c *config) (*server, error) {
	if err := os.MkdirAll(filepath.Dir(c.hostKey), 0o700); err != nil { //nolint:gosec // whoever runs the server names it
		return nil, fmt.Errorf("the directory of the host key cannot be made: %w", err)
	}
	s := &server{config: c, slots: make(chan struct{}, c.sessions), rates: map[string]*rate.Limiter{}}
	options := []ssh.Option{
		wish.WithHostKeyPath(c.hostKey), wish.WithIdleTimeout(c.idle), wish.WithMaxTimeout(c.longest), ssh.AllocatePty(),
		wish.WithMiddleware(func(ssh.Handler) ssh.Handler { return s.handle }),
	}
	if c.authorizedKeys != "" {
		options = append(options, wish.WithAuthorizedKeys(c.authorizedKeys))
	}
	var err error
	if s.Server, err = wish.NewServer(options...); err != nil {
		return nil, fmt.Errorf("the server cannot be started: %w", err)
	}
	return s, nil
}

// Close ends the sessions, and returns when their directories are gone.
func (s *server) Close(ctx context.Context) error {
	err := s.Server.Close()
	done := make(chan struct{})
	go func() {
		s.active.Wait()
		close(done)
	}()
	select {
	case <-done:
		return err
	case <-ctx.Done():
		return errors.New("a session did not end in time")
	}
}

// mayStart says whether an address may start one more session now.
func (s *server) mayStart(address net.Addr) bool {
	host, _, _ := net.SplitHostPort(address.String())
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rates[host] == nil {
		if len(s.rates) >= maxAddresses {
			clear(s.rates)
		}
		s.rates[host] = rate.NewLimiter(rate.Every(time.Minute/time.Duration(s.config.perMinute)), s.config.perMinute)
	}
	return s.rates[host].Allow()
}

// handle is a session.
func (s *server) handle(session ssh.Session) {
	pty, _, isTerminal := session.Pty()
	switch {
	case !s.mayStart(session.RemoteAddr()):
		wish.Fatalln(session, "Too many sessions from your address. Please try again in a minute.")
		return
	case len(session.Command()) > 0:
		wish.Fatalln(session, "No commands can be run here: leave it out.")
		return
	case !isTerminal:
		wish.Fatalln(session, "The screens need a terminal: use ssh -t.")
		return
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		wish.Fatalln(session, "All places are taken. Please try again later.")
		return
	}
	s.active.Add(1)
	defer s.active.Done()
	code, err := s.play(session.Context(), pty, session.Environ())
	if err != nil {
		fmt.Fprintln(os.Stderr, "a session cannot be started: "+err.Error())
		wish.Fatalln(session, "The screens cannot be started.")
		return
	}
	_ = session.Exit(code) // the guest may be gone
}

// play runs a2aform on the terminal of a session until it ends, or ctx does.
func (s *server) play(ctx context.Context, pty ssh.Pty, guest []string) (code int, err error) {
	home, err := os.MkdirTemp("", "a2aform-serve-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	cmd := exec.CommandContext(ctx, s.config.binary, s.arguments()...) //nolint:gosec // whoever runs the server names it
	cmd.Dir, cmd.Env = home, s.environment(home, pty.Term, guest)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGHUP) }
	cmd.WaitDelay = closeTime / 2
	if err := pty.Start(cmd); err != nil {
		return 0, err
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) || ctx.Err() != nil {
		return max(cmd.ProcessState.ExitCode(), 1), nil
	}
	return 0, err
}

// arguments are those of a2aform: the demo agent is opened where there is no other.
func (s *server) arguments() []string {
	agents := s.config.agents
	switch len(agents) {
	case 0:
		return []string{"demo", "--kiosk"}
	case 1:
		return []string{"--kiosk", "--", agents[0]}
	}
	args := []string{"--kiosk"}
	for _, a := range agents {
		args = append(args, "--allow", a)
	}
	return args
}

// environment is all that a session knows of the system.
func (s *server) environment(home, term string, guest []string) []string {
	env := []string{
		"HOME=" + home, "TMPDIR=" + home, "A2AFORM_HOME=" + home, "TERM=" + term, "LANG=C.UTF-8",
		fmt.Sprintf("GOMEMLIMIT=%dMiB", s.config.memory), "GOMAXPROCS=2",
	}
	for _, name := range []string{"SSL_CERT_FILE", "SSL_CERT_DIR", "TZ"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	if slices.ContainsFunc(guest, func(v string) bool { return v == "COLORTERM=truecolor" || v == "COLORTERM=24bit" }) || strings.Contains(term, "256color") {
		env = append(env, "COLORTERM=truecolor")
	}
	return env
}
