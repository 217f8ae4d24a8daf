package command

import (
	"os"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const (
	minHelpWidth = 40
	maxWidth     = 100
	maxName      = 26 // a longer name has its description on the next line
)

// HelpPage renders the help of commands.
type HelpPage struct {
	strings.Builder
	Width       int  // in columns
	All         bool // also what is on no first page: flags for which [MoveFlags] says so, and some commands
	title, name lipgloss.Style
}

// PlainHelp is a page without colors.
func PlainHelp(width int) *HelpPage { return &HelpPage{Width: width} }

// TerminalHelp is a page that wraps at a terminal's width, from 40 to 100 columns. Headings
// and names are in color unless it is plain.
func TerminalHelp(width int, plain bool) *HelpPage {
	h := &HelpPage{Width: min(max(width, minHelpWidth), maxWidth)}
	if !plain {
		lipgloss.EnableLegacyWindowsANSI(os.Stdout)
		h.title = lipgloss.NewStyle().Bold(true)
		h.name = lipgloss.NewStyle().Foreground(lipgloss.Cyan)
	}
	return h
}

// Render returns the help of a command. It is called once.
func (h *HelpPage) Render(cmd *cobra.Command) string {
	about := cmd.Long
	if about == "" {
		about = cmd.Short + "."
	}
	h.text(about)
	h.heading("Usage")
	if takesArguments := strings.Contains(cmd.Use, " "); cmd.Runnable() && (!cmd.HasAvailableSubCommands() || takesArguments || hasUsual(cmd)) || !cmd.HasParent() {
		h.text("  " + cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		h.text("  " + cmd.CommandPath() + " COMMAND")
	}
	if cmd.Example != "" {
		h.heading("Examples")
		h.text(cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		h.commands("Commands", cmd, func(sub *cobra.Command) bool { return !isForMakers(sub) })
		h.commands("For people who test and build agents", cmd, isForMakers)
	}
	left := map[string]bool{}
	h.flags("Flags", cmd.LocalFlags(), left)
	h.flags("Flags of every command", cmd.InheritedFlags(), map[string]bool{}) // the first page of the program links to them
	h.links(cmd, left)
	return h.String()
}

// commands writes a table of those commands below one that are meant.
func (h *HelpPage) commands(heading string, of *cobra.Command, isMeant func(*cobra.Command) bool) {
	var names, texts []string
	for _, sub := range of.Commands() {
		if isMeant(sub) && (h.All || !isFurther(sub)) {
			names, texts = append(names, sub.Name()), append(texts, sub.Short)
			if _, is := sub.Annotations[isUsual]; is {
				texts[len(texts)-1] += " (default)"
			}
		}
	}
	if names != nil {
		h.heading(heading)
		h.table(names, texts)
	}
}

// links says where more is to be read. The pages are those of the flags that are left out.
func (h *HelpPage) links(cmd *cobra.Command, left map[string]bool) {
	var names, texts []string
	add := func(name, text string) { names, texts = append(names, name), append(texts, text) }
	if cmd.HasAvailableSubCommands() {
		add(cmd.CommandPath()+" COMMAND --help", "more about a command")
	}
	if left[AgentPage] {
		add(cmd.Root().Name()+" help agent", "flags that say how to reach the agent, and with which credentials")
	}
	if len(left) > 0 || !h.All && !cmd.HasParent() {
		add(cmd.CommandPath()+" --help --all", "all flags, and all commands")
	}
	if names == nil {
		return
	}
	if cmd.HasParent() && len(left) > 0 {
		texts[len(texts)-1] = "all flags"
	}
	h.heading("More")
	h.table(names, texts)
}

// Pages of help that a flag is on, besides the page of its command.
const (
	// AgentPage has the flags that say how an agent is reached.
	AgentPage = "agent"
	// AllFlags has flags that few need.
	AllFlags = "all"
)

// helpPage is the name of the annotation of flags that [MoveFlags] sets.
const helpPage = "a2aform help page"

// MoveFlags leaves flags out of the first page of help of a command. They are on another page then, and on that with all.
func MoveFlags(cmd *cobra.Command, to string, names ...string) {
	for _, name := range names {
		f := cmd.Flags().Lookup(name)
		if f == nil {
			f = cmd.PersistentFlags().Lookup(name)
		}
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		f.Annotations[helpPage] = []string{to}
	}
}

// ShowFlags puts flags on the first page of help again.
func ShowFlags(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		delete(cmd.Flags().Lookup(name).Annotations, helpPage)
	}
}

// further are commands that are not on the first page of the program.
var further = []string{"catalog", "completion", "fill", "help", "init", "man", "version"}

// forMakers are commands of the program for those who test and build agents.
var forMakers = []string{"cases", "diff", "doctor", "mock", "test"}

func isForMakers(cmd *cobra.Command) bool {
	return !cmd.Parent().HasParent() && slices.Contains(forMakers, cmd.Name())
}

func isFurther(cmd *cobra.Command) bool {
	return !cmd.IsAvailableCommand() || !cmd.Parent().HasParent() && slices.Contains(further, cmd.Name())
}

// Agent renders the page of the flags that say how an agent is reached, which a command has.
func (h *HelpPage) Agent(cmd *cobra.Command) string {
	h.text("Most commands take these flags. AGENT is a saved name, a URL, a host, the path of a card file, an agent of a catalog\n" +
		"(CATALOG#NAME), demo for the built-in agent, or - for a card on standard input.\n\n" +
		"A secret is never the value of a flag, because other users of the machine could read it: env:NAME names the variable that has it.\n" +
		"a2aform auth login stores credentials, and a2aform agents add saves an agent with its headers.")
	h.heading("Examples")
	h.text("  a2aform card https://agent.example.com --bearer env:TOKEN\n  a2aform send -a staging --header X-Team=blue --text 'hello'\n" +
		"  a2aform skills localhost:9999 --transport GRPC")
	h.All = true
	h.flags("Flags", cmd.LocalFlags(), nil)
	return h.String()
}

// write adds text; a [strings.Builder] never fails.
func (h *HelpPage) write(text string) { _, _ = h.WriteString(text) }

func (h *HelpPage) heading(text string) { h.write("\n" + h.title.Render(text+":") + "\n") }

// text writes paragraphs. Lines that begin with a space or a tab stay as they are.
func (h *HelpPage) text(text string) {
	paragraph := ""
	flush := func() {
		if paragraph != "" {
			h.write(strings.Join(wrapWords(paragraph, h.Width), "\n") + "\n")
		}
		paragraph = ""
	}
	for line := range strings.Lines(strings.TrimSuffix(text, "\n") + "\n") {
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == ' ' || line[0] == '\t' {
			flush()
			h.write(strings.Replace(line, "\t", "  ", 1) + "\n")
			continue
		}
		paragraph += line + "\n"
	}
	flush()
}

// table writes names with their descriptions in a second column.
func (h *HelpPage) table(names, texts []string) {
	column := 0
	for _, name := range names {
		if w := ansi.StringWidth(name); w <= maxName {
			column = max(column, w)
		}
	}
	indent := min(2+column+2, h.Width/2)
	for i, name := range names {
		w := 2 + ansi.StringWidth(name)
		h.write("  " + h.name.Render(name))
		if w+2 > indent {
			h.write("\n")
			w = 0
		}
		for _, line := range wrapWords(texts[i], h.Width-indent) {
			h.write(strings.Repeat(" ", indent-w) + line + "\n")
			w = 0
		}
	}
}

// flags writes a table of flags. The pages of omitted flags are added to left.
func (h *HelpPage) flags(heading string, set *pflag.FlagSet, left map[string]bool) {
	var names, texts []string
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		if to := f.Annotations[helpPage]; len(to) > 0 && !h.All {
			left[to[0]] = true
			return
		}
		placeholder, text := pflag.UnquoteUsage(f)
		if f.NoOptDefVal != "" && f.Value.Type() != "bool" {
			placeholder = "[=" + placeholder + "]"
		}
		name := "    --" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", --" + f.Name
		}
		switch {
		case strings.HasPrefix(placeholder, "["):
			name += placeholder
		case placeholder != "":
			name += " " + placeholder
		}
		switch f.Name {
		case "help":
			text = "show this help"
		case "version":
			text = "print the version"
		}
		switch f.DefValue {
		case "", "false", "[]", "0", "0s", "-1":
		default:
			text += " (default " + f.DefValue + ")"
		}
		names, texts = append(names, name), append(texts, text)
	})
	if len(names) > 0 {
		h.heading(heading)
		h.table(names, texts)
	}
}

// wrapWords breaks text between words into lines of at most width columns. A word
// that is wider has a line of its own.
func wrapWords(text string, width int) (lines []string) {
	line, used := "", 0
	for word := range strings.FieldsSeq(text) {
		w := ansi.StringWidth(word)
		if used > 0 && used+1+w > width {
			lines, line, used = append(lines, line), "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+w
	}
	return append(lines, line)
}
