// Package text makes texts that match a pattern, have a format or a length.
package text
