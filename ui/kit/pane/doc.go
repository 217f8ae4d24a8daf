// Package pane draws the frames of the screens: a border with a title and a note in it,
// panes next to one another, and a dialog over what is behind it. It knows no screen.
package pane
