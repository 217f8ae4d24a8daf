//go:build !race

// The race detector needs memory on its own account, so peaks are measured
// without it.

package a2aclient

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"a2aform/internal/limit"
)

// maxPeak is how much memory any answer may take, above what an idle client
// has: three times what the worst takes.
const maxPeak = 400 << 20

// maxAnswerTime is how long an answer may take: most take 2 s, beside the others on two busy cores, and the slowest 6 s. A process that is
// stuck ends by itself a moment later.
const maxAnswerTime = 40 * time.Second

// isFull says to read answers up to the default of [limit.ReplyBytes], as the sweep of
// .ci/run does. Otherwise that limit and the answers that exceed it are a quarter: a limit
// that does not hold is found, and a buffer of a multiple of the limit only by the sweep.
var isFull = os.Getenv("A2AFORM_SWEEP") == "full"

// share is a size for the limit that is set.
func share(size int) int {
	if isFull {
		return size
	}
	return size / 4
}

// setLimit sets the limit for this process, in which one answer is read.
func setLimit(t *testing.T) {
	t.Helper()
	if isFull {
		return
	}
	if err := limit.Set(limit.ReplyBytes.Name, "8MiB"); err != nil {
		t.Fatal(err)
	}
}

// hostileEnv is set in the process that one hostile answer is read in: only a
// fresh one can tell how much it took at its peak.
const hostileEnv = "A2AFORM_HOSTILE_ANSWER"

// attack is an answer, written to the connection as it stands.
type attack struct {
	name  string
	card  bool // the answer is the card
	write func(w io.Writer)
	want  string // in the error, LIMIT for that of a reply; "" for a run that ends well
}

const (
	gzipHead   = "Content-Encoding: gzip\r\n\r\n"
	artifactOf = `{"jsonrpc":"2.0","id":"1","result":{"artifactUpdate":{"taskId":"t","artifact":{"artifactId":"a","parts":`
)

var attacks = []attack{
	{name: "reply that inflates", want: "larger than LIMIT", write: func(w io.Writer) { endless(w, jsonHead+gzipHead, zipped(' ')) }},
	{name: "stream that inflates", want: "larger than LIMIT", write: func(w io.Writer) { endless(w, streamHead+gzipHead, zipped('x')) }},
	{name: "event that inflates", want: "larger than LIMIT", write: func(w io.Writer) {
		endless(w, streamHead+gzipHead+string(zip([]byte("data: "))), zipped('x'))
	}},
	{name: "card that inflates", card: true, want: "4 MiB", write: func(w io.Writer) { endless(w, jsonHead+gzipHead, zipped(' ')) }},
	{name: "endless line", want: "larger than LIMIT", write: func(w io.Writer) { endless(w, streamHead+"\r\ndata: ", repeated("x")) }},
	{name: "endless line without a field", want: "larger than LIMIT", write: func(w io.Writer) { endless(w, streamHead+"\r\n", repeated("x")) }},
	{name: "endless comment", want: "larger than LIMIT", write: func(w io.Writer) { endless(w, streamHead+"\r\n:", repeated("x")) }},
	{name: "endless lines of one event", want: "larger than LIMIT", write: func(w io.Writer) { endless(w, streamHead+"\r\n", repeated("data: xxxxxxxxxxxxxxxx\n")) }},
	{name: "endless empty lines of one event", want: "larger than LIMIT", write: func(w io.Writer) { endless(w, streamHead+"\r\n", repeated("data\n")) }},
	{name: "endless chunks without a line end", want: "larger than LIMIT", write: func(w io.Writer) {
		endless(w, streamHead+"Transfer-Encoding: chunked\r\n\r\n6\r\ndata: \r\n", repeated("10\r\nxxxxxxxxxxxxxxxx\r\n"))
	}},
	{name: "endless text in a reply", want: "larger than LIMIT", write: func(w io.Writer) { endless(w, jsonHead+"\r\n"+`{"result":"`, repeated("x")) }},
	{name: "endless text of escapes in a reply", want: "larger than LIMIT", write: func(w io.Writer) { endless(w, jsonHead+"\r\n"+`{"result":"`, repeated(`\u0061`)) }},
	{name: "endless error", want: "500", write: func(w io.Writer) {
		endless(w, "HTTP/1.1 500 Oops\r\nContent-Type: application/json\r\n\r\n"+`{"error":{"message":"`, repeated("x"))
	}},
	{name: "endless header", want: "header", write: func(w io.Writer) {
		endless(w, okHead, repeated("X-Filler: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n"))
	}},
	{name: "endless header line", want: "header", write: func(w io.Writer) { endless(w, okHead+"X-Filler: ", repeated("x")) }},
	{name: "card over 4 MiB", card: true, want: "4 MiB", write: func(w io.Writer) { endless(w, jsonHead+"\r\n"+`{"name":"`, repeated("x")) }},
	{name: "card of endless skills", card: true, want: "4 MiB", write: func(w io.Writer) { endless(w, jsonHead+"\r\n"+`{"name":"a","skills":[{}`, repeated(`,{}`)) }},
	{name: "card of tiny values", card: true, want: "300,000 values", write: func(w io.Writer) {
		filled(w, jsonHead+"\r\n"+`{"name":"a","url":"http://h","filler":[[]`, `,[]`, `]}`, 4<<20-128<<10)
	}},
	{name: "card of tiny schemas", card: true, want: "100,000 schemas", write: func(w io.Writer) {
		card := []byte(jsonHead + "\r\n" + `{"name":"a","url":"http://h","schemas":{`)
		for i := range 350_000 {
			card = fmt.Appendf(card, `"%x":{},`, i)
		}
		_, _ = w.Write(append(card, `"z":{}}}`...))
	}},
	{name: "card of tiny skills", card: true, want: "20,000 skills", write: func(w io.Writer) {
		filled(w, jsonHead+"\r\n"+`{"name":"a","url":"http://h","skills":[{}`, `,{}`, `]}`, 200<<10)
	}},
	{name: "length that is a lie", want: "cut the connection", write: func(w io.Writer) {
		_, _ = io.WriteString(w, jsonHead+"Content-Length: 33554432\r\n\r\n{")
	}},
	{name: "event over 32 MiB", want: "larger than LIMIT", write: func(w io.Writer) {
		filled(w, streamHead+"\r\ndata: "+artifactOf+`[{"text":"`, "x", `"}]}}}}`+"\n\n", share(33<<20))
	}},
	{name: "event of tiny members", write: func(w io.Writer) {
		filled(w, streamHead+"\r\ndata: "+artifactOf+`[{"data":{"a":1`, `,"a":1`, `}}]}}}}`+"\n\n"+completed, share(31<<20))
	}},
	{name: "event of tiny parts", want: "more than", write: func(w io.Writer) {
		filled(w, streamHead+"\r\ndata: "+artifactOf+`[{}`, `,{}`, `]}}}}`+"\n\n"+completed, share(31<<20))
	}},
	{name: "reply of tiny messages", want: "more than", write: func(w io.Writer) {
		filled(w, jsonHead+"\r\n"+`{"result":{"task":{"id":"t","status":{"state":"completed"},"history":[{}`, `,{}`, `]}}}`, share(31<<20))
	}},
	{name: "reply of tiny artifacts", want: "more than", write: func(w io.Writer) {
		filled(w, jsonHead+"\r\n"+`{"result":{"task":{"id":"t","status":{"state":"completed"},"artifacts":[{}`, `,{}`, `]}}}`, share(31<<20))
	}},
	{name: "deep nesting", write: func(w io.Writer) {
		_, _ = io.WriteString(w, streamHead+"\r\ndata: "+completed[len("data: "):])
		filled(w, "data: "+artifactOf+`[{"data":`, `[`, "\n\n"+completed, share(31<<20))
	}},
	{name: "endless events", want: "", write: func(w io.Writer) {
		filled(w, streamHead+"\r\n", "data: "+fmt.Sprintf(updateV10, 1, 1)+"\n\n", strings.ReplaceAll(completed, `"t"`, `"a20a3b55-799a-4eeb-b9dc-f68014b7f031"`), share(80<<20))
	}},
	{name: "endless events that are none", want: "", write: func(w io.Writer) {
		filled(w, streamHead+"\r\n", "data: nonsense\n\n", completed, share(80<<20))
	}},
}

// endless writes until nobody listens.
func endless(w io.Writer, head string, more []byte) {
	_, err := io.WriteString(w, head)
	for err == nil {
		_, err = w.Write(more)
	}
}

// filled writes about size bytes between the head and the tail.
func filled(w io.Writer, head, more, tail string, size int) {
	_, err := io.WriteString(w, head)
	block := repeated(more)
	for n := 0; n < size && err == nil; n += len(block) {
		_, err = w.Write(block)
	}
	_, _ = io.WriteString(w, tail)
}

// repeated is a text again and again, about 64 kB.
func repeated(text string) []byte { return bytes.Repeat([]byte(text), 64<<10/len(text)) }

// zipped is a member of a gzip file, of 10 MB when inflated.
func zipped(c byte) []byte { return zip(bytes.Repeat([]byte{c}, 10<<20)) }

func zip(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(data)
	_ = z.Close()
	return b.Bytes()
}

// Whatever an agent answers, the client's memory stays small and the outcome is
// told. Each answer is read in a process of its own.
func TestHostileAnswers(t *testing.T) {
	if name := os.Getenv(hostileEnv); name != "" {
		for _, a := range attacks {
			if a.name == name {
				t.Run(name, a.read)
			}
		}
		return
	}
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHostileAnswers$", "-test.v", "-test.timeout="+(maxAnswerTime*3/2).String()) // a child ends by itself, whatever became of us
			cmd.Env = append(os.Environ(), hostileEnv+"="+a.name)
			out, err := cmd.CombinedOutput()
			if bytes.Contains(out, []byte("--- SKIP")) {
				t.Skip(string(out))
			}
			if err != nil || !bytes.Contains(out, []byte("peak ")) {
				t.Errorf("%v\n%s", err, out)
			}
			for line := range strings.Lines(string(out)) {
				if _, said, ok := strings.Cut(line, "peak "); ok {
					t.Log("peak", strings.TrimSpace(said))
				}
			}
		})
	}
}

// read reads the answer and checks the peak.
func (a attack) read(t *testing.T) {
	if strings.Contains(a.want, "LIMIT") {
		setLimit(t)
	}
	want := strings.ReplaceAll(a.want, "LIMIT", limit.ReplyBytes.String())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && !a.card {
			_, _ = io.WriteString(w, strings.ReplaceAll(hostileCard, "HOST", r.Host))
			return
		}
		_, _ = io.Copy(io.Discard, r.Body) // or closing would reset the connection
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = conn.Close() }()
		a.write(conn)
	}))
	defer server.Close()
	debug.FreeOSMemory()
	idle := resident(t, "VmRSS")
	ctx, cancel := context.WithTimeout(t.Context(), maxAnswerTime)
	defer cancel()
	err := a.ask(ctx, server.URL)
	if ctx.Err() != nil {
		t.Errorf("it took more than %s", maxAnswerTime)
	}
	peak := resident(t, "VmHWM") - idle
	t.Logf("peak %d KiB above idle; %v", peak>>10, err)
	if peak > maxPeak {
		t.Errorf("at its peak it took %d MiB, at most %d", peak>>20, maxPeak>>20)
	}
	if said := fmt.Sprint(err); want == "" && err != nil || !strings.Contains(said, want) {
		t.Errorf("the error is %q, want %q in it", said, want)
	}
}

const hostileCard = `{"name":"Hostile","description":"d","version":"1","capabilities":{"streaming":true},"supportedInterfaces":[{"url":"http://HOST/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"skills":[]}`

// ask opens the agent, sends it a message and follows what it answers.
func (a attack) ask(ctx context.Context, url string) error {
	card, err := Fetch(ctx, url)
	if err != nil || a.card {
		return err
	}
	agent, err := card.Dial()
	if err != nil {
		return err
	}
	defer agent.Close()
	for _, err := range agent.Run(ctx, &Request{Text: "go"}) {
		if err != nil {
			return errors.Join(err)
		}
	}
	return nil
}

// resident is a line of what Linux says of this process, in bytes.
func resident(t *testing.T, name string) int64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	switch {
	case err != nil && runtime.GOOS == "linux":
		t.Fatal(err)
	case err != nil:
		t.Skip("only Linux tells how much memory a process took at its peak")
	}
	for line := range strings.Lines(string(status)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, name+": %d kB", &kib); n == 1 {
			return kib << 10
		}
	}
	t.Fatalf("there is no %s in\n%s", name, status)
	return 0
}
