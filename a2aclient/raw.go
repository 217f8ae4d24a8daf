package a2aclient

import (
	"context"
	"errors"
	"net/http"
	"net/url"
)

// SendRaw posts a body as it is, with the headers and credentials of the agent, and returns the answer whatever its status. It
// checks nothing and follows no redirect. The path is below the address of the agent, such as message:send for HTTP+JSON; "" is
// the address itself. The caller closes the body of the answer, and masks its secrets.
func (a *Agent) SendRaw(ctx context.Context, path string, body []byte) (*http.Response, error) {
	if a.protocol.grpc {
		return nil, errors.New("gRPC has no JSON: choose JSON-RPC or HTTP+JSON with --transport")
	}
	c := a.newCall(opSend, "")
	c.verb, c.url, c.body, c.send, c.stream = http.MethodPost, a.iface.URL.Exact(), body, true, true
	if path != "" {
		base, query := splitQuery(a.iface.URL)
		c.url = base + "/" + path + query
	}
	c.method = c.verb + " /" + path
	u, err := url.Parse(c.url)
	if err != nil {
		return nil, &TransportError{Layer: LayerConnect, Method: c.method, What: "the address is not a URL", Err: err}
	}
	resp, err := a.conn().roundTrip(ctx, c, u)
	if err != nil {
		return nil, err
	}
	return resp.Response, nil
}
