// Package opened applies the rules of doctor to a card that the client has opened, and adds what
// only the client knows.
package opened
