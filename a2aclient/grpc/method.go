package grpc

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"

	"a2aform/a2aclient/grpc/a2apb"
)

// method is a call of the service: its messages, and whether it answers with a stream.
type method struct {
	request, response proto.Message
	streams           bool
}

var methods = map[string]method{
	"SendMessage":                      {(*a2apb.SendMessageRequest)(nil), (*a2apb.SendMessageResponse)(nil), false},
	"SendStreamingMessage":             {(*a2apb.SendMessageRequest)(nil), (*a2apb.StreamResponse)(nil), true},
	"SubscribeToTask":                  {(*a2apb.SubscribeToTaskRequest)(nil), (*a2apb.StreamResponse)(nil), true},
	"GetTask":                          {(*a2apb.GetTaskRequest)(nil), (*a2apb.Task)(nil), false},
	"ListTasks":                        {(*a2apb.ListTasksRequest)(nil), (*a2apb.ListTasksResponse)(nil), false},
	"CancelTask":                       {(*a2apb.CancelTaskRequest)(nil), (*a2apb.Task)(nil), false},
	"CreateTaskPushNotificationConfig": {(*a2apb.TaskPushNotificationConfig)(nil), (*a2apb.TaskPushNotificationConfig)(nil), false},
	"GetTaskPushNotificationConfig":    {(*a2apb.GetTaskPushNotificationConfigRequest)(nil), (*a2apb.TaskPushNotificationConfig)(nil), false},
	"ListTaskPushNotificationConfigs":  {(*a2apb.ListTaskPushNotificationConfigsRequest)(nil), (*a2apb.ListTaskPushNotificationConfigsResponse)(nil), false},
	"DeleteTaskPushNotificationConfig": {(*a2apb.DeleteTaskPushNotificationConfigRequest)(nil), (*emptypb.Empty)(nil), false},

	"GetExtendedAgentCard": {(*a2apb.GetExtendedAgentCardRequest)(nil), (*a2apb.AgentCard)(nil), false},
}

// methodOf is the method that a request calls; it is not ok for a request that is not for
// gRPC.
func methodOf(req *http.Request) (m method, ok bool) {
	if req.Header.Get("Content-Type") != ContentType {
		return method{}, false
	}
	_, name, _ := strings.Cut(req.URL.Path, "/"+service+"/")
	m, ok = methods[name]
	return m, ok
}

// encode is the message of a call, from its JSON.
func (m method) encode(document []byte) ([]byte, error) {
	message := m.request.ProtoReflect().New().Interface()
	if err := protojson.Unmarshal(document, message); err != nil {
		return nil, err
	}
	return proto.Marshal(message)
}

// decode is the JSON of an answer. It is compact: protojson puts spaces in, now and then.
func (m method) decode(data []byte) ([]byte, error) {
	message := m.response.ProtoReflect().New().Interface()
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
