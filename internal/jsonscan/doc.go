// Package jsonscan reads the grammar of JSON (RFC 8259) without decoding values. It knows
// nothing of what the values mean.
//
// [Value], [String], [Text] and [Number] check every byte. [Skip], [SkipString] and [Blocks]
// trust brackets, quotes and commas, for texts too large to be checked before they are shown.
package jsonscan
