package hostile

import (
	"context"
	"io"
	"net/http"
	"strings"
)

// Notification is a request to a receiver of notifications that it should refuse, or whose body
// is no event.
type Notification struct {
	Name, What string
	Status     int // that the receiver should answer
	Body       string
	request    func(*http.Request)
	unending   bool
}

// Request is the request for a receiver at an address, whose token the sender knows.
func (n Notification) Request(ctx context.Context, address, header, token string) (*http.Request, error) {
	var body io.Reader = strings.NewReader(n.Body)
	if n.unending {
		body = &zeros{left: endlessText}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set(header, token)
	req.Header.Set("Content-Type", "application/json")
	if n.request != nil {
		n.request(req)
	}
	return req, nil
}

// zeros is a body without end.
type zeros struct{ left int }

func (z *zeros) Read(p []byte) (int, error) {
	if z.left -= len(p); z.left < 0 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

// Notifications are what strangers and broken agents post.
func Notifications() []Notification {
	set := func(header, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(header, value) }
	}
	const header = "X-A2A-Notification-Token"
	return []Notification{
		{Name: "no token", What: "has no token", Status: http.StatusUnauthorized, Body: `{}`, request: func(r *http.Request) { r.Header.Del(header) }},
		{Name: "wrong token", What: "guesses the token", Status: http.StatusUnauthorized, Body: `{}`, request: set(header, "guess")},
		{Name: "long token", What: "has a token of 32 KiB", Status: http.StatusUnauthorized, Body: `{}`, request: set(header, strings.Repeat("x", 32<<10))},
		{Name: "get", What: "asks in place of posting", Status: http.StatusMethodNotAllowed, request: func(r *http.Request) { r.Method = http.MethodGet }},
		{Name: "endless", What: "has a body without end", Status: http.StatusRequestEntityTooLarge, unending: true},
		{Name: "nothing", What: "has an empty body", Status: http.StatusNoContent},
		{Name: "no JSON", What: "has a page as its body", Status: http.StatusNoContent, Body: "<html>\x1b[2J"},
		{Name: "no event", What: "has JSON that is no event", Status: http.StatusNoContent, Body: `[1,2,3]`},
		{Name: "deep", What: "nests 100,000 objects", Status: http.StatusNoContent, Body: strings.Repeat(`{"task":`, 100_000)},
		{Name: "another task", What: "is about the task of somebody else", Status: http.StatusNoContent, Body: `{"task":{"id":"other","status":{"state":"TASK_STATE_COMPLETED"}}}`},
	}
}
