package kit

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/widget/shortcut"
)

// Keys are all keys of the program beside those of the form's page, which
// huhform keeps. Single letters work only where nothing is typed.
var Keys = struct {
	Quit, Help, Palette, Mouse, Back, History key.Binding
	Cases, SaveCase                           key.Binding
	Difference                                key.Binding
	Settings, Theme, Hints, OtherSide, Beside key.Binding
	Connect, Demo, Again                      key.Binding
	Use, Text, Raw, Credentials, List         key.Binding
	Review, SendAnyway                        key.Binding
	WholeJSON, FieldSchema, Presets           key.Binding
	Editor, Load, Copy, Search, Filter        key.Binding
	EndWait                                   key.Binding
	Send, Resend, CopyAs, SavePreset          key.Binding
	Cancel, Answer, AnswerJSON, LastAnswer    key.Binding
	Result, JSON                              key.Binding
	Wire, Export, Query, UseIn                key.Binding
	Up, Down, PageUp, PageDown, Top, Bottom   key.Binding
	BorderLeft, BorderRight                   key.Binding
}{
	Quit:       Bind("Quit", "ctrl+c"),
	Help:       Bind("Help", "f1"),
	Palette:    Bind("Commands", "ctrl+o"),
	Mouse:      Bind("Mouse on or off"),
	Settings:   Bind("Settings…"),
	Theme:      Bind("Theme"),
	Hints:      Bind("Hints on or off"),
	Difference: Bind("Diff", "d"),
	OtherSide:  Bind("Other side", "alt+w"),
	Beside:     Bind("Form and result side by side", "alt+z"),
	Back:       Bind("Back", "esc"),
	History:    Bind("History", "alt+h", "f5"),
	Cases:      Bind("Test cases", "alt+c"),

	Connect: Bind("Open", "enter"),
	Demo:    Bind("Demo agent"),
	Again:   Bind("Try again", "ctrl+r"),

	Use:  Bind("Fill in", "enter"),
	Text: Bind("Chat", "c"),
	Raw:  Bind("Raw card"),

	Credentials: Bind("Credentials", "a", "alt+a"),
	List:        Bind("The agent's tasks"),

	Review:     Bind("Review", "ctrl+s"),
	SendAnyway: Bind("Send anyway…"),

	Presets:   Bind("Start from…", "ctrl+t", "f3"),
	Editor:    Bind("External editor", "f4"),
	Load:      Bind("Load a file"),
	Copy:      Bind("Copy as JSON"),
	Search:    Bind("Go to a field", "alt+/"),
	Filter:    Bind("Required only", "ctrl+r"),
	WholeJSON: Bind("Whole form as JSON"),

	FieldSchema: Bind("Schema of the field"),

	Send:       Bind("Send", "enter"),
	Resend:     Bind("Send again", "r"),
	EndWait:    Bind("End the wait", "W"),
	CopyAs:     Bind("Copy", "y"),
	SavePreset: Bind("Save as preset", "P"),
	SaveCase:   Bind("Save as test case", "S"),

	Cancel:     Bind("Cancel task", "x", "ctrl+x"),
	Answer:     Bind("Answer", "enter"),
	AnswerJSON: Bind("Text/JSON", "f2"),
	LastAnswer: Bind("Last answer", "ctrl+p"),
	Result:     Bind("Result", "enter"),
	JSON:       Bind("JSON", "v"),
	Wire:       Bind("Traffic", "w"),
	Export:     Bind("Export", "e"),
	Query:      Bind("Query with jq", ":"),
	UseIn:      Bind("Use in a form…", "u"),

	Up:       Bind("Up", "up", "k"),
	Down:     Bind("Down", "down", "j"),
	PageUp:   Bind("Page up", "pgup"),
	PageDown: Bind("Page down", "pgdown"),
	Top:      Bind("Top", "home", "g"),
	Bottom:   Bind("Bottom", "end", "G"),

	BorderLeft:  Bind("Left pane narrower", "alt+,"),
	BorderRight: Bind("Left pane wider", "alt+."),
}

// Bind is an action, its keys, and what help says it does. One without a key is in the palette.
func Bind(help string, on ...string) key.Binding {
	if len(on) == 0 {
		return key.NewBinding(key.WithKeys([]string{}...), key.WithHelp("", Sentence(help))) // nil would disable it
	}
	return key.NewBinding(key.WithKeys(on...), key.WithHelp(ShownKey(on[0]), Sentence(help)))
}

// ShownKey is the name of a key as the screens write it: "alt+↓" for "alt+down".
func ShownKey(name string) string {
	i := strings.LastIndexByte(name[:len(name)-1], '+') + 1
	if short, ok := shortNames[name[i:]]; ok {
		return name[:i] + short
	}
	return name
}

// shortNames are the keys that a screen calls by another name than Bubble Tea.
var shortNames = map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "pgdown": "pgdn"}

// SearchPrompt is the prompt of the search line on all screens.
const SearchPrompt = "/ "

// PlainKeys are the keys of the whole program where the screen leaves letters free.
var PlainKeys = struct{ Help, Back, Quit, History, Beside, BorderLeft, BorderRight key.Binding }{
	Beside:  Bind("Form and result side by side", "Z", "alt+z"),
	History: Bind("History", "alt+h", "f5", "h"),

	BorderLeft:  Bind("Left pane narrower", "{", "alt+,"),
	BorderRight: Bind("Left pane wider", "}", "alt+."),

	Help: Bind("Help", "?", "f1"),
	Back: Bind("Back", "q", "esc"),
	Quit: Bind("Quit", "q", "ctrl+c"),
}

// LetterFree is a screen where some printable keys are free although others are text or
// belong to what has the focus.
type LetterFree interface{ IsFree(key string) bool }

// IsFree reports that a screen leaves a printable key to the program.
func IsFree(s Screen, key string) bool {
	if s, ok := s.(LetterFree); ok {
		return s.IsFree(key)
	}
	return !s.IsTyping()
}

// SearchKeys are those of a line in which one types what to search or to filter by.
var SearchKeys = struct{ Take, Leave, ToList key.Binding }{
	Take:   Bind("Search", "enter"),
	Leave:  Bind("Give up", "esc"),
	ToList: Bind("Move in the list", "up", "down", "pgup", "pgdown", "tab", "shift+tab"),
}

// KeyPress is the message of a key by its name, such as "ctrl+s" or "f2".
func KeyPress(name string) tea.KeyPressMsg {
	parts := strings.Split(name, "+")
	var msg tea.KeyPressMsg
	for _, p := range parts[:len(parts)-1] {
		msg.Mod |= map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}[p]
	}
	last := parts[len(parts)-1]
	if code, ok := namedKeys[last]; ok {
		msg.Code = code
		return msg
	}
	msg.Code = []rune(last)[0]
	if msg.Mod == 0 {
		msg.Text = last
	}
	return msg
}

var namedKeys = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace,
	"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	"f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4, "f5": tea.KeyF5,
	"f6": tea.KeyF6, "f7": tea.KeyF7, "f8": tea.KeyF8, "f9": tea.KeyF9,
}

// Key is an action of a screen. The keys of a screen are one table: what a key does, what the footer, help and the palette show,
// and the page of all keys are made of it.
type Key struct {
	shortcut.Key
	Do    func() (Action, tea.Cmd) // nil for a key of what has the focus, which handles it
	Group string                   // under which help lists it; "" where a screen has few keys
}

// In is the action in a group.
func (k Key) In(group string) Key {
	k.Group = group
	return k
}

// Moving is the group of keys that move the cursor or the window. The command palette leaves them out.
const Moving = "Move"

// More is the group of keys that few people need, such as those who build agents. The footer leaves them out and help lists them last;
// the command palette lists them, and those of [Rare], once something is typed or its last row is chosen.
const More = "More"

// Rare is the group of keys that are seldom wanted where they work. Help leaves them out, and the command palette lists them last.
const Rare = "Rare"

// OfRun is the group of keys that are about a run and what it was sent from.
const OfRun = "Run"

// CopyAndExport is the group of keys that give what is on the screen to something else.
const CopyAndExport = "Copy and export"

// deed is what an action does.
type deed interface {
	func() | func() Action | func() tea.Cmd | func() (Action, tea.Cmd)
}

// On is an action that can be done.
func On[F deed](b key.Binding, do F) Key { return When(b, "", do) }

// When is an action that can be done if why is "". Else why says what it waits for: it stands in the status
// line and, after a dash, in the palette, so it is short and begins in lower case.
func When[F deed](b key.Binding, why string, do F) Key {
	k := Key{Key: shortcut.When(b, why == "", why)}
	switch do := any(do).(type) {
	case func():
		k.Do = func() (Action, tea.Cmd) {
			do()
			return Action{}, nil
		}
	case func() Action:
		k.Do = func() (Action, tea.Cmd) { return do(), nil }
	case func() tea.Cmd:
		k.Do = func() (Action, tea.Cmd) { return Action{}, do() }
	case func() (Action, tea.Cmd):
		k.Do = do
	}
	return k
}

// Unless is why where something does not hold, else "".
func Unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

// Shown are keys that what has the focus handles.
func Shown(keys ...shortcut.Key) []Key {
	all := make([]Key, len(keys))
	for i, k := range keys {
		all[i] = Key{Key: k}
	}
	return all
}

// TrafficKey opens the requests and responses of a connection.
func TrafficKey(h *Host, of func() *run.Traffic) Key {
	return On(Keys.Wire, func() Action { return h.Nav.OpenTraffic(of()) })
}

// Press does what the table of a screen says of a key. Of an action that cannot be done now, it says why. It reports false where the
// table has no action for the key.
func Press(msg tea.KeyPressMsg, table []Key) (act Action, cmd tea.Cmd, done bool) {
	name := msg.String()
	has := func(k Key) bool { return k.Do != nil && slices.Contains(k.Keys(), name) }
	if i := slices.IndexFunc(table, func(k Key) bool { return has(k) && k.Enabled() }); i >= 0 {
		act, cmd = table[i].Do()
		return act, cmd, true
	}
	if i := slices.IndexFunc(table, has); i >= 0 {
		return Infof("%s", table[i].Why), nil, true
	}
	return act, nil, false
}
