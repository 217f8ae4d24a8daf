// Package doctor checks agent cards and their schemas against rules, as they were received: a
// card that no client opens has findings too.
//
// The texts of the rules are in package rule.
// Nothing is sent or fetched; package live does that.
package doctor
