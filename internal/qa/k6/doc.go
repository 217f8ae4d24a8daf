// Package k6 writes test cases as a script of the load generator k6.
package k6
