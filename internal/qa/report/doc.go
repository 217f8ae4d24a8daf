// Package report writes the results of test cases: as lines for people, as JUnit XML for a build server, and as
// JSON for programs. It writes a recorded run, and test cases, as a page of HTML for a developer: one file that fetches nothing
// and runs nothing.
//
// Every case, every attempt and every expectation that does not hold is in every report. Text of agents is cleaned, then escaped
// as its format wants it.
package report
