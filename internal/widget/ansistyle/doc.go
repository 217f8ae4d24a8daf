// Package pen paints many short texts in one style.
//
// A lipgloss style works out its codes anew for each text, which costs a table
// more than all the rest of its frame.
package ansistyle
