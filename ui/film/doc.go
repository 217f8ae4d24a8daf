// Package film draws a program without a terminal, in the time of a clock of its own, and writes its frames as an
// asciicast or as SVG.
package film
