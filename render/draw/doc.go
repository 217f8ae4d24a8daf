// Package draw turns blocks into lines of a terminal: [Document] a whole result, [Blocks] some
// blocks, [Pages] a table of any size. A [Drawing] knows which lines hold problems and what can
// be opened on its own.
//
// No line is wider than it may be, and every text goes through internal/safe. The package knows
// no colors: a [Style] is handed in.
package draw
