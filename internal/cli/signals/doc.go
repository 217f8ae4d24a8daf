// Package signals runs a command that ends in order after a signal, or after a panic in
// one of its goroutines.
package signals
