// Package findings writes the reports of doctor.
package findings
