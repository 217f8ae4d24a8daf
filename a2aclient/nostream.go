package a2aclient

import (
	"errors"
	"net/http"
)

// begin sends the message. Where the agent refuses the streaming method, it sends
// the message once more with the blocking one: the refusal proves that the agent
// executed nothing.
func (r *run) begin(c *call) error {
	err := r.openFirst(c)
	if c.stream && r.refusesStream(err) {
		return r.sendBlocking(err)
	}
	return err
}

// refusesStream reports an error that says that the agent has no such method or does
// not support it: code -32601 or -32004 in any version, HTTP 501, and over HTTP+JSON,
// where the method is a path of its own, HTTP 404 and 405.
func (r *run) refusesStream(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch {
	case e.Code == CodeMethodNotFound, e.Code == CodeUnsupported, e.Reason.Exact() == "UNSUPPORTED_OPERATION":
		return true
	case e.Code != 0:
		return false
	case e.HTTPStatus == http.StatusNotImplemented:
		return true
	}
	return r.agent.protocol.rest != nil && (e.HTTPStatus == http.StatusNotFound || e.HTTPStatus == http.StatusMethodNotAllowed)
}

// sendBlocking sends the message with the blocking method, under the same id, after
// the agent refused the streaming one. Where that works, the agent keeps it in mind
// for the messages that follow.
func (r *run) sendBlocking(cause error) error {
	request := *r.request
	request.Mode = ModePoll
	c, err := r.agent.sendCall(&request)
	if err != nil {
		return err
	}
	r.polling = true
	if !r.notice(Notice{
		Kind: NoticeNotStreaming, Err: cause,
		Text: "The agent does not stream, although its card says so. It executed nothing, so the message is sent without streaming.",
	}) {
		return cause
	}
	if err := r.openFirst(c); err != nil {
		return err
	}
	r.agent.noStream.Store(true)
	return nil
}
