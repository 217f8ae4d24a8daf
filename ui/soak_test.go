package ui_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/hostile"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// What one session of the soak has.
const (
	soakCuts   = 5    // times that the connection is reset
	soakEvents = 2500 // between two cuts, about
)

// TestSoak opens, uses and leaves the program for as long as A2AFORM_SOAK says,
// with streams that a proxy resets again and again, and prints what memory,
// goroutines and open files come to; `make soak` runs it.
func TestSoak(t *testing.T) {
	span, err := time.ParseDuration(os.Getenv("A2AFORM_SOAK"))
	if err != nil {
		t.Skip("runs for as long as A2AFORM_SOAK says, such as 10m")
	}
	s := &soak{}
	url := s.serve(t)
	var all []sample
	for began := time.Now(); time.Since(began) < span; {
		if !t.Run("session", func(t *testing.T) { s.session(t, url) }) {
			return
		}
		all = append(all, measured(time.Since(began)))
		if n := len(all); n%10 == 1 {
			fmt.Printf("%s: %d sessions, %d events, %d cuts, %s\n", all[n-1].at.Round(time.Second), n, s.events.Load(), s.cuts.Load(), all[n-1])
		}
	}
	if len(all) < 4 {
		t.Fatal("too short to say anything")
	}
	half := all[len(all)/2:]
	fmt.Printf("soak of %s: %d sessions, %d events, %d cuts\n", span, len(all), s.events.Load(), s.cuts.Load())
	fmt.Printf("memory %+.1f MiB/h over the second half; at its beginning and end: %s; %s\n", slope(half), half[0], half[len(half)-1])
	first, last := least(half[:len(half)/2]), least(half[len(half)/2:])
	if last.goroutines > first.goroutines+2 || first.files > 0 && last.files > first.files+2 {
		t.Errorf("goroutines or files grow: %s, then %s", first, last)
		_ = pprof.Lookup("goroutine").WriteTo(os.Stdout, 1)
	}
}

// soak is an agent behind a proxy.
type soak struct {
	proxy  *hostile.Proxy
	events atomic.Int64 // sent
	cuts   atomic.Int64
	left   atomic.Int64 // cuts of this session
}

func (s *soak) serve(t *testing.T) (front string) {
	t.Helper()
	mux := http.NewServeMux()
	back := strings.TrimPrefix(apptest.ServeMux(t, mux), "http://")
	s.proxy = hostile.New(func(ctx context.Context) (net.Conn, error) { return (&net.Dialer{}).DialContext(ctx, "tcp", back) })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.proxy.Serve(l)
	t.Cleanup(s.proxy.Close)
	front = "http://" + l.Addr().String()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, apptest.StreamingForm().At(front))
	})
	mux.HandleFunc("POST /rpc", s.answer)
	return front
}

// answer streams until the proxy cuts it, or ends the task when it was cut often
// enough.
func (s *soak) answer(w http.ResponseWriter, r *http.Request) {
	var call struct {
		ID     json.RawMessage
		Method string
	}
	_ = json.NewDecoder(r.Body).Decode(&call)
	send := func(event string) error {
		_, err := fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", call.ID, event)
		return err
	}
	if call.Method == "GetTask" {
		state := "TASK_STATE_WORKING"
		if s.left.Load() < 0 {
			state = "TASK_STATE_COMPLETED"
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"id":"t","contextId":"c","status":{"state":%q}}}`, call.ID, state)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	_ = send(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)
	if s.left.Add(-1) < 0 {
		_ = send(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`)
		return
	}
	s.proxy.Arm(hostile.Fault{Kind: hostile.Reset, Way: hostile.Down, After: soakEvents * 160})
	for i := range 100 * soakEvents {
		event := apptest.Chunk(i%100 > 0, i)
		if i%10 == 0 {
			event = fmt.Sprintf(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m%d","role":"ROLE_AGENT","parts":[{"text":"step %d"}]}}}}`, i, i)
		}
		if send(event) != nil {
			break
		}
		s.events.Add(1)
	}
	s.cuts.Add(1)
}

// session opens the agent, sends a message, sees the task to its end, and leaves.
func (s *soak) session(t *testing.T, url string) {
	s.left.Store(soakCuts)
	app := alone{ui.New(t.Context(), kit.Options{Ref: url, Store: apptest.Home(t), Demo: apptest.NoDemo})}
	d := uitest.Start(t, app, 100, 30).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	for n := range int64(soakCuts) {
		d.WaitOutside("the stream is reopened", func() bool { return s.left.Load() < soakCuts-n })
	}
	d.WaitFor("✓ completed").Tap("ctrl+c")
	d.WaitUntil("it ends, or asks", func(screen string) bool { return d.Ended() || strings.Contains(screen, "again quits") })
	if !d.Ended() {
		d.Tap("ctrl+c")
	}
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
}

// alone is the program without what its tests ask it: they keep every program that
// they asked.
type alone struct{ app *ui.App }

func (a alone) Init() tea.Cmd { return a.app.Init() }

func (a alone) View() tea.View { return a.app.View() }

func (a alone) Close() { a.app.Close() }

func (a alone) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := a.app.Update(msg)
	return a, cmd
}

// sample is what the process has at a time.
type sample struct {
	at                time.Duration
	memory            float64 // resident, MiB; 0 if the system does not report it
	live              float64 // what is used of the heap, MiB
	goroutines, files int
}

func (s sample) String() string {
	return fmt.Sprintf("%.1f MiB (%.1f live), %d goroutines, %d files", s.memory, s.live, s.goroutines, s.files)
}

func measured(at time.Duration) sample {
	debug.FreeOSMemory()
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)
	s := sample{at: at, live: float64(heap.HeapAlloc) / (1 << 20), goroutines: runtime.NumGoroutine()}
	files, _ := os.ReadDir("/proc/self/fd")
	s.files = len(files)
	var size, resident float64
	text, _ := os.ReadFile("/proc/self/statm")
	if _, err := fmt.Sscan(string(text), &size, &resident); err == nil {
		s.memory = resident * float64(os.Getpagesize()) / (1 << 20)
	}
	return s
}

// least is the least of each: connections that idle come and go.
func least(all []sample) sample {
	l := all[0]
	for _, s := range all {
		l = sample{l.at, min(l.memory, s.memory), min(l.live, s.live), min(l.goroutines, s.goroutines), min(l.files, s.files)}
	}
	return l
}

// slope is the memory's growth in MiB an hour, by least squares.
func slope(all []sample) float64 {
	var x, y, xx, xy float64
	for _, s := range all {
		h := s.at.Hours()
		x, y, xx, xy = x+h, y+s.memory, xx+h*h, xy+h*s.memory
	}
	n := float64(len(all))
	if n*xx == x*x {
		return 0
	}
	return (n*xy - x*y) / (n*xx - x*x)
}
