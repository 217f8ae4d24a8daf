package a2a

import (
	"encoding/json"
	"strings"

	"a2aform/internal/ojson"
)

// ErrorReason finds google.rpc.ErrorInfo.reason among the typed details of an error, "" where
// there is none.
func ErrorReason(details json.RawMessage) (reason string) {
	s := ojson.NewReader(details)
	if !s.Enter('[') {
		return ""
	}
	for s.Item() {
		if !s.Enter('{') {
			continue
		}
		for s.Member() {
			if v := isReason(&s); v != "" && reason == "" {
				reason = v
			}
		}
	}
	return reason
}

func isReason(s *ojson.Reader) string {
	named := string(s.Key) == "reason"
	if v := s.Value(); named && ojson.IsString(v) && !strings.Contains(string(v), " ") { // sentences are of other formats
		return ojson.TextOf(v)
	}
	return ""
}

// errorNames are the errors of A2A 1.0 (§3.3.2) and of JSON-RPC, by their codes and by the
// reasons that stand for them over HTTP+JSON and gRPC (§5.4).
var errorNames = []struct {
	code         int
	reason, name string
}{
	{-32001, "TASK_NOT_FOUND", "TaskNotFoundError"},
	{-32002, "TASK_NOT_CANCELABLE", "TaskNotCancelableError"},
	{-32003, "PUSH_NOTIFICATION_NOT_SUPPORTED", "PushNotificationNotSupportedError"},
	{-32004, "UNSUPPORTED_OPERATION", "UnsupportedOperationError"},
	{-32005, "CONTENT_TYPE_NOT_SUPPORTED", "ContentTypeNotSupportedError"},
	{-32006, "INVALID_AGENT_RESPONSE", "InvalidAgentResponseError"},
	{-32007, "EXTENDED_AGENT_CARD_NOT_CONFIGURED", "ExtendedAgentCardNotConfiguredError"},
	{-32008, "EXTENSION_SUPPORT_REQUIRED", "ExtensionSupportRequiredError"},
	{-32009, "VERSION_NOT_SUPPORTED", "VersionNotSupportedError"},
	{-32700, "", "JSONParseError"},
	{-32600, "", "InvalidRequestError"},
	{-32601, "", "MethodNotFoundError"},
	{-32602, "", "InvalidParamsError"},
	{-32603, "", "InternalError"},
}

// ErrorName is the name of an error in A2A, by its code or, where that is 0, by its reason;
// "" for an error that A2A does not name.
func ErrorName(code int, reason string) string {
	for _, e := range errorNames {
		if code == e.code || code == 0 && reason != "" && reason == e.reason {
			return e.name
		}
	}
	return ""
}
