// Package jsonread reads JSON that an agent sent, in one pass and without decoding what nobody
// asks for. What is read is a slice of the text.
package jsonread
