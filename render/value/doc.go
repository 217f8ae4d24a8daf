// Package value shows single JSON values: a [Cell] with its text, its format by the
// schema and its problems, the label of a member, and a [Node] of a large text, which
// is read as it is looked at.
//
// It knows values and schemas. Package render/table makes tables of cells, package
// render makes blocks.
package value
