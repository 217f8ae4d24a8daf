// Package indented writes a value as indented JSON, line by line, with the place of each value.
package indented
