// Package connect turns a card into an agent that can be asked: it chooses an interface, fills
// in the credentials that are kept for its origin, renews expired tokens, and takes the
// authenticated extended card where there is one.
package connect
