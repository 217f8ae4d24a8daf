// Package truststore reads the public keys that the user trusts the signatures of cards by: the
// files of the directory "keys" next to the configuration file.
package truststore
