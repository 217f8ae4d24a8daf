// Package nearest finds the name that a mistyped word was meant to be.
package nearest
