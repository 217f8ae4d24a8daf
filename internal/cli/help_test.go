//go:build unix

package cli

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"a2aform/internal/cli/command"
	"a2aform/internal/store"
	"a2aform/ui/kit/theme"
)

// everyCommand is the command and all below it, those of the shells' completion
// and of help too.
func everyCommand(cmd *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{cmd}
	for _, sub := range cmd.Commands() {
		if !sub.Hidden {
			list = append(list, everyCommand(sub)...)
		}
	}
	return list
}

// terminalEnd returns the end of a terminal of 80 columns that a program writes to.
func terminalEnd(t *testing.T) *os.File {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = master.Close(), slave.Close() })
	if err := pty.Setsize(master, &pty.Winsize{Cols: 80, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	return slave
}

// The help of each command fits 80 columns, with every word whole and as it was
// written, on a terminal and in a pipe.
func TestHelpFits80Columns(t *testing.T) {
	t.Parallel()
	getenv := func(name string) string { return map[string]string{"TERM": "xterm-256color"}[name] }
	streams := map[string]*command.Streams{
		"pipe":     {Getenv: getenv},
		"terminal": {Getenv: getenv, OutTTY: true, Out: terminalEnd(t)},
	}
	for name, s := range streams {
		root := newRoot(s)
		root.InitDefaultHelpCmd()
		for _, cmd := range everyCommand(root) {
			cmd.InitDefaultHelpFlag()
			h := newHelp(s)
			h.All = true
			if h.Width != 80 {
				t.Fatalf("%s: width %d", name, h.Width)
			}
			drawn := h.Render(cmd)
			if isStyled := strings.Contains(drawn, "\x1b"); isStyled != s.OutTTY {
				t.Errorf("%s: %s: styled: %v", name, cmd.CommandPath(), isStyled)
			}
			text := ansi.Strip(drawn)
			for line := range strings.Lines(text) {
				if w := ansi.StringWidth(strings.TrimRight(line, "\n")); w > 80 {
					t.Errorf("%s: %s: %d columns: %s", name, cmd.CommandPath(), w, line)
				}
			}
			unwrapped := command.PlainHelp(1 << 20)
			unwrapped.All = true
			if got, want := strings.Fields(text), strings.Fields(unwrapped.Render(cmd)); !slices.Equal(got, want) {
				t.Errorf("%s: %s: words are broken:\n%s", name, cmd.CommandPath(), text)
			}
		}
	}
}

// Placeholders are shown as they are typed, and each flag that takes a value has
// one.
func TestHelpShowsPlaceholdersLiterally(t *testing.T) {
	t.Parallel()
	s := &command.Streams{Getenv: func(string) string { return "" }}
	for _, cmd := range everyCommand(newRoot(s)) {
		h := newHelp(s)
		h.All = true
		text := h.Render(cmd)
		for _, generic := range []string{" string", " strings", " stringArray", " int ", " float", " duration"} {
			if cmd.Name() != "completion" && strings.Contains(text, "--") && strings.Contains(text, generic+"  ") {
				t.Errorf("%s: a flag has the placeholder%s", cmd.CommandPath(), generic)
			}
		}
		if cmd.Name() == "send" {
			for _, want := range []string{"USER:PASSWORD", "--credential SCHEME=env:NAME", "--extension-metadata KEY=JSON", "--basic env:NAME"} {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
		}
	}
}

// The first page has the commands and flags that most need, and each other flag is on one that it names.
func TestFirstPageIsShort(t *testing.T) {
	t.Parallel()
	s := &command.Streams{Getenv: func(string) string { return "" }}
	root := newRoot(s)
	root.InitDefaultHelpCmd()
	root.InitDefaultHelpFlag()
	root.InitDefaultVersionFlag()
	page := newHelp(s).Render(root)
	_, commands, _ := strings.Cut(page, "\nCommands:\n")
	if strings.Contains(commands, "\n  fill ") || strings.Index(commands, "\n  test ") < strings.Index(commands, "\nFor people who test and build agents:\n") {
		t.Errorf("the commands:\n%s", commands)
	}
	commands, flags, _ := strings.Cut(commands, "\nFlags:\n")
	flags, _, _ = strings.Cut(flags, "\nMore:\n")
	if n := len(regexp.MustCompile(`(?m)^  [a-z]+ `).FindAllString(commands, -1)); n != 16 {
		t.Errorf("%d commands:\n%s", n, commands)
	}
	if n := len(regexp.MustCompile(`(?m)^ +(-., )?--[a-z-]+`).FindAllString(flags, -1)); n != 7 {
		t.Errorf("%d flags:\n%s", n, flags)
	}
	all := newHelp(s)
	all.All = true
	whole, agent := all.Render(root), newHelp(s).Agent(agentFlags(s, root))
	root.Flags().VisitAll(func(f *pflag.Flag) {
		if !strings.Contains(whole, "--"+f.Name) {
			t.Errorf("--%s is on no page", f.Name)
		}
	})
	for _, want := range []string{"--bearer", "--agent-card", "--header", "--insecure-http", "--debug"} {
		if !strings.Contains(agent, want) {
			t.Errorf("no %s in\n%s", want, agent)
		}
	}
}

// HelpExamples are the examples in the help of all commands, in order, with
// the lines that a backslash continues joined.
func HelpExamples() (list []string) {
	for _, cmd := range everyCommand(newRoot(&command.Streams{Getenv: func(string) string { return "" }})) {
		joined := strings.ReplaceAll(cmd.Example, "\\\n", " ")
		for line := range strings.Lines(joined) {
			if line = strings.TrimSpace(line); line != "" {
				list = append(list, strings.Join(strings.Fields(line), " "))
			}
		}
	}
	return list
}

// The configuration knows the themes that there are.
func TestThemesOfTheConfiguration(t *testing.T) {
	if names := theme.Names(); !slices.Equal(names, store.ThemeNames) {
		t.Errorf("the screens have the themes %q, the configuration %q", names, store.ThemeNames)
	}
}
