package peers

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/push"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/internal/webhook"
)

// nthAnswer calls done when the nth request was answered.
type nthAnswer struct {
	base *http.Transport
	mu   sync.Mutex
	n    int
	done func()
}

func (r *nthAnswer) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.base.RoundTrip(req)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n--; r.n == 0 {
		r.done()
	}
	return resp, err
}

// The SDK keeps push configurations, and posts what happens to the task to our receiver.
func TestPushNotificationsOfGoSDK(t *testing.T) {
	for name, g := range goSDKs {
		if g.version == "0.3" && g.binding == "HTTP+JSON" {
			continue // this binding has them in another form, which is not supported
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sender := push.NewHTTPPushSender(&push.HTTPSenderConfig{AllowPrivateNetworks: true})
			url := g.serve(t, a2asrv.WithPushNotifications(push.NewInMemoryStore(), sender))
			other := dial(t, url)
			task := held(t, other)
			set, err := other.SetPush(t.Context(), task, a2a.PushConfig{ID: safe.Text("p1"), URL: safe.Text("http://127.0.0.1:9/"), Token: safe.Text("k")})
			if err != nil || set.ID != safe.Text("p1") {
				t.Fatalf("set %+v, %v", set, err)
			}
			if one, err := other.PushConfig(t.Context(), task, set.ID); err != nil || one.URL != set.URL {
				t.Errorf("get %+v, %v", one, err)
			}
			if list, _, err := other.PushConfigs(t.Context(), task); err != nil || len(list) != 1 {
				t.Errorf("list %+v, %v", list, err)
			}
			if err := other.DeletePush(t.Context(), task, set.ID); err != nil {
				t.Error(err)
			}
			canceled := make(chan error, 1)
			waiting := dial(t, url, a2aclient.WithTransport(&nthAnswer{base: g.transport(t), n: 2, done: func() { // set, get
				go func() {
					_, err := other.Cancel(t.Context(), task)
					canceled <- err
				}()
			}}))
			var said []string
			got, err := webhook.Wait(t.Context(), waiting, task, webhook.Options{Address: "127.0.0.1:0", Check: time.Minute, Say: func(text string) { said = append(said, text) }})
			if err != nil || got.Status.State != a2a.StateCanceled {
				t.Fatalf("%+v, %v", got, err)
			}
			if all := strings.Join(said, "\n"); !strings.Contains(all, "  canceled") || strings.Contains(all, "refused") {
				t.Error(all)
			}
			if err := <-canceled; err != nil {
				t.Error(err)
			}
			if list, _, err := other.PushConfigs(t.Context(), task); err != nil || len(list) != 0 {
				t.Errorf("left %+v, %v", list, err)
			}
		})
	}
}

// held starts a task that works until it is canceled.
func held(t *testing.T, a *a2aclient.Agent) safe.Raw {
	t.Helper()
	h := &heard{texts: map[string]string{}}
	for e, err := range a.Run(t.Context(), &a2aclient.Request{Text: "hold", Mode: a2aclient.ModeStream}) {
		if err != nil {
			t.Fatal(err)
		}
		if h.take(e); len(h.states) > 0 && h.last() == a2a.StateWorking {
			break
		}
	}
	return h.task
}
