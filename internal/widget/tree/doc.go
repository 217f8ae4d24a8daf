// Package tree shows nested values of any size through a window: a node is asked
// for its children when it is opened, and for those alone that can be seen.
//
// It knows nodes, which of them are open, and a cursor. What a node means is its
// owner's.
package tree
