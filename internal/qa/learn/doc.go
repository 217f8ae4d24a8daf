// Package learn compares the attempts of a case, and proposes what may differ between its output and its golden file. It does
// not change the expectations itself.
package learn
