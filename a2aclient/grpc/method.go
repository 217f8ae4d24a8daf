package grpc

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"a2aform/a2aclient/a2aproto"
)

// method is a call of the service.
type method struct{ protoreflect.MethodDescriptor }

// methodOf is the method that a request calls; it is not ok for a request that is not for
// gRPC.
func methodOf(req *http.Request) (m method, ok bool) {
	if req.Header.Get("Content-Type") != ContentType {
		return method{}, false
	}
	_, name, _ := strings.Cut(req.URL.Path, "/"+a2aproto.Service+"/")
	m.MethodDescriptor = a2aproto.Method(name)
	return m, m.MethodDescriptor != nil
}

// encode is the message of a call, from its JSON.
func (m method) encode(document []byte) ([]byte, error) {
	message := dynamicpb.NewMessage(m.Input())
	if err := protojson.Unmarshal(document, message); err != nil {
		return nil, err
	}
	return proto.Marshal(message)
}

// decode is the JSON of an answer. It is compact: protojson puts spaces in, now and then.
func (m method) decode(data []byte) ([]byte, error) {
	message := dynamicpb.NewMessage(m.Output())
	if err := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(data, message); err != nil {
		return nil, err
	}
	text, err := protojson.Marshal(message)
	if err != nil {
		return nil, err
	}
	var compact bytes.Buffer
	err = json.Compact(&compact, text)
	return compact.Bytes(), err
}
