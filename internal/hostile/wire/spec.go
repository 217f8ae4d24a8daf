package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// spec is what NAME.json says of the agent. The values that are sent are kept as they are written.
type spec struct {
	Card  json.RawMessage
	Cards []string // paths of the card; none for the well-known one below Base
	Base  string   // after the origin, in the address that a user opens

	Task     taskAnswer  `json:"get_task"`
	DataTask *taskAnswer `json:"get_task_data"` // after a message with a data part

	Send     json.RawMessage // the response to a message that is not streamed; nil for the task
	SendData json.RawMessage `json:"send_data"` // the same of a message with a data part

	Binding string // REST, or JSON-RPC
	Missing *page  // the answer about an unknown task by REST

	Endpoint    string              // the path that answers, where the card has another one
	Paths       map[string][]string // which methods each path answers; all where there are none
	WrongMethod *page               `json:"wrong_method"` // what a path says to other methods
	NothingHere *page               `json:"nothing_here"` // what other paths say
	Redirects   []redirect

	Streams  []string // the files of the first, second … stream; the last one repeats
	IfClosed string   `json:"if_closed"` // the file once a stream was left before its end

	Pause     float64                    // seconds between two events
	StaysOpen *float64                   `json:"stays_open"` // seconds between the last event and the end
	Cut       bool                       // the connection breaks off after the last event
	Subscribe string                     `json:"resubscribe"` // silent, empty, or not supported
	Status    int                        `json:"error_status"`
	Methods   map[string]json.RawMessage // responses of other methods
}

// taskAnswer is the answer to a request for a task: a task, an error, or by REST a status and a body.
type taskAnswer struct {
	Task, Error json.RawMessage
	Status      int
	Body        json.RawMessage
}

// page is an answer that is not JSON-RPC.
type page struct {
	Status int
	Body   json.RawMessage
}

// UnmarshalJSON reads {"status", "body"} and [body, status].
func (p *page) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		list := []any{&p.Body, &p.Status}
		return json.Unmarshal(data, &list)
	}
	type object page
	return json.Unmarshal(data, (*object)(p))
}

type redirect struct {
	Path   string
	Status int
	To     string
}

const (
	defaultPause = 2 * time.Millisecond  // between two events
	defaultOpen  = 20 * time.Millisecond // after the last one: a client that leaves then is seen
)

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// pause is the time between two events.
func (s *spec) pause() time.Duration {
	if s.Pause > 0 {
		return seconds(s.Pause)
	}
	return defaultPause
}

// staysOpen is the time between the last event and the end of the stream.
func (s *spec) staysOpen() time.Duration {
	if s.StaysOpen != nil {
		return seconds(*s.StaysOpen)
	}
	return defaultOpen
}

func (s *spec) isREST() bool { return s.Binding == "REST" }

// streams reports whether the card says that the agent streams.
func (s *spec) streams() bool {
	var card struct {
		Capabilities struct{ Streaming bool }
	}
	_ = json.Unmarshal(s.Card, &card)
	return card.Capabilities.Streaming
}

// cardPath is the path of the address on the card.
func (s *spec) cardPath() string {
	var card struct {
		URL                 string
		SupportedInterfaces []struct{ URL string }
	}
	_ = json.Unmarshal(s.Card, &card)
	if card.URL == "" && len(card.SupportedInterfaces) > 0 {
		card.URL = card.SupportedInterfaces[0].URL
	}
	u, err := url.Parse(card.URL)
	if err != nil || u.Path == "" {
		return "/"
	}
	return u.Path
}

// cardPaths are the paths that answer with the card.
func (s *spec) cardPaths() []string {
	if s.Cards != nil {
		return s.Cards
	}
	return []string{s.Base + "/.well-known/agent-card.json"}
}

// answers reports whether a path answers at all, and whether it answers a method.
func (s *spec) answers(path, method string) (isThere, answers bool) {
	if s.Paths == nil {
		want := s.Endpoint
		if want == "" {
			want = s.cardPath()
		}
		return path == want, path == want
	}
	methods, isThere := s.Paths[path]
	for _, m := range methods {
		answers = answers || m == method
	}
	return isThere, isThere && (answers || methods == nil)
}

// load reads NAME.json, changed as a JSON merge patch says, and fills in the addresses. What is sent has no
// white space between values.
func load(dir, name string, change json.RawMessage, addresses *strings.Replacer) (*spec, error) {
	data, err := os.ReadFile(filepath.Join(dir, name+".json"))
	if err != nil {
		return nil, err
	}
	if change != nil {
		if data, err = merge(data, change); err != nil {
			return nil, fmt.Errorf("%s.json: %w", name, err)
		}
	}
	var text bytes.Buffer
	s := &spec{Status: http.StatusOK}
	if err = json.Compact(&text, []byte(addresses.Replace(string(data)))); err == nil {
		err = json.Unmarshal(text.Bytes(), s)
	}
	if err != nil {
		return nil, fmt.Errorf("%s.json: %w", name, err)
	}
	return s, nil
}

// merge changes JSON as a merge patch says (RFC 7396). What it does not change keeps its digits and its order.
func merge(data, patch json.RawMessage) (json.RawMessage, error) {
	var changes, object map[string]json.RawMessage
	if json.Unmarshal(patch, &changes) != nil {
		return patch, nil
	}
	if json.Unmarshal(data, &object) != nil || object == nil {
		object = map[string]json.RawMessage{}
	}
	for name, change := range changes {
		if string(change) == "null" {
			delete(object, name)
			continue
		}
		changed, err := merge(object[name], change)
		if err != nil {
			return nil, err
		}
		object[name] = changed
	}
	return json.Marshal(object)
}

// events are the events of a file, as they were sent.
func events(dir, file string) ([][]byte, error) {
	data, err := os.ReadFile(filepath.Join(dir, file+".sse"))
	if err != nil {
		return nil, err
	}
	var list [][]byte
	for _, event := range bytes.Split(data, []byte("\n\n")) {
		if len(bytes.TrimSpace(event)) > 0 {
			list = append(list, append(bytes.Clone(event), "\n\n"...))
		}
	}
	return list, nil
}
