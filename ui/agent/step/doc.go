// Package step draws the steps of opening a card.
package step
