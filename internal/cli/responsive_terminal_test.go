//go:build unix

package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"a2aform/ui/uitest"
)

// responsiveEnv lets each scene be pressed long enough for figures, and print them.
const responsiveEnv = "A2AFORM_ALIVE"

// A scene is a screen on which an agent does its worst, and keys that change it.
type scene struct {
	name string
	bomb
	open  func(*uitest.Driver) // brings it on, from the form of the skill
	press func(i int) (key string, shown func(screen string) bool)
	noise string // a key that is pressed now and then, and not waited for
	asks  bool   // the first ctrl+c asks
}

// responsiveness is what was measured of a scene.
type responsiveness struct {
	keys        []time.Duration // from the key to the screen that shows what it did
	repaints    float64         // a second, without a key
	maxRepaints int             // in one second
	withKeys    float64         // a second, while keys are pressed
	bytes       int             // a second, without a key
	quit        time.Duration
}

// synchronized tells the program that the terminal can take a frame as a whole;
// each frame is marked then.
const (
	synchronized = "\x1b[?2026;2$y"
	frameBegins  = "\x1b[?2026h"
)

// maxRepaints is how often the screen may be drawn anew for what an agent sends,
// a second. It is beyond the goal of 30: a timer may come early once.
const maxRepaints = 33

// frameBurst is how many frames of the first second come besides, at once.
const frameBurst = 5

// The screens take keys, draw no more than can be seen, and end, whatever an agent
// floods them with: "make alive" measures that.
func TestStaysResponsive(t *testing.T) {
	if os.Getenv(responsiveEnv) == "" {
		t.Skip("make alive measures; the plain run tries no time")
	}
	t.Parallel()
	const span, keys = 5 * time.Second, 200
	var sb strings.Builder
	w := tabwriter.NewWriter(&sb, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(w, "keys\tp50\tp99\tmost\trepaints/s\tin one second\twith keys\tkB/s\tquit\t  scene")
	for _, s := range scenes() {
		t.Run(s.name, func(t *testing.T) {
			got := s.measure(t, span, keys)
			_, _ = fmt.Fprintln(w, got.row()+s.name)
			if limit := maxRepaints + frameBurst/span.Seconds(); got.repaints > limit {
				t.Errorf("%.0f repaints a second, at most %.0f", got.repaints, limit)
			}
		})
	}
	_ = w.Flush()
	t.Logf("%d cores, load %s\n%s", runtime.NumCPU(), load(), sb.String())
}

// load is how busy the machine is.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	return strings.Join(strings.Fields(string(data))[:3], " ")
}

// keyTime is how long after a key the next one is pressed, as fast typing is.
const keyTime = 50 * time.Millisecond

func (s scene) measure(t *testing.T, span time.Duration, keys int) (got responsiveness) {
	t.Helper()
	url := s.serve(t)
	cmd := exec.CommandContext(t.Context(), binary, url, "--skill", "go")
	cmd.Env = append(os.Environ(), "A2AFORM_HOME="+t.TempDir(), "A2AFORM_HINTS=off", "TERM=xterm-256color", "A2ACLI_AGENT_CARD=")
	d := uitest.Run(t, cmd, 80, 24)
	d.WaitFor("a2aform").Send(synchronized)
	s.open(d)
	got.watch(d, span)
	got.press(d, s, keys)
	if s.asks {
		d.Press("ctrl+c").WaitFor("again quits")
	}
	pressed := time.Now()
	d.Press("ctrl+c")
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
	got.quit = time.Since(pressed)
	return got
}

// watch counts what is drawn while no key is pressed.
func (r *responsiveness) watch(d *uitest.Driver, span time.Duration) {
	began, first := time.Now(), len(d.Output())
	from := first
	for second := began; time.Since(began) < span; second = second.Add(time.Second) {
		time.Sleep(time.Until(second.Add(time.Second)))
		out := d.Output()
		r.maxRepaints = max(r.maxRepaints, frames(out[from:]))
		from = len(out)
	}
	out := d.Output()[first:]
	took := time.Since(began).Seconds()
	r.repaints, r.bytes = float64(frames(out))/took, int(float64(len(out))/took)
}

// press presses keys and waits for what each does.
func (r *responsiveness) press(d *uitest.Driver, s scene, keys int) {
	began, first := time.Now(), len(d.Output())
	for i := range keys {
		if s.noise != "" && i%10 == 5 {
			d.Press(s.noise)
		}
		key, shown := s.press(i)
		pressed := time.Now()
		d.Press(key).WaitUntil(fmt.Sprintf("what key %d, %s, does", i, key), shown)
		if key != "esc" { // which Bubble Tea keeps for a moment: it may begin another key
			r.keys = append(r.keys, time.Since(pressed))
		}
		time.Sleep(time.Until(pressed.Add(keyTime)))
	}
	r.withKeys = float64(frames(d.Output()[first:])) / time.Since(began).Seconds()
}

// frames counts the frames that were drawn.
func frames(out []byte) int { return bytes.Count(out, []byte(frameBegins)) }

func (r *responsiveness) row() string {
	sorted := slices.Sorted(slices.Values(r.keys))
	return fmt.Sprintf("%d\t%s\t%s\t%s\t%.1f\t%d\t%.1f\t%.1f\t%s\t  ", len(sorted), tenths(sorted[len(sorted)/2]), tenths(sorted[len(sorted)*99/100]),
		tenths(sorted[len(sorted)-1]), r.repaints, r.maxRepaints, r.withKeys, float64(r.bytes)/1000, tenths(r.quit))
}

func tenths(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
