package task_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui/uitest"
)

// refusing returns an address that refuses connections as long as the test runs: it is
// the near end of a connection that stays open.
func refusing(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = conn.Close(), l.Close() })
	return "http://" + conn.LocalAddr().String()
}

// What cannot be opened is named by its layer, with what to do next; what was
// typed stays to be corrected.
func TestFailedConnectionNamesLayer(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		ref  func(*testing.T) string
		says []string
	}{
		"refused":  {refusing, []string{"✗ connection: nothing is listening at"}},
		"html":     {func(t *testing.T) string { return apptest.Serve(t, 200, "text/html", "<!doctype html><h1>Hello</h1>") }, []string{"✗ content: the answer is a web page"}},
		"missing":  {func(t *testing.T) string { return apptest.Serve(t, 404, "text/plain", "no such page") }, []string{"✗ HTTP: the host answers, but has no card at"}},
		"no card":  {func(t *testing.T) string { return apptest.Serve(t, 200, "application/json", `{"hello":"world"}`) }, []string{"✗ card:"}},
		"no JSON":  {func(t *testing.T) string { return apptest.Serve(t, 200, "application/json", `{"name":`) }, []string{"✗ content:"}},
		"file":     {func(t *testing.T) string { return t.TempDir() + "/none.json" }, []string{"✗ file: there is no such file"}},
		"bad file": {func(t *testing.T) string { return cardFile(t, "[]") }, []string{"✗ card:"}},
		"scheme":   {func(*testing.T) string { return "ftp://agent.example" }, []string{"✗ address:", "ftp"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ref := c.ref(t)
			d := apptest.Start(t, "", 120, 24).WaitFor("Open an agent")
			d.Type(ref).Press("enter")
			d.WaitFor(append(c.says, "> "+ref, "→ ")...)
			d.Type("x").WaitFor("> " + ref + "x")
		})
	}
}

func TestTypoInAddressCanBeCorrected(t *testing.T) {
	t.Parallel()
	server := apptest.DemoAgent(t, apptest.Quick)
	d := apptest.Start(t, "", 80, 24).WaitFor("Open an agent")
	d.Type(server.URL+"x").Press("enter").WaitFor("✗ address:", server.URL+"x")
	d.Press("backspace", "enter").WaitFor("Fight Comparison")
	d.Press("esc").WaitFor("Opened before", "▌ Demo Agent  "+server.URL, "> URL, host")
}

// A pasted address may bring a line end with it.
func TestPastedAddressMayEndWithNewline(t *testing.T) {
	t.Parallel()
	server := apptest.DemoAgent(t, apptest.Quick)
	d := apptest.Start(t, "", 80, 24).WaitFor("Open an agent")
	d.Paste(server.URL + "\n").WaitFor(server.URL).Press("enter").WaitFor("Fight Comparison")
}

// send opens the scripted agent's form, fills it in and sends it.
func send(t *testing.T, c apptest.Card, answer http.HandlerFunc) *uitest.Driver {
	t.Helper()
	d := apptest.Start(t, apptest.Agent(t, c, answer), 80, 24).WaitFor("The skill")
	d.Press("enter").WaitFor("Word *").Type("hello").WaitFor("1 of 1 required")
	return d.Press("ctrl+s").WaitFor("› Review").Press("enter")
}

const working = `{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"TASK_STATE_WORKING"}}}`

// Whatever goes wrong with a task is shown as what it is, and the form is as it
// was left.
func TestTaskFailuresAreShown(t *testing.T) {
	t.Parallel()
	failed := `{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED",
		"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"the oven is cold"}]}}}}`
	cases := map[string]struct {
		card   apptest.Card
		answer http.HandlerFunc
		says   []string
	}{
		"refused":   {apptest.OneForm(apptest.WordSchema), apptest.Says(`"error":{"code":-32602,"message":"word is rude"}`), []string{"✗ Refused (", "word is rude", "correct the values"}},
		"failed":    {apptest.StreamingForm(), apptest.Streams(working, failed), []string{"✗ failed", "the oven is cold"}},
		"nothing":   {apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{}`), []string{"✗"}},
		"not JSON":  {apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>proxy</html>")) }, []string{"✗ Lost", "the answer is a web page, not JSON", "r sends the same message again"}},
		"500":       {apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, []string{"✗", "500"}},
		"401":       {apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }, []string{"✗", "requires credentials"}},
		"a message": {apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"just words"}]}}`), []string{"✓ Answered", "just words", "its extension requires a task"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := send(t, c.card, c.answer).WaitFor(c.says...)
			d.Press("esc").WaitFor("Word *", "hello", "1 of 1 required")
		})
	}
}

// If the outcome of a message is unknown, the user decides whether to send it again; it
// keeps its id.
func TestMessageIsResentOnlyOnRequest(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var ids []string
	d := send(t, apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var call struct {
			Method string
			Params struct{ Message struct{ MessageID string } }
		}
		_ = json.Unmarshal(body, &call)
		if call.Method != "SendMessage" {
			apptest.Says(`"error":{"code":-32601,"message":"no"}`)(w, r)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if ids = append(ids, call.Params.Message.MessageID); len(ids) == 1 {
			panic(http.ErrAbortHandler)
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"got it"}]}}}`)
	})
	d.WaitFor("✗ Lost", "r Send again").Press("r").WaitFor("Resend it anyway?").Press("enter").WaitGone("Resend it anyway?").WaitFor("✗ Lost")
	d.Press("r").WaitFor("Resend it anyway?").Press("down", "enter").WaitFor("got it")
	mu.Lock()
	defer mu.Unlock()
	if len(ids) != 2 || ids[0] != ids[1] {
		t.Errorf("sent %q", ids)
	}
}

func TestUnusableSchemaIsReported(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, apptest.Agent(t, apptest.OneForm(`{"$ref":"#/$defs/none"}`), apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill")
	d.Press("enter").WaitUntil("the fault of the schema is told", func(screen string) bool {
		return strings.Contains(screen, "✗") || strings.Contains(screen, "!")
	})
	d.Press("esc").WaitFor("Skills")
}

func TestTooSmallScreenRecovers(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Type("Lion").WaitFor("1 of 2 required")
	d.Resize(20, 5).WaitFor("too small: 20×5", "needs 36×10")
	d.Type("ess").Press("tab", "alt+h").Resize(120, 40).WaitFor("▌ ● A *       Lioness", "1 of 2 required")
	for _, size := range [][2]int{{36, 10}, {1, 1}, {200, 60}, {80, 24}} {
		d.Resize(size[0], size[1])
	}
	d.WaitFor("A *       Lioness")
}

// Where nothing can be seen nothing is done but what leads out.
func TestTooSmallScreenSendsNothing(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Stuck, 80, 24)
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review")
	d.Resize(20, 9).WaitFor("too small: 20×9", "Ctrl+C quits").Press("enter").Paste("x").Press("ctrl+c").WaitFor("Not sent, saved")
	d.Press("enter").WaitFor("Ctrl+C quits").Resize(80, 24).WaitFor("› Review", "Send  enter")
}

func TestQuitAsksBeforeLosingInput(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Stuck, 80, 24)
	d.Type("Lion").WaitFor("1 of 2 required")
	d.Press("ctrl+c").WaitFor("Not sent, saved as a draft: Fight Comparison. Ctrl+C again quits")

	// Another key takes the question back.
	d.Press("tab").WaitGone("Ctrl+C again").Type("Tiger").Press("ctrl+s").WaitFor("› Review")
	d.Press("enter").WaitFor("Weighing")
	d.Press("ctrl+c").WaitFor("1 task is still running. Ctrl+C again quits")
	d.Press("ctrl+c")
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
}

func TestQuitAtOnceWithNothingToLose(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 80, 24)
	d.Press("ctrl+c")
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
}

func TestHelpAndPalette(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Type("Lion").Press("f1").WaitFor("Keys", "ctrl+s", "Review").Press("esc").WaitFor("A *       Lion")
	d.Press("ctrl+o").WaitFor("Commands", "enter Choose", "Review").Press("esc").WaitGone("enter Choose")
	d.Press("ctrl+o").WaitFor("Commands", "enter Choose").Type("form as").WaitFor("1 of ").Press("enter").WaitFor(`"a": "Lion"`)
}

// A widget may show a text otherwise than it is; looking at it changes nothing.
func TestNavigationDoesNotRewriteValues(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(apptest.WordSchema)
	c.Skills = strings.Replace(c.Skills, `"tags":[]`, `"tags":[],"examples":["{\"word\":\"a\\tb\\u0007c\"}"]`, 1)
	d := apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill")
	d.Press("enter").WaitFor("Word *").Press("f3").WaitFor("Blank form").Press("1").WaitFor("Example 1 loaded")
	d.Press("left", "right", "ctrl+s").WaitFor("› Review").Press("v").WaitFor(`"word": "a\tb\u0007c"`)
}
