//go:build unix

package cli_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"

	"a2aform/internal/hostile"
	"a2aform/ui/uitest"
)

// namedOnATerminal are the behaviors that the plain run tries on a terminal.
var namedOnATerminal = []string{"clears the screen", "pattern that explodes", "task id that controls", "closed window"}

// ofAgents are the behaviors that need no terminal.
func ofAgents() []hostile.Behavior {
	return slices.DeleteFunc(hostile.All(), func(b hostile.Behavior) bool { return b.Category == hostile.Life })
}

// seen is what the program on a terminal made of an agent.
type seen struct {
	agent   *hostile.Agent
	cmd     *exec.Cmd
	d       *uitest.Driver
	home    string
	screens []string // that came to rest
	strange string   // what was there in place of the form, after the moments
	peak    int64    // KiB
	missed  []string // that a moment should have shown
	gone    bool     // the terminal went away
}

// TestHostileAgentsOnATerminal opens each agent in the built program on a terminal, fills
// the form in, sends, looks at what comes and leaves. The plain run tries some,
// "make hostile" all.
func TestHostileAgentsOnATerminal(t *testing.T) {
	t.Parallel()
	all, _ := tries(hostile.All(), namedOnATerminal)
	rows := make([]string, len(all))
	t.Run("one", func(t *testing.T) {
		for i, b := range all {
			t.Run(b.Category+" "+b.Name, func(t *testing.T) {
				t.Parallel()
				s := ours().look(t, b)
				report(t, s.check(b))
				rows[i] = fmt.Sprintf("%s\t%s\t%s\t%s\t%d\t%d MiB\t%v", b.Category, b.Name, b.Expect, s.place(), s.cmd.ProcessState.ExitCode(), s.peak>>10, !t.Failed())
			})
		}
	})
	var sb strings.Builder
	w := tabwriter.NewWriter(&sb, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "category\tbehavior\texpected\ton a terminal\texit\tpeak\tok")
	for _, r := range rows {
		_, _ = fmt.Fprintln(w, r)
	}
	_ = w.Flush()
	t.Log("\n" + sb.String())
}

// maxWait lets the screens say in seconds what else takes minutes.
var maxWait = []string{
	"--max", "connect-time=2s", "--max", "send-time=2s", "--max", "header-time=2s", "--max", "body-time=2s",
	"--max", "polls=8", "--max", "quiet-time=1s", "--max", "stall-time=2s",
}

// look uses the program as a person would.
func (p program) look(t *testing.T, b hostile.Behavior) *seen {
	t.Helper()
	agent, err := hostile.Start(t.Context(), hostileSeed, b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	home := t.TempDir()
	if b.Home != nil {
		if err := b.Home(home); err != nil {
			t.Fatal(err)
		}
	}
	if b.Login != nil {
		_ = p.use(t, agent, home, append([]string{"auth", "login", agent.URL}, b.Login...)...) // checked without a terminal
	}
	args := append([]string{agent.URL, "--skill", "go"}, b.Flags...)
	args = slices.DeleteFunc(args, func(arg string) bool { return arg == "--debug" }) // the screens have it as w
	if b.Timeout > 0 {
		args = append(args, maxWait...)
	}
	cmd := exec.CommandContext(t.Context(), p.path, args...)
	cmd.Env = append(environment(t, agent, home), "TERM=xterm-256color")
	s := &seen{agent: agent, cmd: cmd, home: home, d: uitest.Run(t, cmd, 80, 24)}
	peak := watchPeak(cmd.Process)
	defer func() {
		s.leave()
		s.peak = <-peak
	}()
	for range 40 { // while it is opened
		if s.rest(); !busy.MatchString(s.d.Screen()) || s.d.Ended() {
			break
		}
	}
	if !s.formIsThere() {
		return s
	}
	s.d.Type("hi")
	s.rest()
	for _, m := range b.Moments {
		if s.happens(m); s.d.Ended() {
			return s
		}
	}
	s.comesBack()
	s.send()
	return s
}

// busy is a screen that is empty, or says that something is still to come.
var busy = regexp.MustCompile(`^\s*$|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|reading |looking |opening `)

func (s *seen) formIsThere() bool { return strings.Contains(s.d.Screen(), "Review & send") }

// rest waits until nothing changes, and keeps what is on the screen.
func (s *seen) rest() {
	if screen := s.d.Settled(); !slices.Contains(s.screens, screen) {
		s.screens = append(s.screens, screen)
	}
}

func (s *seen) happens(m hostile.Moment) {
	switch {
	case m.Types != "":
		s.d.Send(m.Types)
	case m.Signal != 0:
		_ = s.cmd.Process.Signal(m.Signal)
	case m.Width > 0:
		s.d.Resize(m.Width, m.Height)
		if m.Shows == "" {
			return // the next one comes at once
		}
	case m.HangsUp:
		s.gone = true
		s.d.HangUp()
	}
	s.rest()
	if !strings.Contains(s.d.Screen(), m.Shows) {
		s.missed = append(s.missed, m.Shows)
	}
}

// comesBack looks whether the form is there again behind all that happened, and
// nothing was sent.
func (s *seen) comesBack() {
	for range 10 {
		if s.formIsThere() {
			break
		}
		s.rest()
	}
	if messages, _ := s.agent.Executions(); messages > 0 || !s.formIsThere() {
		s.strange = s.d.Screen()
	}
}

// send reviews and sends, and waits for what comes of it.
func (s *seen) send() {
	s.d.Press("ctrl+s")
	s.rest()
	for range 3 { // the review, a question about extensions, the review again
		if screen := s.d.Screen(); !strings.Contains(screen, "Send  enter") && !strings.Contains(screen, "activate and review again") {
			break
		}
		s.d.Press("enter")
		s.rest()
	}
	if messages, _ := s.agent.Executions(); messages == 0 {
		return
	}
	for range 240 { // while the task goes on
		s.rest()
		if over.MatchString(s.d.Screen()) {
			break
		}
	}
	s.rest()
}

// over matches the screen of a task that has ended.
var over = regexp.MustCompile(`✓ completed|✓ Done|✓ Answered|■|needs an answer|needs you to sign in|✗|failed|rejected|canceled|input-required|auth-required|answered|waits for|not known|broken|has expired|has sent nothing|no longer available|cannot be asked`)

// leave ends the program.
func (s *seen) leave() {
	for range 20 {
		if s.d.Ended() {
			return
		}
		s.d.Send("\x03")
		s.rest()
	}
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	_ = s.d.WaitExit()
}

// wholeWay is as far as it can come.
const wholeWay = "sent, and errOut what came of it"

// place is how far it came.
func (s *seen) place() string {
	all := strings.Join(s.screens, "\n")
	switch messages, _ := s.agent.Executions(); {
	case messages > 0 && over.MatchString(all):
		return wholeWay
	case messages > 0:
		return "sent"
	case strings.Contains(all, "Review & send"):
		return "the form"
	}
	return "not opened"
}

// check are the properties that hold on a terminal whatever happens: what is wrong,
// nothing where all is well.
func (s *seen) check(b hostile.Behavior) (wrong []string) {
	say := func(format string, a ...any) { wrong = append(wrong, fmt.Sprintf(format, a...)) }
	_ = s.d.WaitExit()
	all := strings.Join(s.screens, "\n")
	if words := goWords.FindString(all); words != "" {
		say("%q is nothing for users:\n%s", words, shorten(all))
	}
	if at := strayOf(string(s.d.Output())); at != "" {
		say("a terminal would act on %q", at)
	}
	if left := s.d.LeftOn(); len(left) > 0 && !s.gone {
		say("left behind: %v", left)
	}
	if !s.gone && !s.d.IsAsNew() {
		say("the terminal's driver was left in another state")
	}
	messages, most := s.agent.Executions()
	if messages > 1 || most > 1 {
		say("one submit was sent as %d messages, one of them %d times", messages, most)
	}
	if strays := s.agent.Strays(); len(strays) > 0 {
		say("another host was asked because the agent named it: %v", strays)
	}
	if b.Category != hostile.Schema {
		wrong = append(wrong, changed(s.agent, typedData(b))...)
	}
	if found := secretIn(all); found != "" {
		say("%q is a secret, and was shown:\n%s", found, shorten(all))
	}
	if s.peak > hostilePeak {
		say("it took %d MiB at its peak", s.peak>>10)
	}
	wrong = append(wrong, writtenFor(s.home)...)
	wrong = append(wrong, keptFrom(s.home)...)
	if messages > 0 && b.Category != hostile.Schema && !strings.Contains(all, "hi") {
		say("what was typed is nowhere:\n%s", shorten(all))
	}
	if b.Category == hostile.Text && messages > 0 && !strings.Contains(all, "TAIL") && !strings.Contains(all, "…") {
		say("the end of what the agent said is nowhere:\n%s", shorten(all))
	}
	if works := b.Expect != hostile.Refuses && b.Category != hostile.Schema; works && s.place() != wholeWay {
		say("it came no further than: %s\n%s", s.place(), shorten(all))
	}
	if b.Category == hostile.Life {
		wrong = append(wrong, s.checkLife(b, messages)...)
	}
	return wrong
}

// typedData is what a form of one field sends.
func typedData(b hostile.Behavior) string {
	data, _ := json.Marshal(map[string]string{"word": cmp.Or(b.Typed, "hi")})
	return string(data)
}

func (s *seen) checkLife(b hostile.Behavior, messages int) (wrong []string) {
	say := func(format string, a ...any) { wrong = append(wrong, fmt.Sprintf(format, a...)) }
	if sent := messages == 1; sent != (b.Expect == hostile.Works) {
		say("sent is %v; it came to: %s\n%s", sent, s.place(), s.d.Screen())
	}
	if s.strange != "" {
		say("behind what happened the form is not there:\n%s", s.strange)
	}
	if len(s.missed) > 0 {
		say("never shown: %q", s.missed)
	}
	if b.Expect == hostile.Refuses && !s.isKept() {
		say("what was typed is in no draft")
	}
	want := 0
	for _, m := range b.Moments {
		switch {
		case m.HangsUp:
			want = 128 + int(syscall.SIGHUP)
		case m.Signal != 0:
			want = 128 + int(m.Signal)
		}
	}
	if code := s.cmd.ProcessState.ExitCode(); code != want {
		say("exit code %d, want %d", code, want)
	}
	return wrong
}

// isKept reports whether what was typed is in a draft.
func (s *seen) isKept() (kept bool) {
	_ = filepath.WalkDir(filepath.Join(s.home, "state", "drafts"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			data, _ := os.ReadFile(path)
			kept = kept || strings.Contains(string(data), `"hi`)
		}
		return nil
	})
	return kept
}

// sequences are what Bubble Tea sends to draw and to ask, and our title, notifications
// and bar of progress. Colors may be set, but nothing concealed.
var sequences = regexp.MustCompile(`\x1b\[[0-9;:?<>=]*[ !"$'*]*[@-~]|\x1b\](?:2;(?:` + plainText + ` · )?(?:a2aform)?|9;a2aform: ` + plainText +
	`|99;;a2aform: ` + plainText + `|777;notify;a2aform;` + plainText + `|9;4;\d(?:;\d*)?|1[0-2];\?|11[0-2])(?:\x07|\x1b\\)|\x1bP[+$]q[0-9A-Fa-f;]*\x1b\\|\x1b[=>78cM]`)

// plainText has nothing that a terminal acts on or that turns around what is shown.
const plainText = `[^\x00-\x1f\x7f-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]*`

var conceals = regexp.MustCompile(`\x1b\[(?:[0-9:;]*;)?8m`)

// strayOf is what of an output a terminal would act on that is not ours, "" for
// nothing.
func strayOf(out string) string {
	if found := conceals.FindString(out); found != "" {
		return found
	}
	text := strings.NewReplacer("\r", "", "\b", "").Replace(sequences.ReplaceAllString(out, ""))
	if at := interpreted(text); at >= 0 {
		return around(text, at)
	}
	return ""
}

func TestStrayOf(t *testing.T) {
	t.Parallel()
	for out, found := range map[string]bool{
		"\x1b[?1049h\x1b[1;31mred\x1b[m\x1b]2;a2aform\x07\x1b]11;?\x07": false,
		"\x1b]2;evil\x07": true, "\x1b]52;c;Q0FOQVJZ\x07": true, "\x1b]8;;http://x\x1b\\": true, "\x1b]9;hi\x07": true, "\x1b]777;notify;x\x07": true,
		"\x1b]9;a2aform: a skill has ended\x07\x1b]777;notify;a2aform;a skill waits for you\x1b\\\x1b]2;a skill has ended · a2aform\x07": false,
		"\x1b]9;a2aform: \u202eevil\x07": true, "\x1b]9;a2aform: \x1b]52;c;Q0FOQVJZ\x07": true,
		"\u009b2J": true, "\x9b2J": true, "\u202e": true, "\x1b[8m": true, "\x1b[0;8m": true, "\x1b[38;5;8m": true, "\x07": true, "\x1bPq": true,
	} {
		if got := strayOf(out); (got != "") != found && out != "\x1b[38;5;8m" {
			t.Errorf("%q: %q", out, got)
		}
	}
}
