package huhform

import (
	"cmp"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
)

// KeyMap are the keys of a page. A text field owns all printable keys and the
// usual line-editing keys; these are none of them.
//
// Not stable, see the package comment.
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
//
// Not stable, see the package comment.
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

// keysInProse are those that the texts of fields name.
func keysInProse() words.Keys {
	return words.Keys{Open: shortcut.InProse(Keys.Open), Presence: shortcut.InProse(Keys.Presence)}
}

// placeholder is what a text field shows while it is empty.
func placeholder(x *formgen.Field) string { return words.Placeholder(x, keysInProse()) }

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

// chooseKey is the key for the next of a few choices in a row.
var chooseKey = key.NewBinding(key.WithKeys("right"), key.WithHelp("← →", "Choose"))

// command is what a key does at the focused row. What is pressed, and what the footer, the help and the palette show, is made
// of one table of these.
type command struct {
	on     *key.Binding
	do     func(*Page, *formgen.Field) Event // nil for a key of what edits the row, which handles it
	text   func(spot) string                 // what it does there, nil or "" for what the binding says
	whyNot func(spot) string                 // why it would do nothing there, nil for a key that always does something
	isFree bool                              // it works in a locked field, too
}

// commands are the keys of a page, in the order of their use.
var commands = []command{
	{
		on: &Keys.Presence, do: (*Page).cyclePresence,
		text: func(s spot) string { return only(!s.x.IsRequired() || s.x.IsNullable(), words.PresenceStep(s.x)) },
		whyNot: func(s spot) string {
			if s.x.Presence() == formgen.Omitted && s.x.NextPresence() == formgen.Omitted {
				return "there is nothing to send"
			}
			return unless(len(s.x.Presences()) > 1 && (!s.x.IsRequired() || s.x.IsNullable()), "this field is required")
		},
	},
	{
		on: &Keys.JSON, do: (*Page).flip,
		text: func(s spot) string { return only(s.x.Kind() == schema.JSON, "Back to the form") },
		whyNot: func(s spot) string {
			isTyped := s.x.Kind() != schema.JSON && s.x.Location().Kind() != schema.JSON
			return unless(isTyped || s.x.CanLeaveJSON(), "this field can only be filled in as JSON")
		},
	},
	{on: &Keys.GroupJSON, do: (*Page).flipGroup, whyNot: func(s spot) string {
		return unless(s.row.page.Group() != nil, "this field is in no group on this page")
	}},
	{on: &Keys.Add, do: (*Page).insert, whyNot: func(s spot) string {
		return unless(s.list != nil && s.full() == "", cmp.Or(s.full(), noList))
	}},
	{on: &Keys.AddField, do: (*Page).offerKeys, whyNot: func(s spot) string {
		return unless(takesKeys(s.x, s.row.page.At()), "this object accepts only the fields its schema declares, or offers that already")
	}},
	{on: &Keys.Duplicate, do: (*Page).duplicate, whyNot: func(s spot) string {
		return unless(s.isItem() && s.full() == "", cmp.Or(s.full(), onlyItems))
	}},
	{on: &Keys.Remove, do: (*Page).remove, text: removeText, whyNot: func(s spot) string {
		return unless(removable(s.row.Row) != nil, "only items of lists, fields of your own and groups that may be left out are removed; "+shortcut.InProse(Keys.Presence)+" sends or omits")
	}},
	{on: &Keys.MoveUp, do: func(p *Page, x *formgen.Field) Event { return p.shift(x, -1) }, whyNot: func(s spot) string {
		return unless(s.isItem() && s.i > 0, s.unlessItem("this is the first item"))
	}},
	{on: &Keys.MoveDown, do: func(p *Page, x *formgen.Field) Event { return p.shift(x, 1) }, whyNot: func(s spot) string {
		return unless(s.isItem() && s.i < len(s.list.Children())-1, s.unlessItem("this is the last item"))
	}},
	{on: &Keys.Rename, do: (*Page).rename, whyNot: func(s spot) string {
		return unless(s.x.IsExtra() && s.row.Kind != formgen.AddKey, "only fields of your own are renamed")
	}},
	{on: &Keys.Increase, do: func(p *Page, x *formgen.Field) Event { return p.step(x, true) }, whyNot: noSteps},
	{on: &Keys.Decrease, do: func(p *Page, x *formgen.Field) Event { return p.step(x, false) }, whyNot: noSteps},
	{on: &Keys.Reveal, do: (*Page).reveal, whyNot: func(s spot) string {
		return unless(s.x.IsSecret(), "this field holds no secret")
	}},
	{on: &Keys.NotSecret, do: clearSecret, whyNot: func(s spot) string {
		return unless(s.x.Location().IsSecretByName(), "the name of this field says nothing of a secret")
	}},
	{
		on: &Keys.Default, do: (*Page).useDefault,
		text:   func(s spot) string { return only(!s.x.Location().Default().Exists(), "Use the example") },
		whyNot: func(s spot) string { return unless(s.x.Offered() != nil, "this field has no default and no example") },
	},
	{on: &Keys.Undo, do: (*Page).undo, isFree: true, whyNot: func(s spot) string {
		return unless(s.x.Form().CanUndo(), "there is nothing to undo")
	}},
	{on: &Keys.Redo, do: (*Page).redo, isFree: true, whyNot: func(s spot) string {
		return unless(s.x.Form().CanRedo(), "nothing was undone")
	}},
	{
		on: &Keys.Open, do: func(p *Page, _ *formgen.Field) Event { return p.enter() }, isFree: true,
		text:   enterText,
		whyNot: func(s spot) string { return unless(enterText(s) != "", "there is nothing to open here; Tab goes on") },
	},
	{on: &chooseKey, whyNot: func(s spot) string {
		e := s.row.page.fieldEditor
		return unless(e != nil && e.isRadio, "this field has no choices in a row")
	}},
	{on: &Keys.Next, do: func(p *Page, _ *formgen.Field) Event { return p.next() }, isFree: true},
	{on: &Keys.Prev, do: moves(func(p *Page) { p.move(-1) }), isFree: true},
	{on: &Keys.PageDown, do: moves(func(p *Page) { p.movePage(1) }), isFree: true},
	{on: &Keys.PageUp, do: moves(func(p *Page) { p.movePage(-1) }), isFree: true},
	{on: &Keys.First, do: moves(func(p *Page) { p.focusRow(p.rows.first()) }), isFree: true},
	{on: &Keys.Bottom, do: moves(func(p *Page) { p.focusRow(p.rows.next(len(p.rows), -1)) }), isFree: true},
}

const onlyItems = "only for an item of a list"

func moves(move func(*Page)) func(*Page, *formgen.Field) Event {
	return func(p *Page, _ *formgen.Field) Event {
		move(p)
		return Event{}
	}
}

// unless is why where something does not hold, else "".
func unless(ok bool, why string) string { return only(!ok, why) }

// only is a text where something holds, else "".
func only(ok bool, text string) string {
	if ok {
		return text
	}
	return ""
}

// spot is where a key is pressed: the focused row, and the list around it.
type spot struct {
	row  row
	x    *formgen.Field
	list *formgen.Field // nil for none
	i    int            // of the item, the last for the list itself
}

// isItem reports an item of a list, or a field in one.
func (s spot) isItem() bool { return s.list != nil && s.x != s.list }

// unlessItem is a reason for items, which others need not have.
func (s spot) unlessItem(why string) string {
	if s.isItem() {
		return why
	}
	return onlyItems
}

// full says that the list takes no more, "" where it does.
func (s spot) full() string {
	return only(s.list != nil && !s.list.CanAppend(), "the list is full")
}

func noSteps(s spot) string { return unless(takesSteps(s.x), "this field is no number") }

// removeText says what the key would leave out.
func removeText(s spot) string {
	x := removable(s.row.Row)
	if x == nil || x.IsItem() || x.IsExtra() {
		return ""
	}
	return "Leave out " + x.Label()
}

// enterText says what enter does where it does not go to the next row, "" where it does.
func enterText(s spot) string {
	r, x := s.row, s.x
	switch {
	case x.IsLocked() && r.Kind != formgen.Subpage:
	case r.Kind != formgen.AddKey && r.page.fieldEditor != nil && r.page.fieldEditor.list != nil:
		return only(r.page.fieldEditor.list.takesOnEnter() || r.isUnchosen() && !r.page.isAsked, "Choose")
	case r.Kind == formgen.Add || r.Kind == formgen.AddKey:
		return "Add " + words.ItemNoun(x)
	case r.Kind == formgen.Subpage && x.Presence() != formgen.Set:
		return "Add"
	case r.Kind == formgen.Subpage:
		return "Open"
	case r.Kind == formgen.Edit && isArea(x):
		return "New line"
	}
	return ""
}

// Keys are the keys of the focused row, in the order of their use; the ones that
// would do nothing there are disabled and say why.
func (p *Page) Keys() []shortcut.Key {
	s := spot{row: p.row(), x: p.Focused()}
	s.list, s.i = listAround(s.x)
	keys := make([]shortcut.Key, 0, len(commands)+1)
	for _, c := range commands {
		keys = append(keys, c.at(s))
	}
	return keys
}

// at is the key of a command at a row.
func (c command) at(s spot) shortcut.Key {
	b, why := *c.on, ""
	if c.text != nil {
		b.SetHelp(b.Help().Key, cmp.Or(c.text(s), b.Help().Desc))
	}
	if c.whyNot != nil {
		why = c.whyNot(s)
	}
	if !c.isFree && s.x.IsLocked() {
		why = "this field is " + words.LockedText(s.x)
	}
	return shortcut.When(b, why == "", why)
}

// run does what the command is for.
func (c command) run(p *Page) Event {
	x := p.Focused()
	if !c.isFree && x.IsLocked() {
		return say("%s is %s", name(x), words.LockedText(x))
	}
	return c.do(p, x)
}

// commandOf is what a key does; false if it is none of the page. Where nothing is typed, there are shorter ones.
func (p *Page) commandOf(msg tea.KeyPressMsg) (c command, ok bool) {
	has := func(c command) bool { return c.do != nil && key.Matches(msg, *c.on) }
	if i := slices.IndexFunc(commands, has); i >= 0 {
		return commands[i], true
	}
	kind := p.row().Kind
	switch {
	case p.IsTyping():
	case msg.String() == "space" && (kind == formgen.Add || kind == formgen.Subpage):
		c.do = func(p *Page, _ *formgen.Field) Event { return p.enter() }
	case msg.String() == "space" && p.fieldEditor == nil:
		c.do = (*Page).cyclePresence
	case msg.String() == "+" && kind != formgen.Edit:
		c.do = (*Page).insert
	case msg.String() == "-" && kind == formgen.Subpage:
		c.do = (*Page).remove
	}
	return c, c.do != nil
}

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
