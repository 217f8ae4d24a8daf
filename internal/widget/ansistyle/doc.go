// Package ansistyle renders many short texts in one style.
//
// A lipgloss style computes its codes again for each text, which costs a table more
// than the rest of its frame.
package ansistyle
