// Package look has the styles in which a form is drawn.
package look
