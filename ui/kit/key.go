package kit

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Keys are all keys of the program beside those of the form's page, which
// huhform keeps. Single letters work only where nothing is typed.
var Keys = struct {
	Quit, Help, Palette, Tasks, Mouse, Back, History key.Binding
	Theme                                            key.Binding
	Connect, Demo, Again                             key.Binding
	Use, Text, Raw, Credentials, List                key.Binding
	Review, WholeJSON, Presets                       key.Binding
	Editor, Load, Copy, Search, Filter               key.Binding
	EndWait                                          key.Binding
	Send, Resend, CopyAs, SavePreset                 key.Binding
	Cancel, Answer, AnswerJSON, LastAnswer           key.Binding
	Result, Toggle                                   key.Binding
	Wire, Follow, Export, Query, Tree                key.Binding
	Up, Down, PageUp, PageDown, Top, Bottom          key.Binding
}{
	Quit:    Bind("quit", "ctrl+c"),
	Help:    Bind("help", "f1"),
	Palette: Bind("all actions", "ctrl+o"),
	Tasks:   Bind("tasks", "f5"),
	Mouse:   Bind("mouse on or off", "alt+m"),
	Theme:   Bind("theme", "alt+t"),
	Back:    Bind("back", "esc"),
	History: Bind("history", "alt+h"),

	Connect: Bind("open", "enter"),
	Demo:    Bind("demo agent", "ctrl+t"),
	Again:   Bind("try again", "ctrl+r"),

	Use:  Bind("fill in", "enter"),
	Text: Bind("plain text", "t"),
	Raw:  Bind("raw card", "r"),

	Credentials: Bind("credentials", "a", "alt+a"),
	List:        Bind("the agent's tasks", "l"),

	Review:  Bind("review", "ctrl+s"),
	Presets: Bind("presets", "f3"),
	Editor:  Bind("your editor", "f4"),
	Load:    Bind("load a file", "alt+o"),
	Copy:    Bind("copy as JSON", "alt+y"),
	Search:  Bind("go to a field", "alt+/"),
	Filter:  Bind("required only", "ctrl+r"),
	// Some terminals send F14 for it.
	WholeJSON: Bind("whole form as JSON", "shift+f2", "f14"),

	Send:       Bind("send", "enter"),
	Resend:     Bind("send again", "s"),
	EndWait:    Bind("end the wait", "e"),
	CopyAs:     Bind("copy as …", "c"),
	SavePreset: Bind("save as preset", "p"),

	Cancel:     Bind("cancel task", "x", "ctrl+x"),
	Answer:     Bind("answer", "enter"),
	AnswerJSON: Bind("text/JSON", "f2"),
	LastAnswer: Bind("last answer", "ctrl+p"),
	Result:     Bind("result", "enter"),
	Toggle:     Bind("table/JSON", "v"),
	Wire:       Bind("traffic", "w"),
	Follow:     Bind("follow", "f"),
	Export:     Bind("export", "e"),
	Query:      Bind("query with jq", ":"),
	Tree:       Bind("tree", "t"),

	Up:       Bind("up", "up", "k"),
	Down:     Bind("down", "down", "j"),
	PageUp:   Bind("page up", "pgup", "b"),
	PageDown: Bind("page down", "pgdown", "space"),
	Top:      Bind("top", "home", "g"),
	Bottom:   Bind("bottom", "end", "G"),
}

// Bind is a key, or several, and what help says they do.
func Bind(help string, on ...string) key.Binding {
	shown, ok := ShortNames[on[0]]
	if !ok {
		shown = on[0]
	}
	return key.NewBinding(key.WithKeys(on...), key.WithHelp(shown, help))
}

// ShortNames are the keys that a screen calls by another name than Bubble Tea.
var ShortNames = map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "pgdown": "pgdn"}

// HistoryKey opens the history where nothing is typed.
var HistoryKey = Bind("history", "h", "alt+h")

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
