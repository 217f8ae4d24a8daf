// Package jsonindex finds its way in large JSON texts without decoding them:
// where the items of an array lie, where a text occurs. The text stays bytes; what is found is a slice of them.
//
// An [Index] is built in the background; what is found so far can be read at any
// time from any goroutine. From a mistake in the text on, the rest of the text is
// one item, which cannot be decoded.
//
// The package knows RFC 8259 (JSON), JSON Lines and bytes. It knows no values, no
// schemas and no tables.
package jsonindex
