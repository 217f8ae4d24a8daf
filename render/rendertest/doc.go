// Package rendertest has the values that tests of render and of the packages below it
// share: one large list, and any values.
package rendertest
