package peers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/taskstore"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
)

// everybody lets the Go SDK list tasks, which it does only for callers with credentials.
func everybody() a2asrv.RequestHandlerOption {
	return a2asrv.WithTaskStore(taskstore.NewInMemory(&taskstore.InMemoryStoreConfig{
		Authenticator: func(context.Context) (string, error) { return "ada", nil },
	}))
}

// The Go SDK lists its tasks page by page, newest first.
func TestGoSDKTasksAreListed(t *testing.T) {
	for name, g := range goSDKs {
		if g.version != "1.0" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := dial(t, g.serve(t, everybody()))
			for _, word := range []string{"one", "two", "three"} {
				say(t, a, &a2aclient.Request{Text: word})
			}
			var words []string
			q := a2aclient.Query{PageSize: 2}
			for pages := 1; ; pages++ {
				page, err := a.List(t.Context(), q)
				if err != nil || pages > 2 {
					t.Fatalf("page %d: %v", pages, err)
				}
				for _, task := range page.Tasks {
					if task.Status.State != a2a.StateCompleted || task.ContextID.IsEmpty() {
						t.Errorf("%+v", task)
					}
					words = append(words, task.History[0].Parts[0].Text.Exact())
				}
				if q.PageToken = page.Next; q.PageToken.IsEmpty() {
					break
				}
			}
			if got := strings.Join(words, " "); got != "three two one" {
				t.Errorf("listed %s", got)
			}
		})
	}
}

// Without credentials, the error asks for them.
func TestGoSDKTasksNeedCredentials(t *testing.T) {
	for name, g := range goSDKs {
		if g.version != "1.0" {
			continue
		}
		_, err := dial(t, g.serve(t)).List(t.Context(), a2aclient.Query{})
		var refused *a2aclient.Error
		if !errors.As(err, &refused) || !refused.WantsCredentials() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// lossy loses the answer to the first message.
type lossy struct {
	http.RoundTripper
	lost bool
}

func (l *lossy) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		return l.RoundTripper.RoundTrip(r)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	resp, err := l.RoundTripper.RoundTrip(r)
	if err == nil && !l.lost && (bytes.Contains(body, []byte(`"messageId"`)) || strings.HasSuffix(r.URL.Path, "/SendStreamingMessage")) {
		l.lost = true
		_, _ = io.Copy(io.Discard, resp.Body) // the agent has done its work
		_ = resp.Body.Close()
		return nil, io.ErrUnexpectedEOF
	}
	return resp, err
}

// A message whose answer was lost is found among the tasks, and not sent again.
func TestLostMessageIsFoundAtGoSDK(t *testing.T) {
	for name, g := range goSDKs {
		if g.version != "1.0" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := dial(t, g.serve(t, everybody()), a2aclient.WithTransport(&lossy{RoundTripper: g.transport(t)}))
			say(t, a, &a2aclient.Request{Text: "lost"})
			page, err := a.List(t.Context(), a2aclient.Query{})
			if err != nil || len(page.Tasks) != 1 || page.Tasks[0].Status.State != a2a.StateCompleted {
				t.Errorf("%+v, %v", page, err)
			}
		})
	}
}
