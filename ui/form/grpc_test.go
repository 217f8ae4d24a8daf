package form_test

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"a2aform/a2aclient/grpc/grpctest"
	"a2aform/ui/apptest"
)

// grpcAgent serves a card that offers gRPC alone, and answers with the data that it got.
func grpcAgent(t *testing.T, c apptest.Card) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		text := strings.ReplaceAll(c.At("http://"+r.Host), `"JSONRPC"`, `"GRPC"`)
		_, _ = io.WriteString(w, strings.ReplaceAll(text, "http://"+r.Host+"/rpc", r.Host))
	})
	mux.Handle(grpctest.Handler("SendMessage", func(c *grpctest.Call) ([]string, error) {
		id, err := strconv.ParseFloat(c.Request.At("/message/parts/0/data/id").Text(), 64)
		return []string{fmt.Sprintf(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"got %.0f"}]}}`, id)}, err
	}))
	return grpctest.Serve(t, mux)
}

// Over gRPC, a number with too many digits is warned of at its field and in the review, and
// what is sent is what both say.
func TestNumberThatGRPCRoundsIsWarnedOfAtItsField(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"id":{"type":"integer"},"amount":{"type":"number"}}}`)
	d := apptest.Start(t, grpcAgent(t, c), 110, 30).WaitFor("The skill").Press("enter").WaitFor("Id")
	d.Type("9007199254740993").WaitFor("! The agent speaks gRPC, which keeps 15 to 17", "this value arrives as", "▌               9007199254740992")
	d.Press("backspace").WaitGone("gRPC, which").Type("3").WaitFor("gRPC, which")
	d.Press("tab").Type("12.5").Press("ctrl+s").WaitFor("› Review", "! Id ", "The agent speaks gRPC", "9007199254740992", "f6 Fix")
	d.Press("enter").WaitFor("got 9007199254740992")
}
