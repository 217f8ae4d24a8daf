// Package signin gets a token by OAuth 2.0 or OpenID Connect: it reads the metadata of the
// authorization server, wants the user to agree to hosts that only a card names, and takes
// the flow that fits the scheme and the machine: the browser, a device code, or client
// credentials.
package signin
