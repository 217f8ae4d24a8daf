// Package assemble puts a task together, in the JSON of the protocol, from the events of its
// stream.
package assemble
