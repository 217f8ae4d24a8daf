package huhform

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/internal/safe"
	"a2aform/internal/widget/picker"
)

// choiceList is the list of choices below the focused row: typing filters it, enter takes a choice.
type choiceList struct {
	options
	*picker.Model
	maxLines int
	isInside bool // the arrows move in it
}

// newChoiceList lists choices in a part of a page of so many lines.
func newChoiceList(o options, height int, styles picker.Styles) *choiceList {
	l := &choiceList{options: o, Model: picker.NewList(o.labels, o.notes, o.isTaken, o.several, styles), isInside: o.several}
	l.setHeight(height)
	return l
}

// setHeight says how many lines the page has.
func (l *choiceList) setHeight(height int) { l.maxLines = max(height/2, 4) }

// lines is how many lines the list needs.
func (l *choiceList) lines() int { return min(max(l.Matches(), 1), l.maxLines) }

// press handles a key. The arrows pass a list of which one choice is taken, however long it is, until the right one, space or typing leads
// into it; in a list of which several are, the cursor is from the start. Where nothing is typed they lead on from its ends, and enter leads on from
// a choice that is taken.
func (l *choiceList) press(msg tea.KeyPressMsg) (Event, bool) {
	key, isTyped, hovered := msg.String(), l.Filter() != "", l.Hovered()
	switch {
	case key == "tab" || key == "shift+tab":
		return l.settle()
	case key == "enter" && !isTyped && (l.several || hovered < 0 || l.isTaken(hovered)):
		return Event{}, false
	case (key == "space" || key == "right") && !isTyped && !l.isInside:
		if l.isInside = true; hovered < 0 {
			l.ToFirst()
		}
		return Event{}, true
	case key == "enter" || key == "space" && (l.several || !isTyped):
		l.isInside = true
		return l.choose(hovered), true
	case l.movesIn(key), key == "backspace" && isTyped, msg.Text != "":
		l.isInside = true
		l.Move(msg)
		return Event{}, true
	}
	return Event{}, false
}

// movesIn reports an arrow that moves the cursor in the list.
func (l *choiceList) movesIn(key string) bool {
	return (key == "up" || key == "down") && (l.Filter() != "" || l.isInside && l.CanMove(key == "down"))
}

// settle takes the choice that typing has found, before the focus leaves. It stays where nothing was found.
func (l *choiceList) settle() (event Event, stays bool) {
	found := l.Hovered()
	if l.Filter() == "" || l.several && found >= 0 {
		return Event{}, false
	}
	return l.choose(found), found < 0
}

// TakeTyped takes the choice that typing has found in the list of the focused row. It is false where nothing was found, as the
// event says.
func (p *Page) TakeTyped() (Event, bool) {
	if p.fieldEditor == nil || p.fieldEditor.list == nil {
		return Event{}, true
	}
	event, stays := p.fieldEditor.list.settle()
	if !stays {
		p.Refresh()
	}
	return event, !stays
}

// choose takes a choice, and takes the filter away.
func (l *choiceList) choose(i int) Event {
	if i < 0 {
		return say("No choice contains “%s”. Esc clears it.", safe.Text(l.Filter()).Line(0))
	}
	l.Unfilter()
	return l.take(i)
}

// filterText is what was typed, as it stands in the row.
func (l *choiceList) filterText(style lipgloss.Style) string {
	if text := l.Filter(); text != "" {
		return "  " + style.Render("/ "+safe.Text(text).Line(0).String())
	}
	return ""
}
