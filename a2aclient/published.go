package a2aclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Published is a document with schemas that a host publishes for another protocol.
type Published struct {
	From     safe.Raw        // its address
	Document json.RawMessage // the result of MCP's tools/list, or a document of OpenAPI
}

// Published asks the host of the agent for the schemas that it publishes for other protocols: the tools of an MCP
// server (tools/list over Streamable HTTP, at /mcp) and an OpenAPI document. Nothing is asked of another origin,
// redirects are not followed, and no credentials are sent. Where there is nothing, the error says so.
func (a *Agent) Published(ctx context.Context) (found []Published, err error) {
	base, err := url.Parse(a.iface.URL.Exact())
	if err != nil || base.Host == "" {
		return nil, errors.New("the agent has no address of its own")
	}
	for _, list := range []struct {
		read  func(context.Context, *url.URL) (json.RawMessage, error)
		paths []string
	}{
		{a.readTools, []string{"/mcp", "/mcp/"}},
		{a.readOpenAPI, []string{"/openapi.json", "/v3/api-docs", "/swagger.json"}},
	} {
		for _, path := range list.paths {
			at := &url.URL{Scheme: base.Scheme, Host: base.Host, Path: path}
			var document json.RawMessage
			if document, err = list.read(ctx, at); err == nil {
				found = append(found, Published{safe.Text(at.String()), document})
				break
			}
			if isUnreachable(err) && len(found) == 0 {
				return nil, err
			}
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s publishes no tools of MCP at /mcp and no OpenAPI document where those usually are", safe.Text(base.Host).Line(80))
	}
	return found, nil
}

// isUnreachable reports that asking at another path would not help.
func isUnreachable(err error) bool {
	var status *statusCodeError
	return !errors.As(err, &status) && !errors.Is(err, errNoDocument)
}

// errNoDocument says that an answer is not what was asked for.
var errNoDocument = errors.New("the answer is something else")

// statusCodeError is an answer that is not 2xx.
type statusCodeError struct{ code int }

func (e *statusCodeError) Error() string { return fmt.Sprintf("the host answered %d", e.code) }

func (a *Agent) readOpenAPI(ctx context.Context, at *url.URL) (json.RawMessage, error) {
	_, data, err := a.exchange(ctx, http.MethodGet, at, "", nil)
	if err != nil {
		return nil, err
	}
	v, err := ojson.Parse(data, ojson.SchemaLimits)
	if err != nil || v.At("/components/schemas").Len()+v.Get("definitions").Len() == 0 {
		return nil, errNoDocument
	}
	return data, nil
}

const (
	mcpVersion   = "2025-06-18" // that is offered; what is read of tools is the same in all
	maxToolPages = 20
)

// readTools lists the tools of an MCP server, all pages in one list.
func (a *Agent) readTools(ctx context.Context, at *url.URL) (json.RawMessage, error) {
	session, _, err := a.mcp(ctx, at, "", "initialize", `{"protocolVersion":"`+mcpVersion+`","capabilities":{},"clientInfo":{"name":"a2aform","version":"1"}}`)
	if err != nil {
		return nil, err
	}
	if _, _, err := a.exchange(ctx, http.MethodPost, at, session, []byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)); err != nil {
		return nil, err
	}
	var tools []*ojson.Value
	params := "{}"
	for range maxToolPages {
		_, result, err := a.mcp(ctx, at, session, "tools/list", params)
		if err != nil {
			return nil, err
		}
		tools = append(tools, result.Get("tools").Items()...)
		cursor := result.Get("nextCursor")
		if !cursor.Is(ojson.String) {
			break
		}
		params = string(ojson.NewObject(ojson.Member{Name: "cursor", Value: cursor}).Compact())
	}
	if len(tools) == 0 {
		return nil, errNoDocument
	}
	return ojson.NewObject(ojson.Member{Name: "tools", Value: ojson.NewArray(tools...)}).Compact(), nil
}

// mcp calls a method of MCP and returns its result, and the session that the server has given.
func (a *Agent) mcp(ctx context.Context, at *url.URL, session, method, params string) (given string, result *ojson.Value, err error) {
	resp, data, err := a.exchange(ctx, http.MethodPost, at, session, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params))
	if err != nil {
		return "", nil, err
	}
	v, err := ojson.Parse(data, ojson.SchemaLimits)
	if result = v.Get("result"); err != nil || !result.Is(ojson.Object) {
		return "", nil, errNoDocument
	}
	return resp.Header.Get(mcpSession), result, nil
}

const mcpSession = "Mcp-Session-Id"

// exchange makes one request without credentials and reads the whole answer.
func (a *Agent) exchange(ctx context.Context, verb string, at *url.URL, session string, body []byte) (answer, []byte, error) {
	req := &http.Request{
		Method: verb, URL: at, Host: at.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Accept": {"application/json, text/event-stream"}, "User-Agent": {userAgent}},
	}
	if body != nil {
		req.Body, req.ContentLength = noReplayBody{bytes.NewReader(body)}, int64(len(body))
		req.Header.Set("Content-Type", "application/json")
	}
	if session != "" {
		req.Header.Set(mcpSession, session)
	}
	trace(ctx, nil, func() Frame {
		return Frame{Sent: true, Head: safe.Text(verb + " " + at.String()), Header: req.Header, Body: body}
	})
	resp, err := a.opts.roundTrip(ctx, req, limit.HeaderTime.Duration())
	if err != nil {
		return answer{}, nil, cardFault(classify(err, at), err)
	}
	defer closeBody(resp.Response)
	trace(ctx, nil, func() Frame { return responseFrame(resp.Response) })
	size := ojson.SchemaLimits.Bytes.Int()
	if resp.StatusCode/100 != 2 {
		return answer{}, nil, &statusCodeError{resp.StatusCode}
	}
	if resp.isStream {
		data, err := firstReply(sse.NewReader(resp.Body, size))
		return resp, data, err
	}
	data, over, err := readBody(resp.Response, size)
	if over || err != nil {
		return answer{}, nil, errNoDocument
	}
	return resp, ojson.Text(data), nil
}

// firstReply is the first event that is a reply of JSON-RPC; there may be notifications before it, and the stream may stay open.
func firstReply(events *sse.Reader) ([]byte, error) {
	for {
		e, err := events.Next()
		if err != nil {
			return nil, errNoDocument
		}
		if v, err := ojson.Parse(e.Data, ojson.SchemaLimits); err == nil && (v.Get("result").Exists() || v.Get("error").Exists()) {
			return e.Data, nil
		}
	}
}
