// Package ascii draws with ASCII alone, for terminals whose locale has nothing
// else: there the bytes of any other character would be several wrong ones, of
// which some control a terminal of eight bits.
package ascii
