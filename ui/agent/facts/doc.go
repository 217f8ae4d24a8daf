// Package facts lists the facts of an agent: how it is spoken to, who is behind it,
// what it supports, and whether its card is signed.
package facts
