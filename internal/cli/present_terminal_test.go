//go:build unix

package cli_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/demo"
	"a2aform/internal/demo/server"
	"a2aform/ui/uitest"
)

// stopped is an agent that sends nothing more of an answer once it has sent a text.
type stopped struct {
	server.Handler
	text string
}

func (s stopped) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Handler.ServeHTTP(&stoppedWriter{w, r, s.text}, r)
}

type stoppedWriter struct {
	http.ResponseWriter
	request *http.Request
	text    string
}

func (w *stoppedWriter) Write(data []byte) (int, error) {
	n, err := w.ResponseWriter.Write(data)
	if bytes.Contains(data, []byte(w.text)) {
		_ = http.NewResponseController(w.ResponseWriter).Flush()
		<-w.request.Context().Done()
	}
	return n, err
}

func (w *stoppedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// A presentation on a terminal whose agent is killed in the middle: the audience sees all of it, with
// a quiet word in the corner, and only the notes in the second terminal say what happened.
func TestPresentWithAgentKilled(t *testing.T) {
	t.Parallel()
	server, err := server.Start(t.Context(), "", stopped{demo.New(demo.Options{Pace: time.Millisecond}), "Day 1 of 4 is planned"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	present := call(t, "present", "-a", server.URL)
	d := uitest.Run(t, present, 80, 24).WaitFor("D E M O   A G E N T", "● ○ ○ ○ ○ ○ ○ ○ ○ ○ ○", "Trip Planner")
	follow := call(t, "present", "--notes", "--theme", "light")
	follow.Env = present.Env
	notes := uitest.Run(t, follow, 80, 24).WaitFor("step 1 of 11 · agent", "Nobody wrote a user")

	d.Press("right").WaitFor("T R I P   P L A N N E R").Press("right").WaitFor("Ada Lovelace", "Charles · 44")
	d.Press("right").WaitFor("Ready to send").Press("right").WaitFor("Day 1 of 4 is planned", "1 of 4")
	notes.WaitFor("step 4 of 11 · task", "live")
	_ = server.Close()
	d.WaitFor("Have a good trip", "recorded")
	notes.WaitFor("recorded")
	d.Press("right").WaitFor("● ● ● ● ● ○ ○ ○ ○ ○ ○", "Vineyard visit", "Dinner at a long table")
	d.Press(".").WaitGone("step 5", "Vineyard").Press(".").WaitFor("Vineyard")
	d.Press("left").WaitFor("● ● ● ● ○ ○ ○ ○ ○ ○ ○", "Have a good trip").Press("right")

	d.Press("right").WaitFor("● ● ● ● ● ● ○ ○ ○ ○ ○", "Cost", "▇").Press("right").WaitFor("E X P E N S E").Press("right").WaitFor("travel · 24.90 …", "Breakfast").Press("right").WaitFor("Approve a total of 222.40 EUR?")
	d.Press("right").WaitFor("● ● ● ● ● ● ● ● ● ○ ○", "❯").Press("right", "right").WaitFor("● ● ● ● ● ● ● ● ● ● ○", "Sales", "131.00")
	d.Press("left").WaitFor("Demo Agent asks", "Approve a total of 222.40 EUR?", "✓  Sales").Press("right").WaitFor("● ● ● ● ● ● ● ● ● ● ○")
	notes.WaitFor("step 10 of 11", "Next: The end")
	for _, hidden := range []string{"127.0.0.1", "localhost", "http", "killed", "lost"} {
		if bytes.Contains(d.Output(), []byte(hidden)) {
			t.Errorf("the audience has seen %q", hidden)
		}
	}
	d.Press("q")
	if err := d.WaitExit(); err != nil {
		t.Errorf("ended with %v", err)
	}
	leavesOrder(t, d)
	notes.WaitFor("Waiting for a2aform present").Press("q")
	if err := notes.WaitExit(); err != nil {
		t.Errorf("the notes ended with %v", err)
	}
}

// A script is written from a run, checked, and presented without the agent.
func TestPresentFromRunWithoutAgent(t *testing.T) {
	t.Parallel()
	server, err := demo.Start(t.Context(), "", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	send := call(t, "send", server.URL, "--skill", "fight-comparison", "--set", "a=Lion", "--set", "b=Tiger", "--record")
	in := func(args ...string) (string, int) {
		cmd := call(t, args...)
		cmd.Env = send.Env
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	if out, err := send.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	script := filepath.Join(t.TempDir(), "fight.toml")
	expect := func(code int, want string, args ...string) {
		t.Helper()
		if out, got := in(args...); got != code || !strings.Contains(out, want) {
			t.Errorf("%q: exit code %d, want %d with %q\n%s", args, got, code, want, out)
		}
	}
	expect(0, ": Fight Comparison, Lion", "present", "--from-run", "last", "--to", script)
	expect(2, "exists", "present", "--from-run", "last", "--to", script)
	expect(0, "ok: 5 steps, 1 form, live", "present", script, "--check")
	bare := filepath.Join(t.TempDir(), "bare.toml")
	if err := os.WriteFile(bare, []byte("[[step]]\nshow = 'form'\nskill = 'small-talk'\ntext = 'Hello'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	expect(0, "note: step 1 has no recorded run", "present", bare, "--check", "-a", server.URL)
	words := filepath.Join(t.TempDir(), "words.toml")
	expect(0, "", "send", server.URL, "--skill", "small-talk", "--text", "Hello", "--record")
	expect(0, ": Small Talk, Hello", "present", "--from-run", "last", "--to", words)
	if text, err := os.ReadFile(words); err != nil || !bytes.Contains(text, []byte("show = \"form\"")) || bytes.Contains(text, []byte("review")) {
		t.Errorf("%v\n%s", err, text)
	}
	_ = server.Close()
	replace := func(from, to string) {
		t.Helper()
		text, err := os.ReadFile(script)
		if err != nil || !bytes.Contains(text, []byte(from)) {
			t.Fatalf("%v: no %s in\n%s", err, from, text)
		}
		if err := os.WriteFile(script, bytes.Replace(text, []byte(from), []byte(to), 1), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	replace(`"demo"`, `"`+server.URL+`"`)
	expect(0, "ok: 5 steps, 1 form, recorded", "present", script, "--check")
	expect(3, "nothing is listening", "present", "--check", server.URL)
	expect(2, "--check", "present", script)

	show := call(t, "present", script)
	show.Env = send.Env
	d := uitest.Run(t, show, 60, 20).WaitFor("● ○ ○ ○ ○ ○").Press("right").WaitFor("● ● ○ ○ ○ ○").Press("right").WaitFor("Lion", "Tiger")
	d.Press("right").WaitFor("recorded", "● ● ● ○ ○ ○", "Not sent: the agent is away. The next step shows a").Press("right").WaitFor("recorded", "● ● ● ● ○ ○", "✓  Done").Press("right").WaitFor("Winner", "Tiger").Press("q")
	if err := d.WaitExit(); err != nil {
		t.Errorf("ended with %v", err)
	}
	replace(`"task"`, `"tasks"`)
	expect(2, "show tasks is not known; did you mean task?", "present", script, "--check")
}
