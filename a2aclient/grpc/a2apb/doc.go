// Package a2apb holds the types of A2A 1.0, generated from a2a.proto of the specification.
//
// a2a.proto is that of github.com/a2aproject/A2A at v1.0.1 (specification/a2a.proto,
// commit 3303592588e388e62e0f69f701af531d2f4e3991), unchanged, under the Apache License 2.0
// in LICENSE. generate.sh says which annotations the generated code leaves out.
package a2apb

//go:generate ./generate.sh
