// Package wording has the short texts that screens show in the rows of a form.
package wording
