// Package finding is what a check of an agent finds: which rule is broken, where, why that
// matters, and what to do. It writes findings as text, JSON, JUnit XML, SARIF, Markdown and HTML.
//
// The package knows nothing of cards and agents. What comes from outside is made safe before
// it becomes a text of a finding.
package finding
