// Package outline tells what an object schema declares at its root without decoding it, so
// that a card of thousands of skills can be listed at once.
package outline
