package chat

import (
	"testing"

	"a2aform/ui/kit"
)

// A draft that a slow disk brings after a message was sent is that message: it would be sent twice.
func TestLateDraftIsNotTheMessageThatWasSent(t *testing.T) {
	t.Parallel()
	for hasSent, want := range map[bool]string{false: "hi", true: ""} {
		s := New(&kit.Host{Styles: kit.NewStyles("", nil, kit.TermColors{})}, nil, nil)
		s.draft.hasSent = hasSent
		s.draft.restore(writtenMsg{text: "hi"})
		if got := s.Text(); got != want {
			t.Errorf("sent: %v: the text is %q, want %q", hasSent, got, want)
		}
	}
}
