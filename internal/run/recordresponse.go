package run

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// maxResponse bounds the body of a response that the run file keeps.
const maxResponse = 64 << 10

// response is the answer to a request that has no line yet: whether its body is kept
// shows only with what comes after it.
type response struct {
	isDue bool          // the response to a request did not come yet
	line  *runfile.Line // nil for none
	body  []byte        // at most maxResponse of bytes
	bytes int
}

// see takes what the file needs of a frame.
func (c *recorder) see(f a2aclient.Frame) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch p := &c.response; {
	case f.Sent || !c.on:
	case f.Header != nil:
		c.takeResponse(true)
		status, _, _ := strings.Cut(f.Head.Exact(), " ")
		code, _ := strconv.Atoi(status)
		if p.isDue || code/100 != 2 {
			p.line = &runfile.Line{Kind: runfile.Response, Time: f.At, Status: code, Text: f.Head, Header: f.Header}
		}
		p.isDue = false
	case p.line != nil && f.Head == safe.Text("body"):
		p.body = f.Body[:min(len(f.Body), maxResponse)]
		p.bytes = len(f.Body)
	}
}

// request queues a request, whose response is due.
func (c *recorder) request(line runfile.Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write(line)
	c.response.isDue = true
}

// endResponse queues the response that came last: no event follows.
func (c *recorder) endResponse() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.takeResponse(true)
}

// takeResponse queues the response that came last, if there is one. Its body is left out
// where it is an event, which has a line of its own. The caller holds the lock.
func (c *recorder) takeResponse(withBody bool) {
	line, body := c.response.line, c.response.body
	if line == nil {
		return
	}
	c.response.line, c.response.body = nil, nil
	switch {
	case !withBody || body == nil:
	case c.response.bytes == len(body) && json.Valid(body):
		line.Raw = body
	default:
		line.Body = safe.Text(string(body))
		if c.response.bytes > len(body) {
			line.Body = safe.Text(fmt.Sprintf("%s … (%d bytes in all)", strings.ToValidUTF8(string(body), ""), c.response.bytes))
		}
	}
	c.write(*line)
}
