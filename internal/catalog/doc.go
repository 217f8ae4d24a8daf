// Package catalog reads lists of agents: an AI Catalog
// (https://github.com/Agent-Card/ai-catalog), a JSON array of cards, or the answer of a
// registry that holds such a list.
package catalog
