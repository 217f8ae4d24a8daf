// Package ojson is JSON as it was written: members in their order, numbers and
// strings with every digit and escape they came with.
//
// encoding/json into any loses all of that, and people compare what they typed
// with what they see, digit by digit. Values are immutable, so
// they can be shared between screens and goroutines.
//
// The package knows RFC 8259 (JSON), RFC 6901 (JSON Pointer) and its limits. It
// knows nothing of schemas, of A2A or of screens.
package ojson
