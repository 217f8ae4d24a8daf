package kit

import (
	"image/color"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"a2aform/formgen/huhform"
	"a2aform/internal/widget/ansistyle"
	"a2aform/internal/widget/contrast"
	"a2aform/render/draw"
	"a2aform/ui/kit/theme"
)

// Theme is a theme by its name in the configuration, see [theme.Names].
type Theme string

// Themes that the program itself speaks of. The zero value is Auto.
const (
	Auto         Theme = theme.Auto // by the terminal's background
	Light        Theme = "light"
	Dark         Theme = "dark"
	HighContrast Theme = theme.HighContrast
)

// Styles are all colors of the program, made once for a theme and a background
// from those of its forms.
type Styles struct {
	Form   *huhform.Styles
	Render draw.Style

	Title, Crumb, Text, Strong   lipgloss.Style
	Dim, Good, Bad, Warn, Accent lipgloss.Style
	Current, Data                lipgloss.Style // the chosen row of a list; bars and charts
	Key, Rule, Cursor, Found     lipgloss.Style
	Changed                      lipgloss.Style // of what is not as in the run before

	Pane       PaneStyle
	Button     ButtonStyle
	Syntax     SyntaxStyle
	Surface    color.Color // the background that the theme brings; nil for the terminal's own
	Foreground color.Color // with it

	Raised, Selected ansistyle.Tint // under the footer and dialogs; under the selected row of a list

	Hints map[key.Help]string // keys as they were drawn in these colors
}

// Row is a line of a list in so many columns, with the background of the selected one.
func (st *Styles) Row(line string, isSelected bool, columns int) string {
	if !isSelected {
		return line
	}
	return st.Selected.Line(line, columns)
}

// TermColors is what the terminal reports of its colors.
type TermColors struct {
	Dark       bool
	ANSI16     bool        // it has 16 colors or none
	Background color.Color // nil if it does not say
}

// NewStyles are the styles of a theme, which may be the user's own. Where a terminal has 16 colors or fewer, all themes
// but high contrast look alike.
func NewStyles(name Theme, own *theme.Own, term TermColors) *Styles {
	switch name {
	case Light:
		term.Dark = false
	case Dark:
		term.Dark = true
	}
	switch {
	case name == HighContrast:
		return plainly(huhform.NewHighContrastStyles(term.Dark))
	case term.ANSI16:
		return plainly(huhform.NewSixteenStyles(term.Dark))
	}
	t := theme.Named(string(name), term.Dark, own) // text has the terminal's foreground, which a theme with a surface sets
	st := stylesOf(huhform.NewStyles(huhform.Paints{
		Text: lipgloss.NoColor{}, Dim: t.Tokens.Muted, Accent: t.Tokens.Accent,
		Bad: t.Tokens.Bad, Good: t.Tokens.Good, Warn: t.Tokens.Warning,
	}, t.Dark))
	st.Surface = t.Surface
	raised, selected := t.Tints(term.Background)
	st.Raised, st.Selected = ansistyle.NewTint(raised), ansistyle.NewTint(selected)
	st.Form.Picker.Row = st.Selected
	st.Foreground = t.Tokens.Text
	st.Syntax = syntaxStyle(t.Tokens)
	st.Data = lipgloss.NewStyle().Foreground(t.Tokens.Key)
	st.Rule = lipgloss.NewStyle().Foreground(t.Tokens.Border)
	st.Pane.Border = ansistyle.New(st.Rule)
	st.Changed = lipgloss.NewStyle().Foreground(t.Tokens.Warning).Bold(true)
	st.Found = lipgloss.NewStyle().Foreground(color.Black).Background(lipgloss.Color("#ffd75f")).Underline(true)
	st.Button.Focused = lipgloss.NewStyle().Background(t.Tokens.Accent).Foreground(contrast.EnsureContrast(color.White, t.Tokens.Accent, contrast.Text)).Bold(true)
	st.Render = renderStyle(st)
	st.Render.JSON, st.Render.Code = st.Syntax.JSON, st.Syntax.Code
	return st
}

// syntaxStyle are the colors of JSON, HTTP and commands.
func syntaxStyle(t theme.Tokens) SyntaxStyle {
	of := func(c color.Color) ansistyle.Style { return ansistyle.New(lipgloss.NewStyle().Foreground(c)) }
	return SyntaxStyle{Key: of(t.Key), String: of(t.String), Number: of(t.Number), Literal: of(t.Literal), Punctuation: of(t.Muted), Added: of(t.Good), Removed: of(t.Bad)}
}

// plainly tells by attributes what takes more than 16 colors otherwise.
func plainly(f *huhform.Styles) *Styles {
	st := stylesOf(f)
	st.Rule = lipgloss.NewStyle()
	st.Key = st.Key.Bold(true)
	st.Changed = lipgloss.NewStyle().Bold(true).Underline(true)
	st.Found = lipgloss.NewStyle().Reverse(true).Underline(true)
	st.Button.Focused = lipgloss.NewStyle().Reverse(true).Bold(true)
	st.Render = renderStyle(st)
	return st
}

// stylesOf are what all themes have in common.
func stylesOf(f *huhform.Styles) *Styles {
	return &Styles{
		Form:    f,
		Title:   f.Section,
		Crumb:   f.Value,
		Text:    f.Value,
		Strong:  f.Value.Bold(true),
		Dim:     f.Dim,
		Good:    f.Marker,
		Bad:     f.Problem,
		Warn:    f.Warning,
		Accent:  f.Bar,
		Key:     f.Bar,
		Data:    f.Bar,
		Current: f.FocusedLabel,
		Cursor:  lipgloss.NewStyle().Reverse(true),
		Pane: PaneStyle{
			FocusedBorder: ansistyle.New(f.Bar), Title: ansistyle.New(f.Value.Bold(true)), FocusedTitle: ansistyle.New(f.FocusedLabel),
			Note: ansistyle.New(f.Dim), Behind: ansistyle.New(f.Dim),
		},
		Button: ButtonStyle{Label: f.Value.Bold(true), Key: f.Bar, Off: f.Dim},
		Hints:  map[key.Help]string{},
	}
}

// Colors paint results that are written line by line, in the terminal's own
// colors: nobody has asked it for its background.
func Colors(name Theme, own *theme.Own) draw.Style {
	style := NewStyles(name, own, TermColors{Dark: theme.Named(string(name), true, own).Dark, ANSI16: true}).Render
	style.Yes, style.No = "", ""
	return style
}

// renderStyle hands the colors to the renderer.
func renderStyle(st *Styles) draw.Style {
	paint := func(s lipgloss.Style) draw.Paint { return ansistyle.New(s).Paint }
	return draw.Style{
		NoMarks: true,
		Title:   paint(st.Title), Label: paint(st.Strong), Key: paint(st.Dim), Text: paint(st.Text), Dim: paint(st.Dim),
		Good: paint(st.Good), Bad: paint(st.Bad), Warn: paint(st.Warn), Bar: paint(st.Data), Rule: paint(st.Rule), Accent: paint(st.Accent),
		Yes: "●", No: "·",
		Color: func(rgb string) draw.Paint { return paint(lipgloss.NewStyle().Foreground(lipgloss.Color(rgb))) },
	}
}

// Pens are the styles of rows.
type Pens struct{ Text, Dim, Head, Current, Marker, Good, Bad, Warn ansistyle.Style }

// NewPens makes the styles of rows from those of the theme.
func NewPens(st *Styles) Pens {
	return Pens{
		Text: ansistyle.New(st.Text), Dim: ansistyle.New(st.Dim), Head: ansistyle.New(st.Strong), Current: ansistyle.New(st.Current),
		Marker: ansistyle.New(st.Accent), Good: ansistyle.New(st.Good), Bad: ansistyle.New(st.Bad), Warn: ansistyle.New(st.Warn),
	}
}

// SyntaxStyle are the colors of the parts of a text. The zero Style leaves it as it is.
type SyntaxStyle struct {
	Key, String, Number, Literal, Punctuation, Text, Added, Removed ansistyle.Style
}

// JSON colors a line of JSON in which no token is cut.
func (st *SyntaxStyle) JSON(line string) string {
	var out strings.Builder
	for line != "" {
		n, style := st.token(line)
		out.WriteString(style.Paint(line[:n]))
		line = line[n:]
	}
	return out.String()
}

// token returns the length of the token that a line begins with, and its color.
func (st *SyntaxStyle) token(line string) (int, ansistyle.Style) {
	switch c := line[0]; {
	case c == '"':
		n := stringEnd(line)
		if rest := strings.TrimLeft(line[n:], " "); strings.HasPrefix(rest, ":") {
			return n, st.Key
		}
		return n, st.String
	case c == '-' || c >= '0' && c <= '9':
		return span(line, "-+.eE0123456789"), st.Number
	case c >= 'a' && c <= 'z':
		return span(line, "abcdefghijklmnopqrstuvwxyz"), st.Literal
	case strings.IndexByte(punctuation, c) >= 0:
		return span(line, punctuation), st.Punctuation
	}
	if n := strings.IndexAny(line, `"{}[]:,-0123456789`+"abcdefghijklmnopqrstuvwxyz"); n > 0 {
		return n, st.Text
	}
	return len(line), st.Text
}

const punctuation = "{}[]:, "

// stringEnd is the length of the JSON string that a line begins with.
func stringEnd(line string) int {
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(line)
}

// span is how many of the first bytes of a line are among some; at least one.
func span(line, among string) int {
	n := 1
	for n < len(line) && strings.IndexByte(among, line[n]) >= 0 {
		n++
	}
	return n
}

// Header colors a header of HTTP.
func (st *SyntaxStyle) Header(line string) string {
	name, value, ok := strings.Cut(line, ": ")
	if !ok {
		return st.Text.Paint(line)
	}
	return st.Key.Paint(name) + st.Punctuation.Paint(": ") + st.Text.Paint(value)
}

// Request colors the first line of an HTTP request.
func (st *SyntaxStyle) Request(line string) string {
	method, target, _ := strings.Cut(line, " ")
	return st.Literal.Paint(method) + " " + st.String.Paint(target)
}

// Head colors the first line of a message: when it came, and what it is.
func (st *SyntaxStyle) Head(line string) string {
	at := max(strings.Index(line, "  "), 0)
	return st.Punctuation.Paint(line[:at]) + st.Key.Paint(line[at:])
}

// Shell colors a command: its name, flags and quoted texts.
func (st *SyntaxStyle) Shell(line string) string {
	var out strings.Builder
	for i, word := range shellWords(line) {
		style := st.Text
		switch {
		case strings.HasPrefix(word, "-"):
			style = st.Literal
		case strings.HasPrefix(word, "'") || strings.HasPrefix(word, `"`):
			style = st.String
		case i == 0 && word[0] != ' ':
			style = st.Key
		}
		out.WriteString(style.Paint(word))
	}
	return out.String()
}

// shellWords are the words of a command and the spaces between them. Joined they are the
// command again.
func shellWords(line string) (words []string) {
	start, quote := 0, byte(0)
	for i := range len(line) {
		c := line[i]
		if quote == 0 && i > start && (c == ' ') != (line[i-1] == ' ') {
			words, start = append(words, line[start:i]), i
		}
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		}
	}
	if start < len(line) {
		words = append(words, line[start:])
	}
	return words
}

// difference colors a line of a difference of two texts: added, removed, and what says where.
func (st *SyntaxStyle) difference(line string) string {
	style := st.Text
	switch {
	case isMarkOfDifference(line):
		style = st.Punctuation
	case strings.HasPrefix(line, "+"), strings.HasPrefix(line, ">"):
		style = st.Added
	case strings.HasPrefix(line, "-"), strings.HasPrefix(line, "<"):
		style = st.Removed
	}
	return style.Paint(line)
}

func isMarkOfDifference(line string) bool {
	for _, mark := range []string{"--- ", "+++ ", "@@", "===", "Index: ", "diff ", "index "} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// Code returns what colors a line of code in a language.
func (st *SyntaxStyle) Code(language string) draw.Paint {
	switch language {
	case "json", "jsonl", "jsonc", "json5":
		return st.JSON
	case "sh", "bash", "zsh", "fish", "shell", "console":
		return st.Shell
	case "", "text", "txt", "plain", "markdown", "md":
		return st.Text.Paint
	case "diff", "patch", "udiff":
		return st.difference
	case "sql", "lua", "haskell", "ada":
		return func(line string) string { return st.source(line, "--") }
	case "python", "py", "ruby", "rb", "yaml", "yml", "toml", "r", "perl", "make", "makefile", "dockerfile", "ini", "elixir", "julia":
		return func(line string) string { return st.source(line, "#") }
	}
	return func(line string) string { return st.source(line, "//") }
}

// source colors a line of a programming language: comments, texts in quotes, numbers, and words that are keywords in the common languages.
func (st *SyntaxStyle) source(line, comment string) string {
	var out strings.Builder
	for line != "" {
		n, style := st.sourceToken(line, comment)
		out.WriteString(style.Paint(line[:n]))
		line = line[n:]
	}
	return out.String()
}

func (st *SyntaxStyle) sourceToken(line, comment string) (int, ansistyle.Style) {
	isWord := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	length := func(ok func(rune) bool) int {
		if n := strings.IndexFunc(line, func(r rune) bool { return !ok(r) }); n >= 0 {
			return n
		}
		return len(line)
	}
	switch c := line[0]; {
	case strings.HasPrefix(line, comment):
		return len(line), st.Punctuation
	case c == '"' || c == '\'' || c == '`':
		return quoteEnd(line), st.String
	case c >= '0' && c <= '9':
		return length(func(r rune) bool { return r == '.' || isWord(r) }), st.Number
	}
	if n := length(isWord); n > 0 {
		if codeKeywords[strings.ToLower(line[:n])] {
			return n, st.Key
		}
		return n, st.Text
	}
	n := strings.IndexFunc(line[1:], func(r rune) bool { return isWord(r) || strings.ContainsRune("\"'`", r) || r == rune(comment[0]) })
	if n < 0 {
		return len(line), st.Text
	}
	return n + 1, st.Text
}

// quoteEnd is the length of the quoted text that a line begins with. A quote without an end, such as an apostrophe, is one character.
func quoteEnd(line string) int {
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case line[0]:
			return i + 1
		}
	}
	return 1
}

// codeKeywords are words that are keywords in several of the common languages.
var codeKeywords = func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(`and as async await break case catch class const continue def default defer do elif else enum except export extends
		false finally fn for from func function go if impl import in interface is let map match mod new nil none not null or package pass private pub public
		raise return select self static struct super switch this throw true try type use var void where while with yield
		create delete drop group by having insert into join left limit on order set table update values`) {
		set[word] = true
	}
	return set
}()
