// Package listing finds the test cases of a directory that concern an agent, and how they ended the last time.
package listing
