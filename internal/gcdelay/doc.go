// Package gcdelay delays garbage collection while the program starts. Packages allocate
// megabytes while they are initialized (the validator's metaschemas alone 1.7 MB), and
// two collections in that time cost a quarter of the time to the first frame.
//
// Go initializes packages in the order of their import paths, as soon as their own
// imports are initialized (Go specification, "Program initialization", and the release
// notes of Go 1.21). So what comes before this package depends on the path of the module:
// nothing that matters while it is "a2aform", the packages of others once it is
// "github.com/OWNER/a2aform". These allocate less than the 4 MB of the first collection.
// The package imports only what the runtime imports anyway.
package gcdelay
