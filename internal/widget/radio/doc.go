// Package radio draws a row of choices of which one can be taken, all of them visible.
package radio
