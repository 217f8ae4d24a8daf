package kit

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"

	"a2aform/formgen/huhform"
	"a2aform/internal/safe"
	"a2aform/internal/widget/calendar"
	"a2aform/internal/widget/picker"
	"a2aform/internal/widget/prompt"
)

// keyGroup are the keys of a screen, or those that many have.
type keyGroup struct {
	name string
	keys reflect.Value // a struct of key.Binding
}

var keyGroups []keyGroup

// RegisterKeys lets users give the actions of a screen other keys. The struct that keys points to has a key.Binding for each
// action. It is called while the program is initialized.
func RegisterKeys(screen string, keys any) struct{} {
	g := keyGroup{screen, reflect.ValueOf(keys).Elem()}
	for i := range g.keys.NumField() {
		if b, ok := g.keys.Field(i).Addr().Interface().(*key.Binding); ok && len(b.Keys()) > 0 && b.Help().Key == b.Keys()[0] {
			b.SetHelp(ShownKey(b.Keys()[0]), b.Help().Desc) // of packages below, which do not know its short name
		}
	}
	keyGroups = append(keyGroups, g)
	return struct{}{}
}

var (
	_ = RegisterKeys("app", &Keys)
	_ = RegisterKeys("plain", &PlainKeys)
	_ = RegisterKeys("form", &huhform.Keys)
	_ = RegisterKeys("list", &picker.Keys)
	_ = RegisterKeys("prompt", &prompt.Keys)
	_ = RegisterKeys("calendar", &calendar.Keys)
	_ = RegisterKeys("search", &SearchKeys)
)

// KeyAction is an action that can have another key.
type KeyAction struct {
	ID   string   `json:"id"` // the screen and the action: "card.filter"
	Keys []string `json:"keys"`
	Text string   `json:"action"` // what help calls it

	binding *key.Binding
	group   string
}

// KeyActions are all actions, by screen.
func KeyActions() (all []KeyAction) {
	for _, g := range keyGroups {
		for i := range g.keys.NumField() {
			b, ok := g.keys.Field(i).Addr().Interface().(*key.Binding)
			if !ok {
				continue
			}
			all = append(all, KeyAction{g.name + "." + dashed(g.keys.Type().Field(i).Name), b.Keys(), b.Help().Desc, b, g.name})
		}
	}
	slices.SortStableFunc(all, func(a, b KeyAction) int { return strings.Compare(a.group, b.group) })
	return all
}

// dashed is the name of a field as users write it: "next-part" for NextPart.
func dashed(name string) string {
	var sb strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			sb.WriteByte('-')
		}
		sb.WriteRune(unicode.ToLower(r))
	}
	return sb.String()
}

// SetKey gives an action another key in place of its own, such as "o", "ctrl+o" or "f8". It is called before the first screen
// is made, and [CheckKey] once all keys are set. It fails where there is no such action or key.
func SetKey(id, name string) error {
	all := KeyActions()
	i := slices.IndexFunc(all, func(a KeyAction) bool { return a.ID == id })
	if i < 0 {
		ids := make([]string, len(all))
		for j, a := range all {
			ids[j] = a.ID
		}
		hint := "a2aform config keys lists the actions"
		if near := safe.Nearest(id, ids); near != "" {
			hint = "did you mean " + near + "?"
		}
		return fmt.Errorf("there is no action %s; %s", safe.Text(id).Line(60), hint)
	}
	if !isKeyName(name) {
		return fmt.Errorf("%s is no key; write a letter or a sign, a name such as enter, pgup or f8, or one with ctrl+, alt+ or shift+ before it", safe.Text(name).Line(40))
	}
	b := all[i].binding
	b.SetKeys(name)
	b.SetHelp(ShownKey(name), b.Help().Desc)
	return nil
}

// CheckKey fails where another action of the screen, or of all screens, has the key of an action, too.
func CheckKey(id string) error {
	all := KeyActions()
	i := slices.IndexFunc(all, func(a KeyAction) bool { return a.ID == id })
	for _, other := range all {
		isNear := other.group == all[i].group && other.group != "app" || slices.Contains(everywhere, other.ID)
		if other.ID != id && isNear && slices.ContainsFunc(other.Keys, func(name string) bool { return slices.Contains(all[i].Keys, name) }) {
			return fmt.Errorf("%s is the key of %s too (%s)", strings.Join(all[i].Keys, ", "), other.ID, other.Text)
		}
	}
	return nil
}

// everywhere are actions whose keys work on all screens.
var everywhere = []string{"app.quit", "app.help", "app.palette", "app.tasks", "app.mouse", "app.settings", "app.theme", "app.hints", "app.back", "app.history", "app.cases"}

// isKeyName reports the name of a key.
func isKeyName(name string) bool {
	parts := strings.Split(name, "+")
	last := parts[len(parts)-1]
	for _, mod := range parts[:len(parts)-1] {
		if mod != "ctrl" && mod != "alt" && mod != "shift" {
			return false
		}
	}
	_, named := namedKeys[last]
	return named || utf8.RuneCountInString(last) == 1 && unicode.IsGraphic([]rune(last)[0]) && last != " "
}

// Named is a key under another name of what it does.
func Named(b key.Binding, text string) key.Binding {
	b.SetHelp(b.Help().Key, Sentence(text))
	return b
}
