package a2aclient

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"a2aform/internal/safe"
)

// An address that is the path of one method has the other methods beside it, in both versions and with a query. Any other
// address takes them all.
func TestMethodsBesideTheAddress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ address, version, want string }{
		{"/a/v1/message:stream", "0.3", "/a/v1/message:stream /a/v1/tasks:get /a/v1/tasks:cancel"},
		{"/a/v1/message:send", "0.3", "/a/v1/message:stream /a/v1/tasks:get /a/v1/tasks:cancel"},
		{"/message:stream?key=1", "1.0", "/message:stream?key=1 /tasks:get?key=1 /tasks:cancel?key=1"},
		{"/v1/message:stream/", "1.0", "/v1/message:stream /v1/tasks:get /v1/tasks:cancel"},
		{"/my-message:stream", "0.3", "/my-message:stream /my-message:stream /my-message:stream"},
		{"/message:stream/rpc", "0.3", "/message:stream/rpc /message:stream/rpc /message:stream/rpc"},
		{"/", "1.0", "/ / /"},
	} {
		t.Run(tt.version+tt.address, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			var asked []string
			statusOf := map[string]string{"0.3": statusV03, "1.0": statusV10("TASK_STATE_COMPLETED")}
			taskOf := map[string]string{"0.3": taskV03, "1.0": bareTask("TASK_STATE_COMPLETED")}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				asked = append(asked, r.URL.RequestURI())
				isFirst := len(asked) == 1
				mu.Unlock()
				if isFirst {
					sseText(statusOf[tt.version])(w, r)
					return
				}
				result(taskOf[tt.version])(w, r)
			}))
			t.Cleanup(server.Close)
			a := agentOf(t, server.URL+tt.address, tt.version, true, "")
			if _, _, err := runAll(a, t, &Request{Text: "x"}); err != nil {
				t.Fatal(err)
			}
			id := safe.Text("t1")
			if _, err := a.Get(context.Background(), id); err != nil {
				t.Fatal(err)
			}
			if _, err := a.Cancel(context.Background(), id); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(asked, " "); got != tt.want {
				t.Errorf("asked at %s, want %s", got, tt.want)
			}
		})
	}
}
