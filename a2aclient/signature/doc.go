// Package signature checks the signatures of agent cards: JSON Web Signatures (RFC 7515) of
// the card in canonical JSON (RFC 8785), as A2A 1.0 §8.4 has them.
//
// A signature is never just valid: SDKs sign only the members that they know, so that the
// schemas of a card may be changed under its signature. A [Verdict] says what is not covered.
package signature
