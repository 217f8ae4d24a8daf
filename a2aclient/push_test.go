package a2aclient

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// The four operations of push notifications, in each version and binding that has them.
func TestPushConfigurations(t *testing.T) {
	const (
		flat   = `{"taskId":"t/1","id":"p","url":"https://me.example/","token":"k","authentication":{"scheme":"Bearer","credentials":"x"}}`
		nested = `{"taskId":"t/1","pushNotificationConfig":{"id":"p","url":"https://me.example/","token":"k","authentication":{"schemes":["Bearer"],"credentials":"x"}}}`
	)
	v10 := newFake(t, map[string]http.HandlerFunc{
		"CreateTaskPushNotificationConfig": result(flat), "GetTaskPushNotificationConfig": result(flat),
		"ListTaskPushNotificationConfigs": result(`{"configs":[` + flat + `,7]}`), "DeleteTaskPushNotificationConfig": result(`{}`),
	})
	v03 := newFake(t, map[string]http.HandlerFunc{
		"tasks/pushNotificationConfig/set": result(nested), "tasks/pushNotificationConfig/get": result(nested),
		"tasks/pushNotificationConfig/list": result(`[` + nested + `]`), "tasks/pushNotificationConfig/delete": result(`null`),
	})
	rest := newRestFake(t, map[string]http.HandlerFunc{
		"POST /tasks/t%2F1/pushNotificationConfigs": jsonBody(flat), "GET /tasks/t%2F1/pushNotificationConfigs/p": jsonBody(flat),
		"GET /tasks/t%2F1/pushNotificationConfigs": jsonBody(`{"configs":[` + flat + `]}`), "DELETE /tasks/t%2F1/pushNotificationConfigs/p": func(http.ResponseWriter, *http.Request) {},
	})
	task, id := safe.Text("t/1"), safe.Text("p")
	want := a2a.PushConfig{ID: id, URL: safe.Text("https://me.example/"), Token: safe.Text("k"), Scheme: safe.Text("Bearer"), Credentials: safe.Text("x")}
	for name, tt := range map[string]struct {
		agent  *Agent
		bodies func() []got
		sent   []string // part of each body, in order
	}{
		"1.0": {agentOf(t, v10.URL, "1.0", true, ""), v10.received, []string{
			`"params":{"authentication":{"credentials":"x","scheme":"Bearer"},"id":"p","taskId":"t/1","token":"k","url":"https://me.example/"}}`,
			`"params":{"id":"p","taskId":"t/1"}}`, `"params":{"taskId":"t/1"}}`, `"params":{"id":"p","taskId":"t/1"}}`,
		}},
		"0.3": {agentOf(t, v03.URL, "0.3.0", true, ""), v03.received, []string{
			`"params":{"pushNotificationConfig":{"authentication":{"credentials":"x","schemes":["Bearer"]},"id":"p","token":"k","url":"https://me.example/"},"taskId":"t/1"}}`,
			`"params":{"id":"t/1","pushNotificationConfigId":"p"}}`, `"params":{"id":"t/1"}}`, `"params":{"id":"t/1","pushNotificationConfigId":"p"}}`,
		}},
		"HTTP+JSON": {rest.agent(t, "1.0", "", ""), rest.received, []string{`{"authentication":{"credentials":"x","scheme":"Bearer"},"id":"p"`, "", "", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			set, err := tt.agent.SetPush(t.Context(), task, want)
			same := func(c a2a.PushConfig) bool {
				return c.ID == want.ID && c.URL == want.URL && c.Token == want.Token && c.Scheme == want.Scheme && c.Credentials == want.Credentials
			}
			if err != nil || !same(set) {
				t.Errorf("set %+v, %v", set, err)
			}
			if one, err := tt.agent.PushConfig(t.Context(), task, id); err != nil || !same(one) {
				t.Errorf("get %+v, %v", one, err)
			}
			if list, _, err := tt.agent.PushConfigs(t.Context(), task); err != nil || len(list) != 1 || !same(list[0]) {
				t.Errorf("list %+v, %v", list, err)
			}
			if err := tt.agent.DeletePush(t.Context(), task, id); err != nil {
				t.Error(err)
			}
			for i, g := range tt.bodies() {
				if !strings.Contains(string(g.body), tt.sent[i]) {
					t.Errorf("call %d sent %s", i, g.body)
				}
			}
			if n := len(tt.bodies()); n != 4 {
				t.Errorf("%d calls", n)
			}
		})
	}
	old := rest.agent(t, "0.3", "", "")
	if _, err := old.SetPush(t.Context(), task, want); !errors.Is(err, ErrUnsupported) {
		t.Errorf("HTTP+JSON of 0.3: %v", err)
	}
}
