// Package grpctest answers calls of A2A over gRPC in tests, with messages that are written as JSON.
package grpctest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"a2aform/a2aclient/a2aproto"
	"a2aform/internal/ojson"
)

// Call is a call that an agent answers.
type Call struct {
	Request        *ojson.Value
	Header         http.Header
	ResponseHeader http.Header
}

// Answer returns the messages of an answer, and the error after them.
type Answer func(*Call) (messages []string, err error)

// Handler answers the calls of a method of the service, such as SendMessage.
func Handler(method string, answer Answer) (path string, handler http.Handler) {
	m := a2aproto.Method(method)
	path = "/" + a2aproto.Service + "/" + method
	request := connect.WithRequestInitializer(func(_ connect.Spec, message any) error {
		if d, ok := message.(*dynamicpb.Message); ok {
			*d = *dynamicpb.NewMessage(m.Input())
		}
		return nil
	})
	if m.IsStreamingServer() {
		return path, connect.NewServerStreamHandler(path, func(_ context.Context, r *connect.Request[dynamicpb.Message], s *connect.ServerStream[dynamicpb.Message]) error {
			messages, err := call(r, s.ResponseHeader(), answer)
			for _, text := range messages {
				message, err := parse(m.Output(), text)
				if err != nil {
					return err
				}
				if err := s.Send(message); err != nil {
					return err
				}
			}
			return err
		}, request)
	}
	return path, connect.NewUnaryHandler(path, func(_ context.Context, r *connect.Request[dynamicpb.Message]) (*connect.Response[dynamicpb.Message], error) {
		header := http.Header{}
		messages, err := call(r, header, answer)
		if err != nil {
			return nil, err
		}
		message, err := parse(m.Output(), messages[0])
		if err != nil {
			return nil, err
		}
		response := connect.NewResponse(message)
		for name, values := range header {
			response.Header()[name] = values
		}
		return response, nil
	}, request)
}

func call(r *connect.Request[dynamicpb.Message], header http.Header, answer Answer) ([]string, error) {
	text, err := protojson.Marshal(r.Msg)
	if err != nil {
		return nil, err
	}
	request, err := ojson.Parse(text, ojson.Limits{})
	if err != nil {
		return nil, err
	}
	return answer(&Call{request, r.Header(), header})
}

func parse(d protoreflect.MessageDescriptor, text string) (*dynamicpb.Message, error) {
	message := dynamicpb.NewMessage(d)
	err := protojson.Unmarshal([]byte(text), message)
	return message, err
}

// Serve runs a handler over HTTP/1.1, and over HTTP/2 without TLS, until the test ends. It returns its URL.
func Serve(t testing.TB, h http.Handler) string {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetHTTP1(true)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	t.Cleanup(s.Close)
	return s.URL
}
