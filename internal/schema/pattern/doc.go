// Package pattern matches the patterns of JSON Schema, which are ECMA-262, in bounded time: with
// Go's engine where that takes them, else with one that knows look-ahead, on a time budget.
package pattern
