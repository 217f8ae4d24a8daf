package ui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// keys are all keys of the program beside those of the form's page, which
// huhform keeps. Single letters work only where nothing is typed.
var keys = struct {
	Quit, Help, Palette, Tasks, Mouse, Back, History key.Binding
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
	Quit:    bind("quit", "ctrl+c"),
	Help:    bind("help", "f1"),
	Palette: bind("all actions", "ctrl+o"),
	Tasks:   bind("tasks", "f5"),
	Mouse:   bind("mouse on or off", "alt+m"),
	Back:    bind("back", "esc"),
	History: bind("history", "alt+h"),

	Connect: bind("open", "enter"),
	Demo:    bind("demo agent", "ctrl+t"),
	Again:   bind("try again", "ctrl+r"),

	Use:  bind("use", "enter"),
	Text: bind("plain text", "t"),
	Raw:  bind("raw card", "r"),

	Credentials: bind("credentials", "a", "alt+a"),
	List:        bind("the agent's tasks", "l"),

	Review:  bind("review", "ctrl+s"),
	Presets: bind("presets", "f3"),
	Editor:  bind("your editor", "f4"),
	Load:    bind("load a file", "alt+o"),
	Copy:    bind("copy as JSON", "alt+y"),
	Search:  bind("go to a field", "alt+/"),
	Filter:  bind("required only", "ctrl+r"),
	// Some terminals send F14 for it.
	WholeJSON: bind("whole form as JSON", "shift+f2", "f14"),

	Send:       bind("send", "enter"),
	Resend:     bind("send again", "s"),
	EndWait:    bind("end the wait", "e"),
	CopyAs:     bind("copy as …", "c"),
	SavePreset: bind("save as preset", "p"),

	Cancel:     bind("cancel task", "x", "ctrl+x"),
	Answer:     bind("answer", "enter"),
	AnswerJSON: bind("text/JSON", "f2"),
	LastAnswer: bind("last answer", "ctrl+p"),
	Result:     bind("result", "enter"),
	Toggle:     bind("table/JSON", "v"),
	Wire:       bind("wire", "w"),
	Follow:     bind("follow", "f"),
	Export:     bind("export", "e"),
	Query:      bind("query with jq", ":"),
	Tree:       bind("tree", "t"),

	Up:       bind("up", "up", "k"),
	Down:     bind("down", "down", "j"),
	PageUp:   bind("page up", "pgup", "b"),
	PageDown: bind("page down", "pgdown", "space"),
	Top:      bind("top", "home", "g"),
	Bottom:   bind("bottom", "end", "G"),
}

func bind(help string, on ...string) key.Binding {
	shown, ok := shortNames[on[0]]
	if !ok {
		shown = on[0]
	}
	return key.NewBinding(key.WithKeys(on...), key.WithHelp(shown, help))
}

// shortNames are the keys that a screen calls by another name than Bubble Tea.
var shortNames = map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "pgdown": "pgdn"}

// cardHistory opens the history where nothing is typed.
var cardHistory = bind("history", "h", "alt+h")

// keyPress is the message of a key by its name, such as "ctrl+s" or "f2".
func keyPress(name string) tea.KeyPressMsg {
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
