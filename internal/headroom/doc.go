// Package headroom lets a program start without collecting garbage. Packages make
// megabytes while they are initialized (the validator's metaschemas alone 1.7 MB), and
// two collections in that time cost a quarter of the time to the first frame.
//
// It must be initialized before what it makes room for. The order is by import
// path, of packages whose own imports are ready (Go specification, "Program
// initialization", and the release notes of Go 1.21), so that "a2aform/…" comes
// before "github.com/…". It imports nothing that is not needed anyway.
package headroom
