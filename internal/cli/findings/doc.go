// Package findings writes the reports of commands that check something: doctor and conform.
package findings
