// Package gcdelay delays garbage collection while the program starts. Packages allocate
// megabytes while they are initialized (the validator's metaschemas alone 1.7 MB), and
// two collections in that time cost a quarter of the time to the first frame.
//
// The package must be initialized before those packages. Go initializes packages in the
// order of their import paths, as soon as their own imports are initialized (Go
// specification, "Program initialization", and the release notes of Go 1.21), so
// "a2aform/…" comes before "github.com/…". It imports only what the runtime imports anyway.
package gcdelay
