// Package locate finds the lines and columns of JSON Pointers in a JSON text, all of them in one
// pass. The text need not be decoded for that.
package locate
