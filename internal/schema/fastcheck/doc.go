// Package fastcheck accepts valid values by their bytes, without decoding them. It follows the
// compiled schema keyword by keyword and never rejects: a value that it does not accept goes to
// the validator.
package fastcheck
