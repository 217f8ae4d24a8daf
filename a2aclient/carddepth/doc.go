// Package carddepth leaves out of an agent card what nests too deeply to be read, so that
// the rest of the card can be used.
package carddepth
