// Package tracing begins the trace of a run.
package tracing
