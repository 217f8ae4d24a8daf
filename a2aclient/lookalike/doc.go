// Package lookalike warns of web addresses that look like others: hosts with letters of
// several scripts, and user names that look like hosts.
package lookalike
