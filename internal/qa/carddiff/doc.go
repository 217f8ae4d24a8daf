// Package carddiff compares two cards of an agent: what callers of the old card meet at the new one.
//
// Of two schemas it does not say that they are compatible. It looks for a witness, a value that one of them accepts and the other
// rejects by the validator, and else says how many values it tried.
package carddiff
