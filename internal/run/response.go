package run

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/internal/version"
)

// maxResponse bounds the body of a response that the run file keeps.
const maxResponse = 64 << 10

// see takes a frame of the run's calls. It is called from several goroutines.
func (r *Run) see(f a2aclient.Frame) {
	r.traffic.See(f)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case f.Sent || !r.recording:
	case f.Header != nil:
		r.recordResponse(true)
		status, _, _ := strings.Cut(f.Head.Exact(), " ")
		code, _ := strconv.Atoi(status)
		if r.sentRequest || code/100 != 2 {
			r.response = &runfile.Line{Kind: runfile.Response, Time: f.At, Status: code, Text: f.Head, Header: f.Header}
		}
		r.sentRequest = false
	case r.response != nil && f.Head == safe.Text("body"):
		r.responseBody = f.Body[:min(len(f.Body), maxResponse)]
		r.responseBytes = len(f.Body)
	}
}

// recordResponse writes the response that came last, if it is not written yet. Its
// body is left out where it is an event, which has a line of its own. The caller
// holds the lock.
func (r *Run) recordResponse(withBody bool) {
	line, body := r.response, r.responseBody
	if line == nil {
		return
	}
	r.response, r.responseBody = nil, nil
	switch {
	case !withBody || body == nil:
	case r.responseBytes == len(body) && json.Valid(body):
		line.Raw = body
	default:
		line.Body = safe.Text(string(body))
		if r.responseBytes > len(body) {
			line.Body = safe.Text(fmt.Sprintf("%s … (%d bytes in all)", strings.ToValidUTF8(string(body), ""), r.responseBytes))
		}
	}
	r.append(*line)
}

// toolLine says which build of the program made the run.
func toolLine(at time.Time) runfile.Line {
	tool := version.This()
	return runfile.Line{
		Kind: runfile.Tool, Time: at,
		Tool: safe.Text(tool.Version), Commit: safe.Text(tool.Commit), Go: safe.Text(tool.Go), OS: safe.Text(tool.OS), Zone: safe.Text(tool.Zone),
	}
}
