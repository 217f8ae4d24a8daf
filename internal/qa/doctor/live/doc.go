// Package live checks an agent itself against the L rules of a2aform doctor. It sends GET requests,
// and calls that an agent must refuse: for an unknown task, of an unknown method, and broken JSON.
package live
