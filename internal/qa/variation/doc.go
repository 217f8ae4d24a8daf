// Package variation finds what differs between the attempts of a test case: the places of the output that have several
// values, with the attempts that had each of them.
package variation
