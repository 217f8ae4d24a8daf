package chat_test

import (
	"fmt"
	"net/http"
	"testing"

	"a2aform/ui/apptest"
)

// A chat asks before the first message to an agent that names a price, once.
func TestChatAsksAboutPrice(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"name":"Priced Agent","description":"Talks","version":"1","supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
			"pricing":"0.02 EUR a message","capabilities":{},"defaultInputModes":["text/plain"],"skills":[{"id":"talk","name":"Talk","description":"Talks","tags":[]}]}`, url+"/rpc")
	})
	mux.HandleFunc("POST /rpc", apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`))
	d := apptest.Start(t, url, 100, 30).WaitFor("Talk").Press("enter").WaitGone("Skills").Type("hello").Press("enter").WaitFor("The card names a price: 0.02 EUR a message", "do not send")
	d.Press("esc").WaitGone("do not send").WaitFor("hello").Press("enter").WaitFor("do not send").Press("enter").WaitFor("thanks")
	d.Type("more").Press("enter").WaitGone("▌more").WaitFor("  more")
}
