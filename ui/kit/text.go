package kit

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/textline"
)

// Pad fills s with spaces up to width columns.
func Pad(s string, width int) string {
	return s + strings.Repeat(" ", max(width-lipgloss.Width(s), 0))
}

// strayMarks are combining marks that ansi.Wrap has separated from their base character.
var strayMarks = regexp.MustCompile(`\n([\p{Mn}\p{Me}]+)`)

// wrapWords breaks a text into lines at spaces and hyphens, but for those of numbers and dates that fit a line.
func wrapWords(text string, width int, wrap func(string, int, string) string) string {
	const hyphen = "\ue000" // is of the same width, and no place to break
	kept := numberWithHyphen.ReplaceAllStringFunc(text, func(s string) string {
		if len(s) > width {
			return s
		}
		return strings.ReplaceAll(s, "-", hyphen)
	})
	return strings.ReplaceAll(wrap(kept, max(width, 1), " -"), hyphen, "-")
}

var numberWithHyphen = regexp.MustCompile(`(?:^|[\s(])-\d|\b\d{4}-\d\d-\d\d\b`)

// Wrap breaks text into lines of at most width columns, at most most of them
// (0 for all), and styles each.
func Wrap(text string, width, most int, style lipgloss.Style) []string {
	wrapped := strayMarks.ReplaceAllString(wrapWords(text, width, ansi.Wrap), "$1\n")
	lines := strings.Split(wrapped, "\n")
	if most > 0 && len(lines) > most {
		lines = lines[:most]
		lines[most-1] = ansi.Truncate(lines[most-1], max(width-1, 1), "") + "…"
	}
	for i, l := range lines {
		lines[i] = style.Render(l)
	}
	return lines
}

// wrapIndented breaks a styled line, the rest of it as far in as it begins.
func wrapIndented(text string, width int) []string {
	plain := ansi.Strip(text) //nolint:forbidigo // only measured
	indent := len(plain) - len(strings.TrimLeft(plain, " "))
	if indent == 0 || indent > width/2 || lipgloss.Width(text) <= width {
		return strings.Split(wrapWords(text, width, lipgloss.Wrap), "\n")
	}
	lines := strings.Split(wrapWords(ansi.TruncateLeft(text, indent, ""), width-indent, lipgloss.Wrap), "\n")
	for i := range lines {
		lines[i] = strings.Repeat(" ", indent) + lines[i]
	}
	return lines
}

// Line returns untrusted text on one line.
func Line(r safe.Raw) string { return r.Line(0).String() }

// Bullet is a wrapped text behind a marker.
func Bullet(marker, text string, width int, style lipgloss.Style) []string {
	indent := lipgloss.Width(marker)
	lines := Wrap(text, width-indent, 0, style)
	for i, l := range lines {
		if i == 0 {
			lines[i] = style.Render(marker) + l
		} else {
			lines[i] = strings.Repeat(" ", indent) + l
		}
	}
	return lines
}

// Fact is something known, with what it is about.
type Fact struct {
	Label, Text string
	Style       lipgloss.Style
}

// factLabel is the width of the labels of facts.
const factLabel = 11

// DrawFacts draws facts in two columns, each on at most most lines (0 for all).
func DrawFacts(st *Styles, facts []Fact, width, most int) []string {
	var lines []string
	for _, f := range facts {
		for i, text := range Wrap(f.Text, width-factLabel, most, f.Style) {
			label := ""
			if i == 0 {
				label = f.Label
			}
			lines = append(lines, st.Dim.Render(Pad(label, factLabel))+text)
		}
	}
	return lines
}

// NewInput is a line to type in. Its cursor is steady: a blinking one writes to
// the terminal while nothing happens.
func NewInput(placeholder string) textline.Model {
	input := textline.New()
	input.Prompt = "> "
	input.Placeholder = placeholder
	input.KeyMap.DeleteWordForward.SetEnabled(false) // it fails at the last character (bubbles v2.2.1)
	looks := input.Styles()
	looks.Cursor.Blink = false
	input.SetStyles(looks)
	Color(&input, lipgloss.NewStyle().Italic(true))
	return input
}

// Color takes bubbles' own colors off a line, which are for a dark background;
// hint is the style of the placeholder.
func Color(input *textline.Model, hint lipgloss.Style) {
	looks := input.Styles()
	for _, state := range []*textinput.StyleState{&looks.Focused, &looks.Blurred} {
		state.Prompt, state.Text, state.Placeholder = lipgloss.NewStyle(), lipgloss.NewStyle(), hint
	}
	looks.Cursor.Color = lipgloss.NoColor{}
	input.SetStyles(looks)
}

// ColorArea is color for a text area; its cursor is steady too.
func ColorArea(area *textarea.Model, st *Styles) {
	looks := area.Styles()
	for _, state := range []*textarea.StyleState{&looks.Focused, &looks.Blurred} {
		none := lipgloss.NewStyle()
		state.CursorLine, state.EndOfBuffer, state.Text = none, none, none
		state.Prompt, state.Placeholder = st.Accent, st.Dim
	}
	looks.Cursor.Blink, looks.Cursor.Color = false, lipgloss.NoColor{}
	area.SetStyles(looks)
}

// ErrorLines show an error with what to do next, where it says so.
func ErrorLines(st *Styles, err error, width int) []string {
	var card *a2aclient.CardError
	var wire *a2aclient.TransportError
	var unsettled *a2aclient.UnsettledError
	what, next := err.Error(), ""
	switch {
	case errors.Is(err, run.ErrLeft):
		return Bullet("■ ", Sentence(what)+".", width, st.Warn)
	case errors.As(err, &unsettled):
		lines := Bullet("✗ ", Sentence(unsettled.What)+".", width, st.Bad)
		if unsettled.Err != nil {
			lines = append(lines, Bullet("  ", Sentence(safe.Text(unsettled.Cause()).Block(0).String())+".", width, st.Dim)...)
		}
		return append(lines, Bullet("→ ", Sentence(unsettled.Next())+".", width, st.Text)...)
	case errors.As(err, &card):
		what, next = string(card.Layer)+": "+card.What, card.Next
	case errors.As(err, &wire):
		what, next = string(wire.Layer)+": "+wire.What, wire.Next
	}
	lines := Bullet("✗ ", safe.Text(what).Block(0).String(), width, st.Bad)
	if next != "" {
		lines = append(lines, Bullet("→ ", next, width, st.Text)...)
	}
	return lines
}

// ReasonLines show why a task failed or was rejected, with the lines of the agent and the code of an error; nil for a run that ended
// otherwise.
func ReasonLines(st *Styles, now *run.Snapshot, width int) []string {
	if !now.HasFailed() {
		return nil
	}
	reason := now.Reason()
	if reason.IsEmpty() {
		return Wrap(Sentence(string(now.State))+": "+run.NoReason+".", width, 0, st.Bad)
	}
	return Wrap(Sentence(string(now.State))+": "+reason.Block(maxReason).String()+run.CodeText(now.Code), width, 0, st.Bad)
}

// maxReason bounds a reason on the screen, in bytes.
const maxReason = 64 << 10

// Joined is a list of untrusted texts on one line.
func Joined(texts []safe.Raw, between string) string {
	var all []string
	for _, t := range texts {
		all = append(all, Line(t))
	}
	return strings.Join(all, between)
}

// InputName is what the form of an input is called.
func InputName(in a2aclient.Input) string {
	if in.Name.IsEmpty() {
		return "form"
	}
	return Line(in.Name)
}

// Origin is the name of a schema, where it has one, with the rule of the card that it goes by.
func Origin(name safe.Raw, rule string) string {
	if name.IsEmpty() {
		return rule
	}
	return Line(name) + ": " + rule
}

// OriginOf is what credentials for an address are bound to, "" for none.
func OriginOf(address safe.Raw) string {
	credentials, err := auth.NewCredentialSet(address)
	if err != nil {
		return ""
	}
	return credentials.Origin()
}

// SecrecyOf says who can read what is sent to an address.
func SecrecyOf(address safe.Raw) string {
	u, err := url.Parse(address.Line(0).String())
	switch {
	case err != nil:
		return ""
	case auth.IsLoopback(u.Hostname()):
		return "this machine"
	case u.Scheme == "https":
		return "encrypted"
	}
	return "not encrypted"
}

// SendTo says to whom a message goes, and who can read it on the way.
func SendTo(agent *a2aclient.Agent) string {
	address := agent.Interface().URL
	where := SecrecyOf(address)
	switch where {
	case "this machine":
		where = "on " + where
	case "encrypted":
		where = "at " + HostOf(address)
	default:
		where = "at " + HostOf(address) + ", " + where
	}
	return "Send to " + Line(agent.Card().Name) + " " + where
}

// HostOf is the host of an address, with its port.
func HostOf(address safe.Raw) string {
	text := address.Line(0).String()
	if u, err := url.Parse(text); err == nil && u.Host != "" {
		return u.Host
	}
	return text
}

// Seconds is how long something took, in milliseconds below a second. It has the same
// width up to a minute, so that a line does not move while the time goes on.
func Seconds(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%3d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%4.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// NothingSearched says why a key for the next location found does nothing.
const NothingSearched = "nothing is searched for; / begins"

// Quote returns a text in quotes, cut to fit a sentence.
func Quote(text string) string { return strconv.Quote(safe.Text(text).Line(40).String()) }

// Between puts left and right at the ends of a line.
func Between(left, right string, width int) string {
	gap := width - lipgloss.Width(left) - lipgloss.Width(right)
	if gap < 1 {
		return ansi.Truncate(left, max(width-lipgloss.Width(right)-2, 1), "…") + " " + right
	}
	return left + strings.Repeat(" ", gap) + right
}

// Ago is a time in the local zone, with the date where that is not today's; empty for none.
func Ago(t, now time.Time) string {
	t, now = t.Local(), now.Local()
	switch {
	case t.IsZero():
		return ""
	case t.YearDay() == now.YearDay() && t.Year() == now.Year():
		return t.Format("15:04")
	}
	return t.Format("2006-01-02 15:04")
}

// Age is how long ago something was, in words: "2 min ago". From the day before on it is the
// date.
func Age(t, now time.Time) string {
	switch d := now.Sub(t); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 24*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	}
	return t.Local().Format(time.DateOnly)
}

// Sentence makes the first letter of a text a capital.
func Sentence(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return text
	}
	return string(text[0]-'a'+'A') + text[1:]
}

// JSONLine is a line of indented JSON, safe to show, and the JSON pointer of the value that begins on it. A line that only ends a value
// has none, as the line of the whole value.
type JSONLine struct{ Text, At string }

// LinesOfJSON is a value as indented JSON. It ends after so many lines; 0 for no limit.
func LinesOfJSON(v *ojson.Value, most int) []JSONLine {
	w := jsonWriter{most: most}
	w.write(v, "", "", "", "")
	return w.lines
}

// JSONLines are the texts of [LinesOfJSON].
func JSONLines(v *ojson.Value) []string {
	lines := LinesOfJSON(v, 0)
	texts := make([]string, len(lines))
	for i := range lines {
		texts[i] = lines[i].Text
	}
	return texts
}

// LineOfJSON is the line of a place, or of the nearest one around it below the whole value.
func LineOfJSON(lines []JSONLine, at string) (int, bool) {
	for at != "" {
		for i := range lines {
			if lines[i].At == at {
				return i, true
			}
		}
		at = at[:strings.LastIndexByte(at, '/')]
	}
	return 0, false
}

type jsonWriter struct {
	lines []JSONLine
	most  int
}

// write adds the lines of a value at a place, behind a name and before a comma.
func (w *jsonWriter) write(v *ojson.Value, at, indent, before, after string) {
	isFull := func() bool { return w.most > 0 && len(w.lines) >= w.most }
	if isFull() {
		return
	}
	add := func(text, at string) {
		if isFull() {
			return
		}
		w.lines = append(w.lines, JSONLine{safe.Text(text).Line(safe.CellLimit()).String(), at})
	}
	if v.Len() == 0 || !v.Is(ojson.Object) && !v.Is(ojson.Array) {
		add(indent+before+string(ojson.AsSent(v.Compact()))+after, at)
		return
	}
	opening, closing := "[", "]"
	if v.Is(ojson.Object) {
		opening, closing = "{", "}"
	}
	comma := func(i int) string {
		if i+1 < v.Len() {
			return ","
		}
		return ""
	}
	add(indent+before+opening, at)
	for i, m := range v.Members() {
		w.write(m.Value, ojson.Pointer(at, m.Name), indent+"  ", string(ojson.NewString(m.Name).Compact())+": ", comma(i))
	}
	for i, item := range v.Items() {
		w.write(item, ojson.Pointer(at, strconv.Itoa(i)), indent+"  ", "", comma(i))
	}
	add(indent+closing+after, "")
}

// layouts are keyboards without Latin letters, with the letters of the Latin layout at the
// same keys.
var layouts = [][2]string{
	{"йцукенгшщзфывапролдячсмитьіў", "qwertyuiopasdfghjklzxcvbnmso"}, // Russian, Ukrainian, Belarusian
	{"ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"},       // Greek
	{"קראטוןםפשדגכעיחלךזסבהנמצ", "ertyuiopasdfghjklzxcvbnm"},         // Hebrew
}

// latinKeys is the Latin letter at the key of another letter.
var latinKeys = func() map[rune]rune {
	keys := map[rune]rune{}
	for _, l := range layouts {
		latin := strings.NewReader(l[1])
		for _, c := range l[0] {
			keys[c], _, _ = latin.ReadRune()
		}
	}
	return keys
}()

// Latin is a key with ctrl, alt or super as a Latin keyboard has it, so that shortcuts work
// in every layout. A terminal with the keyboard protocol of kitty tells which key of the
// Latin layout it is; where it does not, the place of the letter on common layouts does.
// A key that is a Latin letter stays that letter, wherever it is on the keyboard.
func Latin(k tea.KeyPressMsg) tea.KeyPressMsg {
	const shortcut = tea.ModCtrl | tea.ModAlt | tea.ModSuper
	switch {
	case k.Mod&shortcut == 0:
	case k.Code <= unicode.MaxASCII:
		k.BaseCode = 0
	case k.BaseCode != 0:
		k.Text = ""
	default:
		if latin, ok := latinKeys[unicode.ToLower(k.Code)]; ok {
			k.BaseCode, k.Text = latin, ""
		}
	}
	return k
}
