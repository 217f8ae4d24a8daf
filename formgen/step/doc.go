// Package step counts numbers up and down as their bounds and multiples allow, with the
// digits that the user wrote: 0.10 goes on to 0.11, never to 0.11000000000000001.
package step
