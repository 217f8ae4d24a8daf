// Package jsonread reads JSON that an agent sent, in one pass and without decoding what the
// caller skips. What is read is a slice of the text.
package jsonread
