package run

import (
	"encoding/json"
	"strings"
	"testing"

	"a2aform/a2aclient"
)

// What a binding rounds is named, but for private data, of which nothing is shown.
func TestNoticeOfRoundedNumbers(t *testing.T) {
	card, err := a2aclient.Parse([]byte(`{"name":"x","skills":[],"supportedInterfaces":[{"url":"127.0.0.1:1","protocolBinding":"GRPC","protocolVersion":"1.0"}]}`), "f")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		plan Plan
		want string
	}{
		{Plan{Data: []byte(`{"pin":1}`)}, ""},
		{Plan{Data: []byte(`{"pin":9007199254740993}`)}, "9007199254740993 arrives"},
		{Plan{Parts: []json.RawMessage{[]byte(`{"data":1}`), []byte(`{"data":9007199254740993}`)}}, "/data 9007199254740993 arrives"},
		{Plan{Data: []byte(`{"pin":9007199254740993}`), Private: true}, "longer ones are rounded"},
	} {
		tt.plan.Agent = agent
		got := tt.plan.Notice()
		if !strings.Contains(got, tt.want) || tt.want == "" && got != "" || tt.plan.Private && strings.Contains(got, "900") {
			t.Errorf("%+v: %q", tt.plan, got)
		}
	}
}
