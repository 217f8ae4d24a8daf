package run_test

import (
	"fmt"
	"net/http"
	"testing"

	"a2aform/internal/run"
)

// answering is an agent that answers every call with that result.
func answering(result string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, req *http.Request) {
		fmt.Fprintf(w, `{"name":"answering","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"skills":[{"id":"s","name":"s"}],
			"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, req.Host)
	})
	mux.HandleFunc("POST /", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%s}`, result)
	})
	return mux
}

func TestDirectMessageIsAnswerEvenIfItNamesATask(t *testing.T) {
	for name, extra := range map[string]string{"alone": ``, "with a task": `,"taskId":"t1","contextId":"c1"`} {
		t.Run(name, func(t *testing.T) {
			a := agent(t, answering(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hello"}]`+extra+`}}`))
			got := wait(t, run.Start(t.Context(), &run.Plan{Agent: a, Text: "hi"}, run.Options{}))
			if got.Phase != run.Answered || got.Reply == nil || got.Err != nil {
				t.Errorf("phase %s, reply %v, %v", got.Phase, got.Reply, got.Err)
			}
		})
	}
}
