package ui_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"unicode"

	"a2aform/ui/apptest"
	"a2aform/ui/uitest"
)

// payloads are what an agent may put into its texts to have a terminal act, or a
// person misled. Behind each is a mark of ours, so that it is not taken for
// what the program itself writes.
var payloads = []struct{ name, text string }{
	{"cursor up", "\x1b[5A"},
	{"cursor home", "\x1b[H"},
	{"cursor position", "\x1b[1;1f"},
	{"erase display", "\x1b[2J"},
	{"erase history", "\x1b[3J"},
	{"erase line", "\x1b[2K"},
	{"scroll region", "\x1b[1;2r"},
	{"insert mode", "\x1b[4h"},
	{"status report", "\x1b[6n"},
	{"device attributes", "\x1b[c"},
	{"title report", "\x1b[21t"},
	{"window size", "\x1b[8;1;1t"},
	{"leave alternate screen", "\x1b[?1049l"},
	{"mouse", "\x1b[?1003h"},
	{"paste off", "\x1b[?2004l"},
	{"hide cursor", "\x1b[?25l"},
	{"colour", "\x1b[31m"},
	{"conceal", "\x1b[8m"},
	{"keys as kitty", "\x1b[>31u"},
	{"reset", "\x1bc"},
	{"charset", "\x1b(0"},
	{"index", "\x1bD"},
	{"title", "\x1b]0;x\x07"},
	{"directory", "\x1b]7;file:///x\x1b\\"},
	{"link", "\x1b]8;;https://x.example\x1b\\"},
	{"notification", "\x1b]9;x\x07"},
	{"colour report", "\x1b]10;?\x07"},
	{"clipboard", "\x1b]52;c;eA==\x07"},
	{"notification of rxvt", "\x1b]777;notify;x;y\x07"},
	{"file of iTerm", "\x1b]1337;File=:eA==\x07"},
	{"sixel", "\x1bPq#0\x1b\\"},
	{"request of termcap", "\x1bP+q544e\x1b\\"},
	{"picture of kitty", "\x1b_Ga=T;eA==\x1b\\"},
	{"privacy message", "\x1b^x\x1b\\"},
	{"string", "\x1bXx\x1b\\"},
	{"bell", "\x07"},
	{"backspace", "\b\b\b"},
	{"delete", "\x7f"},
	{"return", "\r"},
	{"NUL", "\x00"},
	{"shift out", "\x0e"},
	{"tabs", "\v\f"},
	{"CSI as a character", "\u009b31m"},
	{"OSC as a character", "\u009d0;x\u009c"},
	{"DCS as a character", "\u0090q\u009c"},
	{"CSI as a byte", "\x9b31m"},
	{"no UTF-8", "\xff\xfe\xc0\xaf"},
	{"cut character", "\xf0\x1b]0;x\x07"},
	{"override", "\u202efdp"},
	{"isolate", "\u2066\u2069\u200f"},
	{"zero width", "\u200b\u2060\ufeff"},
	{"tags", "\U000e0041\U000e007f"},
	{"soft hyphen and fillers", "\u00ad\u3164\u115f"},
	{"separators of lines", "\u2028\u2029\u0085"},
	{"marks", "a" + strings.Repeat("\u0301", 100)},
	{"OSC without end", "\x1b]0;"},
	{"CSI without end", "\x1b[3"},
	{"DCS without end", "\x1bP"},
}

// mark is behind every payload, and tail behind all.
const mark, tail = "Q7", "TAIL"

// jsonBytes is a JSON string of bytes that need not be UTF-8.
func jsonBytes(text string) string {
	var sb strings.Builder
	for _, c := range []byte(text) {
		if c < ' ' || c == '"' || c == '\\' {
			fmt.Fprintf(&sb, `\u%04x`, c)
			continue
		}
		sb.WriteByte(c)
	}
	return `"` + sb.String() + `"`
}

// filledWith puts a payload into every slot of a JSON text.
func filledWith(text, payload string) string {
	return regexp.MustCompile(`«[^»]*»`).ReplaceAllStringFunc(text, func(s string) string {
		return jsonBytes(strings.Trim(s, "«»") + payload + mark + tail)
	})
}

// payloadAgent has the payload in every text of its card, form, task and result.
func payloadAgent(t *testing.T, payload string) string {
	t.Helper()
	var calls atomic.Int32
	events := make([]string, len(hostileEvents))
	for i, e := range hostileEvents {
		events[i] = strings.NewReplacer("\n", "", "\t", "").Replace(filledWith(e, payload))
	}
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, strings.ReplaceAll(filledWith(hostileCard, payload), "URL", url))
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) == 1 {
			apptest.Streams(events...)(w, r)
			return
		}
		apptest.Says(filledWith(`"error":{"code":-32000,"message":«error_text»,"data":[«error_data»]}`, payload))(w, r)
	})
	return url
}

// TestPayloadsDoNotActOnTerminal puts each payload into every text of an agent, goes
// through the screens at three sizes, and wants none of it to reach the terminal
// as it came, and nothing behind it to be hidden. The plain run tries some.
func TestPayloadsDoNotActOnTerminal(t *testing.T) {
	t.Parallel()
	step := 20
	if os.Getenv("A2AFORM_SWEEP") == "full" {
		step = 1
	}
	tried := 0
	for i := step - 1; i < len(payloads); i += step {
		p := payloads[i]
		tried++
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			d := apptest.Start(t, payloadAgent(t, p.text), 200, 60)
			sightsee(d)
			d.Stop()
			checkPayload(t, d.Output(), p.text)
		})
	}
	t.Logf("%d payloads in every text of an agent, at three sizes: none reached the terminal, and every end was seen", tried)
}

// sightsee shows every text of an agent at each size.
func sightsee(d *uitest.Driver) {
	sizes := func() {
		for _, size := range [][2]int{{80, 24}, {40, 15}, {200, 60}} {
			d.Resize(size[0], size[1]).Drawn()
		}
	}
	seesTails(d, "card_name", "card_about", "scheme", "skill_name", "skill_about")
	d.WaitFor("its maker") // the doctor has ended: nothing draws while the size changes
	sizes()
	d.Press("enter")
	seesTails(d, "word_title", "word_about", "pick_title", "free_title", "rows_title")
	sizes()
	walk(d, 6)
	d.Press("f3").WaitFor("Blank form").Press("1").WaitGone("Blank form").WaitFor("EXAMPLE")
	d.Press("ctrl+s").WaitFor("› Review").Command("request").WaitFor("application/json;schema=in")
	sizes()
	d.Press("esc").WaitGone("› Request").Press("enter").WaitFor("The agent needs an answer")
	seesTails(d, "status_text", "question", "artifact_name", "out_title", "value_title")
	d.Type("yes").Press("enter")
	seesTails(d, "error_text")
	d.Press("v").WaitFor("Which data as JSON").Press("esc", "home")
	seesTails(d, "file_name", "text_part", "bare_value")
	sizes()
}

// seesTails waits until the end of each text is on the screen near its beginning, not
// counting frames and ends of lines.
func seesTails(d *uitest.Driver, slots ...string) {
	for _, slot := range slots {
		d.WaitUntil("the end of "+slot, func(screen string) bool {
			text := strings.Map(func(r rune) rune {
				if unicode.IsSpace(r) || r >= 0x2500 && r < 0x2580 {
					return -1
				}
				return r
			}, screen)
			for _, part := range strings.Split(text, slot)[1:] {
				if at := strings.Index(part, tail); at >= 0 && at < 200 {
					return true
				}
			}
			return false
		})
	}
}

func checkPayload(t *testing.T, out []byte, payload string) {
	t.Helper()
	if i := bytes.Index(out, []byte(payload+mark)); i >= 0 {
		t.Errorf("the terminal was sent %q in %q", payload, out[max(0, i-40):min(len(out), i+60)])
	}
	if at := foreign.FindIndex(out); at != nil {
		t.Errorf("the terminal was sent %q in %q", out[at[0]:at[1]], out[max(0, at[0]-40):min(len(out), at[1]+40)])
	}
}
