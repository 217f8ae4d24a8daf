// Package documents makes documents for tests: any documents, and those of a corpus of
// real schemas.
package documents
