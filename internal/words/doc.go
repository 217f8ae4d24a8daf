// Package words splits the names of members into their words, in lower case.
package words
