// Package jsonindex finds its way in large JSON texts without decoding them:
// where the items of an array lie, where a member lies in an item, where a text
// occurs. The text stays bytes; what is found is a slice of them.
//
// An [Index] is built in the background, 64 bytes at a step; what is found so
// far can be read at any time from any goroutine. It trusts brackets, quotes and
// commas alone: a text that is no JSON gives items that cannot be decoded, never
// a panic.
//
// The package knows RFC 8259 (JSON), JSON Lines and bytes. It knows no values, no
// schemas and no tables.
package jsonindex
