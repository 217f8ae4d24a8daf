package a2aclient_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"a2aform/a2aclient"
)

// An agent that wants to be paid (x402) says what: on its card and on a message, in the body or in a header.
func TestWhatAnAgentWantsToBePaid(t *testing.T) {
	t.Parallel()
	way := func(members string) string { return `{"accepts":[{` + members + `}]}` }
	const none = ""
	for _, c := range []struct{ body, header, want string }{
		{way(`"maxAmountRequired":"10000","asset":"0xab","network":"base","extra":{"name":"USDC"}`), "", "0.01 USDC on base"},
		{way(`"amount":"2500000","extra":{"name":"USD Coin"}`), "", "2.5 USDC"},
		{way(`"amount":"1000000","maxAmountRequired":"5","extra":{"name":"USDC"},"network":"base"`), "", "1 USDC on base"},
		{way(`"amount":"7","extra":{"name":"EURC"},"network":"base"`), "", "7 units of EURC on base"},
		{way(`"amount":"7","asset":"0xab"`), "", "7 units of 0xab"},
		{way(`"amount":"7"`), "", "7 units"},
		{way(`"amount":"a lot","asset":"0xab"`), "", "a lot"},
		{way(`"network":"base"`), "", none},
		{`{"accepts":[{"amount":"1"},{"network":"base"},{"amount":"2"},{"amount":"3"},{"amount":"4"}]}`, "", "1 units, or 2 units, or 3 units"},
		{`{"error":` + way(`"amount":"7"`) + `}`, "", "7 units"},
		{`{"error":{"data":` + way(`"amount":"7"`) + `}}`, "", "7 units"},
		{`{"detail":` + way(`"amount":"7"`) + `}`, "", "7 units"},
		{`{"error":"pay"}`, way(`"amount":"7"`), "7 units"},
		{`{"accepts":[]}`, "", none},
		{`pay`, "", none},
		{``, "", none},
	} {
		for _, header := range []string{"PAYMENT-REQUIRED", "X-PAYMENT-REQUIRED"} {
			var server *httptest.Server
			server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/paid") && r.Method == http.MethodGet {
					_, _ = fmt.Fprintf(w, `{"name":"A","version":"1","skills":[],"defaultInputModes":["text/plain"],"supportedInterfaces":[{"url":"%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, server.URL)
					return
				}
				if c.header != "" {
					w.Header().Set(header, base64.StdEncoding.EncodeToString([]byte(c.header)))
				}
				w.WriteHeader(http.StatusPaymentRequired)
				_, _ = io.WriteString(w, c.body)
			}))
			_, err := a2aclient.Fetch(t.Context(), server.URL)
			var failed *a2aclient.CardError
			if !errors.As(err, &failed) || strings.Contains(failed.What, " for its card, and wants to be paid: ") != (c.want != none) || c.want != none && !strings.HasSuffix(failed.What, ": "+c.want) || !strings.HasPrefix(failed.Next, "a2aform does not pay") {
				t.Errorf("%s: a card: %v", c.body, err)
			}
			card, err := a2aclient.Fetch(t.Context(), server.URL+"/paid")
			if err != nil {
				t.Fatal(err)
			}
			agent, err := card.Dial()
			if err != nil {
				t.Fatal(err)
			}
			want := "the agent wants to be paid: " + c.want
			switch {
			case c.body == "":
				want = "the agent wants to be paid (SendMessage"
			case c.want == none:
				want = "the agent wants to be paid: “" + c.body
			}
			for _, err := range agent.Run(t.Context(), &a2aclient.Request{Text: "hello", MessageID: "m"}) {
				var refused *a2aclient.Error
				if err != nil && (!errors.As(err, &refused) || !strings.HasPrefix(err.Error(), want)) {
					t.Errorf("%s: a message: %v", c.body, err)
				}
			}
			agent.Close()
			server.Close()
			if c.header == "" {
				break
			}
		}
	}
}
