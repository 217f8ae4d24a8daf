// Package agent has the screens of an agent: the one that asks for its address, its card with
// the skills, the warnings of the card, and the questions before credentials go to a host or
// the agent is followed to another address.
package agent
