package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/x/term"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/ascii"
)

// Streams are what a command reads, writes and knows of its surroundings. Tests
// bring their own.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Args     []string // without the program's name
	Getenv   func(string) string
	InTTY    bool // standard input is a terminal
	OutTTY   bool // standard output is

	isProcess    bool // these are the streams of the process itself
	insecureHTTP bool // plain HTTP to other machines is allowed, see [limitFlags]
}

// System are the streams of the process.
func System() *Streams {
	s := &Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Args: os.Args[1:], Getenv: os.Getenv,
		InTTY: term.IsTerminal(os.Stdin.Fd()), OutTTY: term.IsTerminal(os.Stdout.Fd()), isProcess: true,
	}
	if !ascii.Wanted(s.Getenv) {
		return s
	}
	if s.OutTTY {
		s.Out = ascii.File{File: os.Stdout}
	}
	if term.IsTerminal(os.Stderr.Fd()) {
		s.Err = ascii.File{File: os.Stderr}
	}
	return s
}

// network are the options for every request of the program.
func (s *Streams) network() []a2aclient.Option {
	if s.insecureHTTP {
		return []a2aclient.Option{a2aclient.WithInsecureHTTP()}
	}
	return nil
}

// store opens the user's files; without a home directory nothing is kept.
func (s *Streams) store() *store.Store {
	keep, err := store.Open(s.Getenv)
	if err != nil {
		return nil
	}
	return keep
}

// warn writes a line to standard error. Where even that fails, nobody is left
// to be told.
//
// It is the last gate: whatever an error quotes is safe to show, too.
func (s *Streams) warn(text string) {
	_, _ = fmt.Fprintln(s.Err, safe.Text(text).Block(maxWarning))
}

// maxWarning bounds one warning, in bytes.
const maxWarning = 1 << 20
