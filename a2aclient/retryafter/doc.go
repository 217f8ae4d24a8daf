// Package retryafter reads the header Retry-After, with which an agent says how long to leave it alone, and words
// the wait for people.
package retryafter
