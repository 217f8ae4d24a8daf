// Package textline has the text inputs of bubbles, of one line and of several, with
// text that they would drop or draw raw: controls, marks of direction and other
// characters that cannot be seen are written as escapes (\u202e). The value is always
// the text itself.
package textline
