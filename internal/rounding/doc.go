// Package rounding says which numbers of a JSON document change when they are kept as float64, the only number of
// protocol buffers' JSON.
package rounding
