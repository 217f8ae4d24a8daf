// Package doctor is the screen that lists what the rules of doctor find in a card.
package doctor
