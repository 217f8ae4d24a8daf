package a2a

import (
	"encoding/json"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// PushConfig is where an agent posts the events of a task (A2A 1.0 §4.3.1, 0.3 §6.8).
type PushConfig struct {
	ID          safe.Raw // the agent chooses one where it is empty
	URL         safe.Raw
	Token       safe.Raw        // the agent repeats it in the header X-A2A-Notification-Token
	Scheme      safe.Raw        // of the header Authorization that the agent sends, such as "Bearer"
	Credentials safe.Raw        // of the same header
	Raw         json.RawMessage // as received
}

// ParsePushConfig reads a configuration of any version. It reports whether raw is one:
// an object with a URL.
func ParsePushConfig(raw []byte) (c PushConfig, ok bool) {
	c.Raw = raw
	c.read(raw)
	return c, !c.URL.IsEmpty()
}

func (c *PushConfig) read(raw []byte) {
	d := ojson.NewReader(raw)
	if !d.Enter('{') {
		return
	}
	for d.Member() {
		switch key, v := string(d.Key), d.Value(); key {
		case "pushNotificationConfig", "authentication": // of 0.3; of both
			c.read(v)
		case "id":
			c.ID = safe.Text(ojson.TextOf(v))
		case "url":
			c.URL = safe.Text(ojson.TextOf(v))
		case "token":
			c.Token = safe.Text(ojson.TextOf(v))
		case "scheme":
			c.Scheme = safe.Text(ojson.TextOf(v))
		case "schemes": // of 0.3: the first one
			if list := ojson.NewReader(v); list.Enter('[') && list.Item() {
				c.Scheme = safe.Text(ojson.TextOf(list.Value()))
			}
		case "credentials":
			c.Credentials = safe.Text(ojson.TextOf(v))
		}
	}
}

// ParsePushConfigs reads a list of configurations: bare, as 0.3 has it, or the member
// "configs" of 1.0. What is no configuration is left out.
func ParsePushConfigs(raw []byte) (list []PushConfig) {
	d := Decoder{Reader: ojson.NewReader(raw)}
	if d.Peek() == '{' && d.Enter('{') {
		for d.Member() {
			if key, v := string(d.Key), d.Value(); key == "configs" {
				return ParsePushConfigs(v)
			}
		}
		return nil
	}
	if !d.Enter('[') {
		return nil
	}
	for d.Item() {
		if c, ok := ParsePushConfig(d.Value()); ok {
			list = append(list, c)
		}
	}
	return list
}

// Params are the parameters that set the configuration for a task, in the form of 0.3 or
// of 1.0.
func (c *PushConfig) Params(taskID string, is03 bool) map[string]any {
	m := map[string]any{"url": c.URL.Exact()}
	for name, v := range map[string]safe.Raw{"id": c.ID, "token": c.Token} {
		if !v.IsEmpty() {
			m[name] = v.Exact()
		}
	}
	if !c.Scheme.IsEmpty() {
		scheme := map[string]any{"scheme": c.Scheme.Exact(), "credentials": c.Credentials.Exact()}
		if is03 {
			scheme = map[string]any{"schemes": []string{c.Scheme.Exact()}, "credentials": c.Credentials.Exact()}
		}
		m["authentication"] = scheme
	}
	if is03 {
		return map[string]any{"taskId": taskID, "pushNotificationConfig": m}
	}
	m["taskId"] = taskID
	return m
}
