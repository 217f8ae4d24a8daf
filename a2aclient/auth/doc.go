// Package auth identifies the user to an agent. It reads the security schemes that a card
// declares ([Scheme]), keeps the credentials for one origin ([CredentialSet]), masks them
// wherever a request or an answer is shown, and gets tokens by OAuth 2.0. A secret is sent to
// its origin alone.
package auth
