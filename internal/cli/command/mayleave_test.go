package command

import (
	"errors"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/store"
)

// Messages leave for another host than that of the card where the user agreed, and then without credentials.
func TestMessagesLeaveForATrustedHost(t *testing.T) {
	t.Parallel()
	const text = `{"name":"P","skills":[],"supportedInterfaces":[{"url":"https://agents.example.com/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`
	card, err := a2aclient.Parse([]byte(text), "https://agents.example.com/card.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		flags    ConnectFlags
		endpoint string
		leaves   bool
		fails    string // "untrusted" or "usage"
	}{
		"the address of the card": {ConnectFlags{}, "", false, ""},
		"its host":                {ConnectFlags{endpoint: "https://agents.example.com/v2"}, "https://agents.example.com/v2", false, ""},
		"another host":            {ConnectFlags{endpoint: "https://other.example.com/rpc"}, "https://other.example.com/rpc", false, "untrusted"},
		"one that is trusted":     {ConnectFlags{endpoint: "https://other.example.com/rpc", trustFlags: trustFlags{Trusted: []string{"other.example.com"}}}, "https://other.example.com/rpc", true, ""},
		"with a credential":       {ConnectFlags{endpoint: "https://other.example.com/rpc", trustFlags: trustFlags{Trusted: []string{"other.example.com"}}, Credentials: CredentialFlags{Headers: []string{"Authorization=env:T"}}}, "https://other.example.com/rpc", false, "usage"},
	} {
		var options []a2aclient.Option
		if tt.endpoint != "" {
			options = append(options, a2aclient.WithEndpoint(tt.endpoint))
		}
		agent, err := card.Dial(options...)
		if err != nil {
			t.Fatal(err)
		}
		with, leaves, err := tt.flags.mayLeave(nil, agent)
		var untrusted *store.EndpointError
		said := ""
		switch {
		case errors.As(err, &untrusted):
			said = "untrusted"
		case err != nil:
			said = "usage"
		}
		if leaves != tt.leaves || said != tt.fails || err == nil && with == nil {
			t.Errorf("%s: leaves %v, %v", name, leaves, err)
		}
		agent.Close()
	}
}
