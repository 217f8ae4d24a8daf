package a2a

import (
	"encoding/json"

	"a2aform/a2aclient/jsonread"
)

// ErrorReason finds google.rpc.ErrorInfo.reason among the typed details of an error, "" where
// there is none.
func ErrorReason(details json.RawMessage) (reason string) {
	s := jsonread.Reader{Data: details}
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

func isReason(s *jsonread.Reader) string {
	named := string(s.Key) == "reason"
	if v := s.Value(); named && jsonread.IsString(v) {
		return jsonread.Text(v)
	}
	return ""
}
