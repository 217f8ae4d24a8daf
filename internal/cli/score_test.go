//go:build unix

package cli_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"a2aform/internal/hostile"
)

const (
	scoreEnv   = "A2AFORM_HOSTILE" // all: every behaviour, and pairs of them
	scoreSeed  = 1
	scoreTime  = 45 * time.Second // for one call of the program
	scorePeak  = 256 << 10        // KiB of memory, of the program or, where that took more, of this test
	sampleSize = 12
	pairCount  = 40
)

// tried is what the program made of an agent.
type tried struct {
	agent *hostile.Agent
	calls []called
}

type called struct {
	args           []string
	stdout, stderr string
	code           int
	took           time.Duration
	peak           int64 // KiB
}

// TestScore lets the built program use an agent of each behaviour, and judges
// what it said and did. The plain run tries some, "make hostile" all.
func TestScore(t *testing.T) {
	t.Parallel()
	behaviours, pairs := sample(hostile.All())
	rows := make([]string, len(behaviours))
	t.Run("one", func(t *testing.T) {
		for i, b := range behaviours {
			t.Run(b.Category+" "+b.Name, func(t *testing.T) {
				t.Parallel()
				got := try(t, b)
				checkAlways(t, got)
				checkOutcome(t, b, got)
				rows[i] = row(b, got, t.Failed())
			})
		}
	})
	t.Run("two", func(t *testing.T) {
		for _, pair := range pairs {
			t.Run(pair[0].Name+" and "+pair[1].Name, func(t *testing.T) {
				t.Parallel()
				checkAlways(t, try(t, pair[:]...))
			})
		}
	})
	table(t, rows)
}

// sample is what to try: all, or some by a fixed seed.
func sample(all []hostile.Behaviour) (one []hostile.Behaviour, two [][2]hostile.Behaviour) {
	dice := rand.New(rand.NewPCG(scoreSeed, 0))
	pairs := 2
	one = all
	if os.Getenv(scoreEnv) == "all" {
		pairs = pairCount
	} else {
		one = slices.Clone(all)
		one = slices.DeleteFunc(one, func(b hostile.Behaviour) bool { return b.Slow || b.Timeout > 0 })
		dice.Shuffle(len(one), func(i, j int) { one[i], one[j] = one[j], one[i] })
		all, one = one, one[:sampleSize]
	}
	for range pairs {
		two = append(two, [2]hostile.Behaviour{all[dice.IntN(len(all))], all[dice.IntN(len(all))]})
	}
	return one, two
}

// try opens an agent's card and sends one message to it.
func try(t *testing.T, behaviours ...hostile.Behaviour) tried {
	t.Helper()
	agent, err := hostile.Start(t.Context(), scoreSeed, behaviours...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	wait, data := scoreTime, `{"word":"hi"}`
	for _, b := range behaviours {
		data = cmp.Or(b.Data, data)
		if b.Timeout > 0 {
			wait = min(wait, b.Timeout)
		}
	}
	home := t.TempDir()
	sending := []string{"send", agent.URL, "--skill", "go", "--data", data, "-o", "text", "--timeout", wait.String()}
	for _, b := range behaviours {
		if b.Category == hostile.File && !slices.Contains(sending, "--save") {
			sending = append(sending, "--save", filepath.Join(home, hostile.SaveDir))
		}
		if b.Home != nil {
			if err := b.Home(home); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := tried{agent, []called{use(t, home, "card", agent.URL), use(t, home, sending...)}}
	checkFiles(t, home)
	return got
}

// checkFiles looks whether what was written is where it belongs and readable for
// nobody else. What a behaviour itself puts there is called planted.
func checkFiles(t *testing.T, home string) {
	t.Helper()
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == home || strings.Contains(path, hostile.Planted) {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 && info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s: others may read it: %v", path, info.Mode())
		}
		top, _, _ := strings.Cut(strings.TrimPrefix(path, home+"/"), "/")
		if !slices.Contains([]string{"state", "config", hostile.SaveDir}, top) {
			t.Errorf("%s was written outside of its directory", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if data, err := os.ReadFile(filepath.Join(home, hostile.Planted)); err == nil && string(data) != hostile.Mine {
		t.Errorf("a file of the user was written: %q", data)
	}
}

// use calls the program and waits for it.
func use(t *testing.T, home string, args ...string) called {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), scoreTime+10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append(os.Environ(), "A2AFORM_HOME="+home, "A2ACLI_AGENT_CARD=")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	peak := watchPeak(cmd.Process.Pid)
	err := cmd.Wait()
	c := called{args: args, stdout: stdout.String(), stderr: stderr.String(), took: time.Since(start), code: cmd.ProcessState.ExitCode(), peak: <-peak}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", args, err)
	}
	return c
}

// watchPeak looks again and again at the most memory that a process had resident,
// in KiB, until it has ended. What Linux counts for a process that has ended will
// not do: it begins with what the one that started it had.
func watchPeak(pid int) <-chan int64 {
	peak := make(chan int64, 1)
	go func() {
		var most int64
		for {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			_, line, ok := strings.Cut(string(status), "VmHWM:")
			if err != nil || !ok { // it has ended, or nothing tells here
				peak <- most
				return
			}
			_, _ = fmt.Sscan(line, &most)
			time.Sleep(time.Millisecond)
		}
	}()
	return peak
}

// goWords are what only somebody who knows Go would understand.
var goWords = regexp.MustCompile(`goroutine|runtime error|panic: |\.go:\d|0x[0-9a-f]{4}|main\.|nil pointer|(^|\W)\*\w+\.\w+|(^|[^/\w])json: |net/http|unmarshal|invalid character|EOF`)

// checkAlways are the properties that hold whatever the agent does.
func checkAlways(t *testing.T, got tried) {
	t.Helper()
	for _, c := range got.calls {
		name := c.args[0]
		out := c.stdout + c.stderr
		if words := goWords.FindString(out); words != "" {
			t.Errorf("%s: %q is nothing for users:\n%s", name, words, shorten(out))
		}
		if at := interpreted(out); at >= 0 {
			t.Errorf("%s: a terminal would act on %q", name, around(out, at))
		}
		if !slices.Contains([]int{0, 1, 2, 3, 4, 5, 10}, c.code) {
			t.Errorf("%s: exit code %d:\n%s", name, c.code, shorten(out))
		}
		if c.code != 0 && !strings.Contains(c.stderr, "a2aform: ") {
			t.Errorf("%s: exit code %d without a message", name, c.code)
		}
		if c.took > scoreTime+5*time.Second {
			t.Errorf("%s: it took %v", name, c.took)
		}
		if c.peak > scorePeak {
			t.Errorf("%s: it took %d MiB at its peak", name, c.peak>>10)
		}
	}
	if messages, most := got.agent.Executions(); messages > 1 || most > 1 {
		t.Errorf("one submit was sent as %d messages, one of them %d times", messages, most)
	}
	if strays := got.agent.Strays(); len(strays) > 0 {
		t.Errorf("another host was asked because the agent named it: %v", strays)
	}
}

// interpreted is where the first character is that a terminal might act on, or
// that hides or turns round what is beside it; -1 for none.
func interpreted(out string) int {
	for i, r := range out {
		_, size := utf8.DecodeRuneInString(out[i:])
		switch {
		case r == '\n' || r == '\t' || r == '\u200d': // the last one within emoji alone, as internal/safe sees to
		case r == utf8.RuneError && size == 1, unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
			return i
		}
	}
	return -1
}

// checkOutcome compares the outcome with the one that is expected.
func checkOutcome(t *testing.T, b hostile.Behaviour, got tried) {
	t.Helper()
	all := ""
	for _, c := range got.calls {
		all += c.stdout + c.stderr
	}
	if o := got.outcome(); o != b.Expect {
		t.Errorf("%s, want %s; it said\n%s", o, b.Expect, shorten(all))
	}
	if !strings.Contains(strings.Join(strings.Fields(all), " "), b.Tell) {
		t.Errorf("%q was not said:\n%s", b.Tell, shorten(all))
	}
}

// noticed is what tells the user that something is odd.
var noticed = regexp.MustCompile(`(?m)^(note: |warning|\d\d:\d\d:\d\d  *! )|^! |✗|⟨U\+|…|too large to check|came \d+ times`)

// outcome is how the program came out of it.
func (got tried) outcome() hostile.Outcome {
	sent := got.calls[len(got.calls)-1]
	again := got.agent.Calls("GetTask") + got.agent.Calls("SubscribeToTask") + got.agent.Calls("ListTasks")
	odd := false
	for _, c := range got.calls {
		odd = odd || c.code != 0 || noticed.MatchString(c.stdout+c.stderr)
	}
	switch {
	case sent.code != 0:
		return hostile.Refuses
	case strings.Contains(sent.stderr, "outcome: input-required"), strings.Contains(sent.stderr, "outcome: auth-required"):
		return hostile.Asks
	case again > 0:
		return hostile.Recovers
	case odd:
		return hostile.Notices
	}
	return hostile.Works
}

func row(b hostile.Behaviour, got tried, failed bool) string {
	verdict := "ok"
	if failed {
		verdict = "FAILED"
	}
	sent := got.calls[len(got.calls)-1]
	peak := max(got.calls[0].peak, sent.peak)
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%d\t%.1f s\t%d MiB\t%s\t%s", b.Category, b.Name, b.Expect, got.outcome(), sent.code, sent.took.Seconds(), peak>>10, verdict, b.Guard)
}

func table(t *testing.T, rows []string) {
	var sb strings.Builder
	w := tabwriter.NewWriter(&sb, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "category\tbehaviour\texpected\tgot\texit\ttook\tpeak\tverdict\tguard")
	for _, r := range rows {
		_, _ = fmt.Fprintln(w, r)
	}
	_ = w.Flush()
	t.Log("\n" + sb.String())
}

// shorten is enough of an output to see what went wrong.
func shorten(s string) string {
	if len(s) > 1500 {
		s = s[:1000] + "\n…\n" + s[len(s)-500:]
	}
	return s
}

func around(s string, at int) string { return s[max(0, at-20):min(len(s), at+20)] }
