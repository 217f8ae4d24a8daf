package huhform

import (
	"cmp"

	"charm.land/bubbles/v2/key"
	"charm.land/huh/v2"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
)

// KeyMap are the keys of a page. A text field owns all printable keys and the
// usual line-editing keys; these are none of them.
type KeyMap struct {
	Next, Prev, PageDown, PageUp  key.Binding
	Open, Presence, Default       key.Binding
	Add, Remove, MoveUp, MoveDown key.Binding
	Undo, Redo                    key.Binding
	NextProblem, First, Bottom    key.Binding
	JSON, GroupJSON               key.Binding
	Duplicate, AddField           key.Binding
	Rename, Reveal, NotSecret     key.Binding
	Increase, Decrease            key.Binding
}

// Keys are the keys of every page.
var Keys = KeyMap{
	Next:        key.NewBinding(key.WithKeys("tab", "down"), key.WithHelp("tab", "Next field")),
	Prev:        key.NewBinding(key.WithKeys("shift+tab", "up"), key.WithHelp("shift+tab", "Previous field")),
	PageDown:    key.NewBinding(key.WithKeys("pgdown"), key.WithHelp("pgdn", "Page down")),
	PageUp:      key.NewBinding(key.WithKeys("pgup"), key.WithHelp("pgup", "Page up")),
	Open:        key.NewBinding(key.WithKeys("enter"), key.WithHelp("enter", "Open")),
	Presence:    key.NewBinding(key.WithKeys("ctrl+g"), key.WithHelp("ctrl+g", "Skip this field")),
	Default:     key.NewBinding(key.WithKeys("alt+d"), key.WithHelp("alt+d", "Use default")),
	Add:         key.NewBinding(key.WithKeys("f7"), key.WithHelp("f7", "Add item")),
	Remove:      key.NewBinding(key.WithKeys("f8"), key.WithHelp("f8", "Remove item")),
	MoveUp:      key.NewBinding(key.WithKeys("alt+up"), key.WithHelp("alt+↑", "Move up")),
	MoveDown:    key.NewBinding(key.WithKeys("alt+down"), key.WithHelp("alt+↓", "Move down")),
	Undo:        key.NewBinding(key.WithKeys("ctrl+z"), key.WithHelp("ctrl+z", "Undo")),
	Redo:        key.NewBinding(key.WithKeys("ctrl+y"), key.WithHelp("ctrl+y", "Redo")),
	NextProblem: key.NewBinding(key.WithKeys("f6"), key.WithHelp("f6", "Next problem")),
	First:       key.NewBinding(key.WithKeys("ctrl+home"), key.WithHelp("ctrl+home", "First field")),
	Duplicate:   key.NewBinding(key.WithKeys("f9"), key.WithHelp("f9", "Duplicate item")),
	AddField:    key.NewBinding(key.WithKeys("alt+n"), key.WithHelp("alt+n", "Add a field of your own")),
	Rename:      key.NewBinding(key.WithKeys("alt+r"), key.WithHelp("alt+r", "Rename field")),
	Reveal:      key.NewBinding(key.WithKeys("alt+v"), key.WithHelp("alt+v", "Show or hide the secret")),
	NotSecret:   key.NewBinding(key.WithKeys("alt+k"), key.WithHelp("alt+k", "No secret here")),
	Increase:    key.NewBinding(key.WithKeys("ctrl+up", "shift+up"), key.WithHelp("ctrl+↑", "Next number")),
	Decrease:    key.NewBinding(key.WithKeys("ctrl+down", "shift+down"), key.WithHelp("ctrl+↓", "Previous number")),
	JSON:        key.NewBinding(key.WithKeys("f2"), key.WithHelp("f2", "Edit as JSON")),
	GroupJSON:   key.NewBinding(key.WithKeys("alt+j"), key.WithHelp("alt+j", "Edit the group as JSON")),
	Bottom:      key.NewBinding(key.WithKeys("ctrl+end"), key.WithHelp("ctrl+end", "Last field")),
}

// huhKeys are huh's keys without the keys that move between fields, which belong
// to the container; in a text area enter is a new line.
var huhKeys = func() *huh.KeyMap {
	k := huh.NewDefaultKeyMap()
	none := key.NewBinding(key.WithDisabled())
	k.Input.Next, k.Input.Prev, k.Input.Submit = none, none, none
	k.Text.Next, k.Text.Prev, k.Text.Submit, k.Text.Editor = none, none, none, none
	k.Text.NewLine = key.NewBinding(key.WithKeys("enter"), key.WithHelp("enter", "New line"))
	return k
}()

// Keys are the keys of the focused row, in the order of their use; the ones that
// would do nothing there are disabled and say why.
func (p *Page) Keys() []shortcut.Key {
	x := p.Focused()
	list, i := listAround(x)
	isItem := list != nil && x != list
	isLocked := x.IsLocked()
	when := func(b key.Binding, ok bool, why string) shortcut.Key {
		if isLocked {
			ok, why = false, "this field is "+words.LockedText(x)
		}
		return shortcut.When(b, ok, why)
	}
	full, first, last := "", onlyItems, onlyItems
	if list != nil && !list.CanAppend() {
		full = "the list is full"
	}
	if isItem {
		first, last = "this is the first item", "this is the last item"
	}
	return append(append(make([]shortcut.Key, 0, 24), []shortcut.Key{
		when(presenceKey(x), len(x.Presences()) > 1 && (!x.IsRequired() || x.IsNullable()), "this field is required; the key sends it empty"),
		when(jsonKey(x), x.Kind() != schema.JSON && x.Location().Kind() != schema.JSON || x.CanLeaveJSON(), "this field can only be filled in as JSON"),
		when(Keys.GroupJSON, p.Group() != nil, "this field is in no group on this page"),
		when(Keys.Add, list != nil && full == "", cmp.Or(full, "there is no list here to add to")),
		when(Keys.AddField, takesKeys(x, p.At()), "this object accepts only the fields its schema declares, or offers that already"),
		when(Keys.Duplicate, isItem && full == "", cmp.Or(full, onlyItems)),
		when(removeKey(p.row().Row), removable(p.row().Row) != nil, "only items of lists, fields of your own and groups that may be left out are removed; "+Keys.Presence.Help().Key+" sends or omits"),
		when(Keys.MoveUp, isItem && i > 0, first),
		when(Keys.MoveDown, isItem && i < len(list.Children())-1, last),
		when(Keys.Rename, x.IsExtra() && p.row().Kind != formgen.AddKey, "only fields of your own are renamed"),
		when(Keys.Increase, takesSteps(x), "this field is no number"),
		when(Keys.Decrease, takesSteps(x), "this field is no number"),
		when(Keys.Reveal, x.IsSecret(), "this field holds no secret"),
		when(Keys.NotSecret, x.Location().IsSecretByName(), "the name of this field says nothing of a secret"),
		when(offerKey(x), x.Offered() != nil, "this field has no default and no example"),
		{Binding: Keys.Undo},
		{Binding: Keys.Redo},
		p.row().enterKey(),
		when(chooseKey, p.fieldEditor != nil && p.fieldEditor.isRadio, "this field has no choices in a row"),
	}...), moving...)
}

const onlyItems = "only for an item of a list"

// moving are the keys that always go somewhere.
var moving = shortcut.On(Keys.Next, Keys.Prev, Keys.PageDown, Keys.PageUp, Keys.First, Keys.Bottom)

// enterKey says what enter does at the focused row where it does not go to the next.
func (r row) enterKey() shortcut.Key {
	b, x := Keys.Open, r.Field
	text := ""
	switch {
	case x.IsLocked() && r.Kind != formgen.Subpage:
	case r.Kind == formgen.Edit && r.page.fieldEditor != nil && r.page.fieldEditor.list != nil:
		text = "Choose"
	case r.Kind == formgen.Add || r.Kind == formgen.AddKey:
		text = "Add " + words.ItemNoun(x)
	case r.Kind == formgen.Subpage && x.Presence() != formgen.Set:
		text = "Add"
	case r.Kind == formgen.Subpage:
		text = "Open"
	case r.Kind == formgen.Edit && isArea(x):
		text = "New line"
	}
	if text != "" {
		b.SetHelp(b.Help().Key, text)
	}
	return shortcut.When(b, text != "", "there is nothing to open here; tab goes on")
}

// chooseKey is the key for the next of a few choices in a row.
var chooseKey = key.NewBinding(key.WithKeys("right"), key.WithHelp("← →", "Choose"))

// takesKeys reports a field in an object on the page that takes more members than its schema
// declares, and does not offer that yet.
func takesKeys(x, page *formgen.Field) bool {
	for ; x != nil; x = x.Parent() {
		if x.Kind() == schema.Object && x.CanAddKey() && !x.OffersKeys() {
			return true
		}
		if x == page {
			return false
		}
	}
	return false
}

// presenceKey says what the key would do.
func presenceKey(x *formgen.Field) key.Binding {
	b := Keys.Presence
	b.SetHelp(b.Help().Key, words.PresenceStep(x))
	return b
}

// removeKey says what the key would take away.
func removeKey(r formgen.Row) key.Binding {
	b := Keys.Remove
	if x := removable(r); x != nil && !x.IsItem() && !x.IsExtra() {
		b.SetHelp(b.Help().Key, "Leave out "+x.Label())
	}
	return b
}

// jsonKey says what the key would turn the location into.
func jsonKey(x *formgen.Field) key.Binding {
	b := Keys.JSON
	if x.Kind() == schema.JSON {
		b.SetHelp(b.Help().Key, "Back to the form")
	}
	return b
}

// offerKey says what the key would take.
func offerKey(x *formgen.Field) key.Binding {
	b := Keys.Default
	if !x.Location().Default().Exists() {
		b.SetHelp(b.Help().Key, "Use the example")
	}
	return b
}
