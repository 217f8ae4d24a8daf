package grpc

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"google.golang.org/protobuf/proto"
)

var errNotGRPC = errors.New("the answer is not gRPC")

// sender makes the one request of a call, and keeps what came of it: connect would put it
// into words of its own.
type sender struct {
	rt    http.RoundTripper
	limit int            // of one message, in bytes
	head  *http.Response // of an answer in gRPC
	other *http.Response // an answer that is not
	err   error          // no answer at all
}

// Do makes the request.
func (s *sender) Do(req *http.Request) (*http.Response, error) {
	req.GetBody = nil // net/http must not send it twice
	resp, err := s.rt.RoundTrip(req)
	switch {
	case err != nil:
		s.err = err
		return nil, err
	case resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), ContentType):
		s.other = resp
		return nil, errNotGRPC
	}
	resp.Body = &frameLimit{ReadCloser: resp.Body, maxBytes: s.limit}
	s.head = resp
	return resp, nil
}

// frame is one message, encoded.
type frame struct{ data []byte }

// codec hands messages through as they are.
type codec struct{}

// Name returns the name of the encoding in the content type.
func (codec) Name() string { return "proto" }

// Marshal is the message as it is.
func (codec) Marshal(message any) ([]byte, error) {
	if f, ok := message.(*frame); ok {
		return f.data, nil
	}
	return nil, fmt.Errorf("%T is not sent", message)
}

// Unmarshal copies a message, as its memory is used again. connect itself reads the status
// of a call by it, which is a message of its own.
func (codec) Unmarshal(data []byte, message any) error {
	switch m := message.(type) {
	case *frame:
		m.data = append([]byte(nil), data...)
		return nil
	case proto.Message:
		return proto.Unmarshal(data, m)
	}
	return fmt.Errorf("%T is not read", message)
}
