// Package agentlist is the list of agents on the first screen: saved ones, ones that were
// opened before, those of a catalog. It draws nothing and opens nothing.
package agentlist
