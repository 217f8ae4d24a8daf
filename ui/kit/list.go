package kit

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/textline"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
)

// List is a list with the facts that came with it, which are shown above its table.
type List struct {
	Table *table.Table
	Facts []render.Block
	Whole *render.Document // what they are all of; nil for a part of something
	None  func() string    // says why there are no rows; nil for no reason that is known
}

// maxWords is how many lines of text beside a table are shown above it. A longer text is read as a text, in which the table is a part.
const maxWords = 4

// listOf returns blocks that are one list: alone, in an object whose other values are short, or in a short text; not ok for anything else.
func listOf(blocks []render.Block) (list List, ok bool) {
	var words []render.Block
	for _, b := range blocks {
		switch b := b.(type) {
		case *table.Table:
			if list.Table != nil {
				return List{}, false
			}
			list.Table = b
		case *render.Fields, *render.Notice:
			list.Facts = append(list.Facts, b)
		case *render.Prose:
			list.Facts = append(list.Facts, b)
			words = append(words, b)
		case *render.Aside: // it is no part of the answer, but says something about it
			if b.IsMetadata && len(b.Facts()) > 0 {
				list.Facts = append(list.Facts, b)
				words = append(words, b)
			}
		default:
			return List{}, false
		}
	}
	switch {
	case list.Table == nil:
		return List{}, false
	case len(words) == len(list.Facts):
		return list, len(draw.Blocks(words, MaxTextWidth, draw.Plain).Lines) <= maxWords
	}
	return list, len(draw.Facts(list.Facts, MaxTextWidth, draw.Plain).Links) == 0
}

// ListIn is the list that is all there is to a result; not ok for anything else.
func ListIn(d *render.Document) (list List, ok bool) {
	if d == nil || len(d.Sections) != 1 {
		return List{}, false
	}
	list, ok = listOf(d.Sections[0].Blocks)
	list.Whole = d
	return list, ok
}

// MoveCursor is where a key moves the cursor of a list of n rows, of which page are
// in sight; false means that the key moves none.
func MoveCursor(msg tea.KeyPressMsg, cursor, n, page int) (int, bool) {
	step := max(page-1, 1)
	switch {
	case key.Matches(msg, Keys.Up):
		cursor--
	case key.Matches(msg, Keys.Down):
		cursor++
	case key.Matches(msg, Keys.PageUp):
		cursor -= step
	case key.Matches(msg, Keys.PageDown):
		cursor += step
	case key.Matches(msg, Keys.Top):
		cursor = 0
	case key.Matches(msg, Keys.Bottom):
		cursor = n - 1
	default:
		return cursor, false
	}
	return max(min(cursor, n-1), 0), true
}

// FilterList is the rows of a list with a cursor, and a line whose words filter them: a row is shown if it has each word.
type FilterList struct {
	Shown     []int // the rows that the filter lets through
	Cursor    int   // in Shown
	Filter    textline.Model
	Filtering bool // the filter is being typed

	rows   int
	text   func(row int) string
	before int // the row that the cursor was on when the filter was begun
}

// NewFilterList is a list without rows; the placeholder says what the filter looks at.
func NewFilterList(placeholder string) FilterList {
	l := FilterList{Filter: NewInput(placeholder)}
	l.Filter.Prompt = SearchPrompt
	return l
}

// SetRows takes so many other rows, and what the filter looks at in each, in lower case. It is asked for only while there is a filter.
func (l *FilterList) SetRows(n int, text func(row int) string) {
	l.rows, l.text = n, text
	l.match()
}

func (l *FilterList) match() {
	words := strings.Fields(strings.ToLower(l.Filter.Value()))
	l.Shown = l.Shown[:0]
	for i := range l.rows {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(l.text(i), w) }) {
			l.Shown = append(l.Shown, i)
		}
	}
	l.Cursor = max(min(l.Cursor, len(l.Shown)-1), 0)
}

// Row is the row at the cursor.
func (l *FilterList) Row() (row int, ok bool) {
	if l.Cursor >= len(l.Shown) {
		return 0, false
	}
	return l.Shown[l.Cursor], true
}

// StartFilter lets the filter be typed.
func (l *FilterList) StartFilter() {
	l.Filtering = true
	l.Filter.Focus()
	if row, ok := l.Row(); ok {
		l.before = row
	}
}

// EndFilter leaves the filter as it is.
func (l *FilterList) EndFilter() {
	l.Filtering = false
	l.Filter.Blur()
}

// IsFiltered reports that there is a filter.
func (l *FilterList) IsFiltered() bool { return l.Filter.Value() != "" }

// ClearFilter shows all rows, with the cursor on the same one, or on that from before where the filter let none through. It reports whether there was a filter.
func (l *FilterList) ClearFilter() bool {
	if !l.IsFiltered() {
		return false
	}
	row, ok := l.Row()
	l.Filter.SetValue("")
	l.match()
	if !ok {
		row = min(l.before, max(len(l.Shown)-1, 0))
	}
	l.Cursor = row
	return true
}

// PressFilter is a key while the filter is typed. It is false for a key that ends the typing and is for the screen.
func (l *FilterList) PressFilter(msg tea.KeyPressMsg) bool {
	switch {
	case key.Matches(msg, SearchKeys.Take):
		l.EndFilter()
	case key.Matches(msg, SearchKeys.Leave):
		l.EndFilter()
		l.ClearFilter()
	case key.Matches(msg, SearchKeys.ToList):
		l.EndFilter()
		return false
	default:
		l.TypeFilter(msg)
	}
	return true
}

// TypeFilter gives the filter what is typed or pasted.
func (l *FilterList) TypeFilter(msg tea.Msg) {
	l.Filter, _ = l.Filter.Update(msg) // its commands only make the cursor blink
	l.match()
}

// Move moves the cursor in a list of which so many rows are in sight; false means that the key moves none.
func (l *FilterList) Move(msg tea.KeyPressMsg, page int) (moved bool) {
	l.Cursor, moved = MoveCursor(msg, l.Cursor, len(l.Shown), page)
	return moved
}
