// Package discovery reads the metadata of an authorization server: RFC 8414 for OAuth 2.0,
// and OpenID Connect Discovery 1.0. What a document says is used only if it names the
// issuer that its address stands for, and no endpoint to which a secret may not go.
package discovery
