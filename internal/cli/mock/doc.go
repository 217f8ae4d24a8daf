// Package mock is the command mock: it serves an agent that is made from a card.
package mock
