// Package jsonscan reads the grammar of JSON (RFC 8259) without decoding values and without
// allocating memory. It knows nothing of what the values mean.
package jsonscan
