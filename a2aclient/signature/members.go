package signature

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"a2aform/a2aclient/a2aproto"
)

// cardMessage describes a card and what is in it. A form of the card leaves out what the description does not have.
func cardMessage() protoreflect.MessageDescriptor { return a2aproto.Message("AgentCard") }

// messageOf describes what a member contains: the objects of the protocol in it, in its list, or in its map by name.
// It is nil for other values, such as texts and objects with any members.
func messageOf(member protoreflect.FieldDescriptor) protoreflect.MessageDescriptor {
	if member == nil {
		return nil
	}
	of := member.Message()
	if member.IsMap() {
		of = member.MapValue().Message()
	}
	if of == nil || of.ParentFile() != member.ParentFile() {
		return nil
	}
	return of
}
