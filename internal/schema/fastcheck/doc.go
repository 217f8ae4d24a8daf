// Package fastcheck proves values valid by their bytes, without decoding them. It follows the
// compiled schema keyword by keyword and never finds a fault: what it does not prove goes to
// the validator.
package fastcheck
