// Package peers holds agents built on other people's SDKs, and the tests that use them: what we believe about the protocol
// is checked against code that we did not write.
//
// It is a module of its own, so that nothing of a peer reaches the program's go.mod. It knows the packages of the program
// from the outside, and how to start Node. Its tests need `npm ci` in this directory, and in frameworks unless they are short; without Node
// or the packages they skip, except with CI=true.
package peers
