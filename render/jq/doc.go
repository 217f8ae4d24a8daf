// Package jq asks a result with a jq expression, within a time and an amount of memory. It
// gives a document of its own.
package jq
