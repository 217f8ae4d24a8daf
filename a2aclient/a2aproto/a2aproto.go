// Package a2aproto is the description of A2A 1.0: the messages and calls of a2a.proto of the specification.
//
// a2a.proto is that of github.com/a2aproject/A2A at v1.0.1 (specification/a2a.proto, commit
// 3303592588e388e62e0f69f701af531d2f4e3991), unchanged, under the Apache License 2.0 in LICENSE. a2a.binpb is
// its compiled form, written by generate.sh.
package a2aproto

import (
	_ "embed"
	"slices"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	_ "google.golang.org/protobuf/types/known/emptypb"     // a2a.proto imports these: they are found in the registry
	_ "google.golang.org/protobuf/types/known/structpb"    // …
	_ "google.golang.org/protobuf/types/known/timestamppb" // …
)

//go:generate ./generate.sh

// Service is the full name of the service.
const Service = "lf.a2a.v1.A2AService"

//go:embed a2a.binpb
var compiled []byte

// file is the description. It is not registered: a program that links another copy of these types would stop at
// the second registration.
var file = sync.OnceValue(func() protoreflect.FileDescriptor {
	var set descriptorpb.FileDescriptorSet
	// Annotations stay unknown fields, whatever else the program links.
	if err := (proto.UnmarshalOptions{Resolver: new(protoregistry.Types)}).Unmarshal(compiled, &set); err != nil {
		panic(err) // a2a.binpb is part of the program
	}
	f, err := protodesc.FileOptions{AllowUnresolvable: true}.New(set.GetFile()[0], protoregistry.GlobalFiles)
	if err != nil {
		panic(err)
	}
	return f
})

// Method returns a call of the service, such as SendMessage; nil for a name that it does not have.
func Method(name string) protoreflect.MethodDescriptor {
	return file().Services().ByName("A2AService").Methods().ByName(protoreflect.Name(name))
}

// Message returns a message, such as AgentCard; nil for a name that no message has.
func Message(name protoreflect.Name) protoreflect.MessageDescriptor {
	return file().Messages().ByName(name)
}

// Numbers of google.api.field_behavior.
const (
	fieldBehavior = 1052
	required      = 2
)

// IsRequired reports whether the specification requires a field of a message.
func IsRequired(field protoreflect.FieldDescriptor) bool {
	options, ok := field.Options().(*descriptorpb.FieldOptions)
	if !ok {
		return false
	}
	annotation := protowire.AppendVarint(protowire.AppendTag(nil, fieldBehavior, protowire.VarintType), required)
	return slices.Equal(options.ProtoReflect().GetUnknown(), annotation)
}
