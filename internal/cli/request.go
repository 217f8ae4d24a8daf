package cli

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/run"
)

// requestFormats are the formats that --dry-run prints a whole request in.
var requestFormats = []string{"json", "curl", "http"}

// requestJSON is a request as --dry-run prints it.
type requestJSON struct {
	Method  string          `json:"method"`
	URL     string          `json:"url"`
	Headers http.Header     `json:"headers"`
	Body    json.RawMessage `json:"body"`
}

// hasSeveralParts reports a message of more than one part.
func hasSeveralParts(plan *run.Plan) bool {
	n := len(plan.Parts) + len(plan.Files)
	if plan.Data != nil {
		n++
	}
	if plan.Text != "" {
		n++
	}
	return n > 1
}

// partsOf are the parts of a message as a request has them: those of JSON-RPC are in params.
func partsOf(body []byte) (parts [][]byte) {
	type message struct{ Parts []json.RawMessage }
	var r struct {
		Message message
		Params  struct{ Message message }
	}
	_ = json.Unmarshal(body, &r) // we wrote it
	for _, part := range append(r.Message.Parts, r.Params.Message.Parts...) {
		parts = append(parts, part)
	}
	return parts
}

func dryPayload(plan *run.Plan) []byte {
	switch {
	case plan.Data != nil && (plan.Input == nil || plan.Input.Template == nil):
		return plan.Data
	case plan.Text == "" && len(plan.Parts) > 0:
		return plan.Parts[0]
	}
	return []byte(plan.Request().Text)
}

// printRequest prints what would be sent; secrets are masked, or variables for curl. As text
// it is the parts of the message, a line each.
func printRequest(s *command.Streams, format string, plan *run.Plan) error {
	if format == "curl" {
		text, err := plan.Curl()
		if err != nil {
			return err
		}
		return command.PrintRaw(s, []byte(text))
	}
	request, err := plan.Preview()
	if err != nil {
		return err
	}
	if format == "text" {
		return command.PrintRaw(s, bytes.Join(partsOf(request.Body), []byte("\n")))
	}
	if format == "json" {
		return command.PrintJSON(s, requestJSON{request.Method, request.URL, request.Header, request.Body})
	}
	return command.PrintRaw(s, requestText(request))
}

// requestText is a request as HTTP/1.1 writes it, with line ends of a text.
func requestText(request *a2aclient.Preview) []byte {
	var b bytes.Buffer
	target, host := request.URL, ""
	if u, err := url.Parse(request.URL); err == nil {
		target, host = u.RequestURI(), u.Host
	}
	b.WriteString(request.Method + " " + target + " HTTP/1.1\nHost: " + host + "\n")
	for _, name := range slices.Sorted(maps.Keys(request.Header)) {
		b.WriteString(name + ": " + strings.Join(request.Header[name], ", ") + "\n")
	}
	b.WriteByte('\n')
	b.Write(request.Body)
	return b.Bytes()
}
