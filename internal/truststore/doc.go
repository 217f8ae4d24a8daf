// Package truststore reads the public keys that the user trusts the signatures of cards by: the
// files of the directory "keys" beside the configuration.
package truststore
