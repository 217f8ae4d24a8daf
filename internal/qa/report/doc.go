// Package report writes the results of test cases: as lines for people, as JUnit XML for a build server, and as
// JSON for programs.
//
// Every case, every attempt and every expectation that does not hold is in every report. Text of agents is cleaned, then escaped
// as its format wants it.
package report
