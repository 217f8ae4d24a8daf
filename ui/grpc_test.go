package ui_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"connectrpc.com/connect"

	"a2aform/a2aclient/grpc/a2apb"
	"a2aform/ui/apptest"
)

// grpcAgent serves a card that offers gRPC alone, and answers with the data that it got.
func grpcAgent(t *testing.T, c apptest.Card) string {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewUnstartedServer(mux)
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetHTTP1(true)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		text := strings.ReplaceAll(c.At("http://"+r.Host), `"JSONRPC"`, `"GRPC"`)
		_, _ = io.WriteString(w, strings.ReplaceAll(text, "http://"+r.Host+"/rpc", r.Host))
	})
	const method = "/lf.a2a.v1.A2AService/SendMessage"
	mux.Handle(method, connect.NewUnaryHandler(method, func(_ context.Context, r *connect.Request[a2apb.SendMessageRequest]) (*connect.Response[a2apb.SendMessageResponse], error) {
		got := r.Msg.GetMessage().GetParts()[0].GetData().GetStructValue().AsMap()
		reply := &a2apb.Message{MessageId: "m", Role: a2apb.Role_ROLE_AGENT, Parts: []*a2apb.Part{{Content: &a2apb.Part_Text{Text: fmt.Sprintf("got %.0f", got["id"])}}}}
		return connect.NewResponse(&a2apb.SendMessageResponse{Payload: &a2apb.SendMessageResponse_Message{Message: reply}}), nil
	}))
	server.Start()
	t.Cleanup(server.Close)
	return server.URL
}

// Over gRPC, a number with too many digits is warned of at its field and in the review, and
// what is sent is what both say.
func TestNumberThatGRPCRoundsIsWarnedOfAtItsField(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"id":{"type":"integer"},"amount":{"type":"number"}}}`)
	d := apptest.Start(t, grpcAgent(t, c), 110, 30).WaitFor("The skill").Press("enter").WaitFor("Id")
	d.Type("9007199254740993").WaitFor("! The agent speaks gRPC, which keeps 15 to 17", "arrives as 9007199254740992")
	d.Press("backspace").WaitGone("gRPC, which").Type("3").WaitFor("gRPC, which")
	d.Press("tab").Type("12.5").Press("ctrl+s").WaitFor("› Review", "! Id ", "The agent speaks gRPC", "9007199254740992", "f6 Fix")
	d.Press("enter").WaitFor("got 9007199254740992")
}
