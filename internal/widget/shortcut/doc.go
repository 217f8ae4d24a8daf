// Package shortcut is what a screen says about its keys: what each does, and why
// it does nothing just now.
package shortcut
