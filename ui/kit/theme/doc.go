// Package theme holds the colors of the program: tokens, named after what they mean, and
// the themes that give them values. It knows no screen.
package theme
