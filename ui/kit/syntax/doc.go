// Package syntax colors lines of JSON, of HTTP and of shell commands.
package syntax
