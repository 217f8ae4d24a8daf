// Package batch writes lines of many goroutines together.
package batch
