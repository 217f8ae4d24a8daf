// Package refusal says in words why a form cannot be sent, or what is doubtful of it.
package refusal
