package helptext

import (
	"fmt"
	"os"
	"strings"

	"charm.land/fang/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const (
	minWidth = 40
	maxWidth = 100
	maxName  = 26 // a longer name has its description on the next line
)

// Page renders the help of commands. Fang's own help changes the first word of each
// flag, which may be a placeholder to be typed, so that it is not used.
type Page struct {
	strings.Builder
	Width       int // in columns
	title, name lipgloss.Style
}

// Plain is a page without colors.
func Plain(width int) *Page { return &Page{Width: width} }

// ForTerminal is a page that wraps at a terminal's width, from 40 to 100 columns. Headings
// and names are in fang's colors unless it is plain.
func ForTerminal(width int, plain bool) *Page {
	h := &Page{Width: min(max(width, minWidth), maxWidth)}
	if !plain {
		lipgloss.EnableLegacyWindowsANSI(os.Stdout)
		colors := fang.AnsiColorScheme(lipgloss.LightDark(true)) // these two are the same on light terminals
		h.title = lipgloss.NewStyle().Bold(true)
		h.name = lipgloss.NewStyle().Foreground(colors.Command)
	}
	return h
}

// Render returns the help of a command. It is called once.
func (h *Page) Render(cmd *cobra.Command) string {
	about := cmd.Long
	if about == "" {
		about = cmd.Short + "."
	}
	h.text(about)
	h.heading("Usage")
	if takesArguments := strings.Contains(cmd.Use, " "); cmd.Runnable() && (!cmd.HasAvailableSubCommands() || takesArguments) || !cmd.HasParent() {
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
		h.heading("Commands")
		var names, texts []string
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				names, texts = append(names, sub.Name()), append(texts, sub.Short)
			}
		}
		h.table(names, texts)
	}
	h.flags("Flags", cmd.LocalFlags())
	h.flags("Flags of every command", cmd.InheritedFlags())
	if cmd.HasAvailableSubCommands() {
		h.write("\n")
		h.text(fmt.Sprintf("For more about a command: %s COMMAND --help", cmd.CommandPath()))
	}
	return h.String()
}

// write adds text; a [strings.Builder] never fails.
func (h *Page) write(text string) { _, _ = h.WriteString(text) }

func (h *Page) heading(text string) { h.write("\n" + h.title.Render(text+":") + "\n") }

// text writes paragraphs. Lines that begin with a space or a tab stay as they are.
func (h *Page) text(text string) {
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
func (h *Page) table(names, texts []string) {
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

func (h *Page) flags(heading string, set *pflag.FlagSet) {
	var names, texts []string
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
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
