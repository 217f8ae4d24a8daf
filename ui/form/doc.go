// Package form has the screens between a skill and its task: the form of an input schema,
// with drafts, presets and files, and the review of the request.
package form
