// Package doctor checks agent cards and their schemas against rules, as they were received: a
// card that no client opens has findings too. The texts of the rules are in rules.toml.
//
// Check sends and fetches nothing. CheckLive and CheckOpened ask the agent.
package doctor
