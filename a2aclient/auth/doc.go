// Package auth holds what identifies the user to an agent: the security schemes that a card
// declares, a set of credentials for one origin, the masking of its secrets wherever a
// request or an answer is shown, and the requests of OAuth 2.0. A secret is sent to its origin
// alone.
package auth
