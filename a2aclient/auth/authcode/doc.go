// Package authcode signs the user in with a browser: it receives the answer of the OAuth 2.0
// authorization code flow at a loopback address (RFC 8252 §7.3), which exists only while
// the sign-in lasts.
package authcode
