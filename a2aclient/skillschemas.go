package a2aclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// SkillSchema is a schema of a skill that no mode names.
type SkillSchema struct {
	Pointer string   // where it is in the card
	Name    safe.Raw // empty for a schema without one
	Schema  *ojson.Value
	Told    string // what the card has in place of the schema, see [schema.Meant]; "" for a schema
	IsInput bool
	// IsPrivate says that no version of A2A, and no extension that we know, has schemas there.
	IsPrivate bool
}

// schemaPlace is a place where cards keep the schemas of a skill.
type schemaPlace struct {
	// object is the object that has them, and its pointer; nil where there is none.
	object        func(root *ojson.Value, id, at string, skill *ojson.Value) (string, *ojson.Value)
	input, output []string // the names of its members, in any spelling; the first one that is there counts
	outputs       string   // the name of a member that has output schemas by their names, "" for none
}

// schemaPlaces are the places that are known. The first one with a schema counts.
var schemaPlaces = []schemaPlace{
	{ // seed 001; private spellings of many cards; parameters as tools of MCP and OpenAI have them
		object: func(_ *ojson.Value, _, at string, skill *ojson.Value) (string, *ojson.Value) { return at, skill },
		input:  []string{"inputSchema", "xInputSchema", "parameters", "inputs", "arguments", "params"},
		output: []string{"outputSchema", "xOutputSchema", "outputs", "returns"},
	},
	{ // both in one member
		object: func(_ *ojson.Value, _, at string, skill *ojson.Value) (string, *ojson.Value) {
			return at + "/schema", skill.Get("schema")
		},
		input:  []string{"input", "inputSchema"},
		output: []string{"output", "outputSchema"},
	},
	{
		object: func(_ *ojson.Value, _, at string, skill *ojson.Value) (string, *ojson.Value) { return at, skill },
		input:  []string{"schema"},
	},
	{ // mcp-mesh
		object: func(_ *ojson.Value, _, at string, skill *ojson.Value) (string, *ojson.Value) {
			return at + "/metadata", skill.Get("metadata")
		},
		input:  []string{"inputSchema", "parameters"},
		output: []string{"outputSchema"},
	},
	{ // lucid-agents
		object: func(root *ojson.Value, id, _ string, _ *ojson.Value) (string, *ojson.Value) {
			return ojson.Pointer("/entrypoints", id), root.Get("entrypoints").Get(id)
		},
		input:  []string{"inputSchema", "input"},
		output: []string{"outputSchema", "output"},
	},
	{ // agboss
		object: func(root *ojson.Value, id, _ string, _ *ojson.Value) (string, *ojson.Value) {
			for i, e := range root.Get("capabilities").Get("extensions").Items() {
				if v := e.Get("params").Get("skills").Get(id); v.Exists() {
					return ojson.Pointer(fmt.Sprintf("/capabilities/extensions/%d/params/skills", i), id), v
				}
			}
			return "", nil
		},
		input:   []string{"input", "inputSchema"},
		output:  []string{"output", "outputSchema"},
		outputs: "outputs",
	},
}

// SkillSchemas returns the schemas that a card has for a skill apart from those that its modes
// name: at most one input and one output without a name, and outputs with names. The root has
// the names of A2A, see [CorrectNames]; at is the pointer of the skill.
func SkillSchemas(root *ojson.Value, at string, skill *ojson.Value) (found []SkillSchema) {
	id := skill.Get("id").Text()
	hasInput, hasOutput := false, false
	add := func(name safe.Raw, m ojson.Member, object, told string, isInput bool) {
		pointer := ojson.Pointer(object, m.Name)
		isPrivate := m.Name != "inputSchema" && m.Name != "outputSchema" || object != at || !strings.HasPrefix(at, "/skills/")
		found = append(found, SkillSchema{Pointer: pointer, Name: name, Schema: m.Value, Told: told, IsInput: isInput, IsPrivate: isPrivate})
	}
	for _, place := range schemaPlaces {
		pointer, object := place.object(root, id, at, skill)
		if m, told, ok := firstSchema(object, place.input); ok && !hasInput {
			hasInput = true
			add(safe.Raw{}, m, pointer, told, true)
		}
		if m, told, ok := firstSchema(object, place.output); ok && !hasOutput {
			hasOutput = true
			add(safe.Raw{}, m, pointer, told, false)
		}
		if place.outputs == "" {
			continue
		}
		for _, m := range object.Get(place.outputs).Members() {
			add(safe.Text(m.Name), m, ojson.Pointer(pointer, place.outputs), "", false)
		}
	}
	return found
}

// firstSchema returns the first member with one of the names, in any spelling, that is a schema or means one, see [schema.Meant].
func firstSchema(object *ojson.Value, names []string) (m ojson.Member, told string, ok bool) {
	for _, name := range names {
		for _, m := range object.Members() {
			isSaid := name == "inputSchema" || name == "outputSchema" // under other names there are plain facts, too
			if normalKey(m.Name) != normalKey(name) {
				continue
			}
			if made, told := schema.Meant(m.Value); told != "" && made.Is(ojson.Object) && (isSaid || looksLikeSchema(made)) {
				return ojson.Member{Name: m.Name, Value: made}, told, true
			}
			if m.Value.Is(ojson.Object) && (isSaid || looksLikeSchema(m.Value)) {
				return m, "", true
			}
		}
	}
	return ojson.Member{}, "", false
}

// looksLikeSchema reports whether a value is a schema rather than plain facts: seed 003
// puts both under parameters.
func looksLikeSchema(v *ojson.Value) bool {
	return v.Get("properties").Is(ojson.Object) || v.Get("$schema").Is(ojson.String) || v.Get("$ref").Is(ojson.String)
}

// ownSchemas adds the schemas of a skill that no mode names. They are all that it gives where it
// has no output modes of its own.
func (r *cardReader) ownSchemas(s *Skill, at string, v *ojson.Value, isAll bool) {
	for _, found := range SkillSchemas(r.root, at, v) {
		rule := "schema from " + placeName(found.Pointer)
		if found.Told != "" {
			r.warn("%s: %s", placeName(found.Pointer), found.Told)
		}
		switch {
		case found.IsInput:
			s.Inputs = append(s.Inputs, Input{SkillID: s.ID, Schema: found.Schema.Compact(), Rule: rule, IsPrivate: found.IsPrivate})
		case found.Name.IsEmpty():
			s.Output = found.Schema.Compact()
			s.OnlySchemas = s.OnlySchemas || isAll
			s.Outputs = append(s.Outputs, Output{Rule: rule})
		default:
			name := found.Name.Exact()
			if _, known := r.Schema(name); !known {
				r.addSchema(name, found.Schema.Compact(), "the extension's params")
			}
			s.Outputs = append(s.Outputs, Output{Name: found.Name, Rule: rule})
		}
	}
}

// placeName is a pointer of the card as it is shown, such as skills[].parameters.
func placeName(pointer string) string {
	name := ""
	for i, token := range ojson.Tokens(pointer) {
		switch {
		case strings.Trim(token, "0123456789") == "":
			name += "[]"
		case i > 0:
			name += "." + token
		default:
			name += token
		}
	}
	return safe.Text(name).Line(80).String()
}

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
