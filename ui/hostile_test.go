package ui_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"a2aform/ui/apptest"
	"a2aform/ui/uitest"
)

// canaries are what a hostile agent would have a terminal do: fill the
// clipboard, set the title, link, clear, move, leave the screen, ask, and turn
// the text around. None may reach the terminal from the agent's text.
var canaries = []string{
	"\x1b]52;c;CANARY\x07", "\x1b]0;CANARY\x07", "\x1b]8;;https://CANARY\x1b\\", "\x1bPCANARY\x1b\\", "\x1b_CANARY\x1b\\",
	"\x1b[3J", "\x1b[?1003h", "\x1b[31337m", "\x1bc", "\x9b31337m", "\u009b31337m", "\u202eCANARY", "\u2066", "\u200b", "\ufeff", "\x00", "\x0bCANARY",
}

// evil is a text of a slot: its own name, to see that it is shown, and all
// canaries.
func evil(slot string) string { return slot + strings.Join(canaries, "") }

// js is evil as a JSON string.
func js(slot string) string {
	raw, _ := json.Marshal(evil(slot))
	return string(raw)
}

// fill replaces each «slot» of a JSON text by the evil text of that slot.
func fill(text string) string {
	return regexp.MustCompile(`«[^»]*»`).ReplaceAllStringFunc(text, func(s string) string {
		return js(strings.Trim(s, "«»"))
	})
}

const hostileCard = `{"name":«card_name»,"description":«card_about»,"version":«card_version»,
	"provider":{"organization":«card_provider»,"url":«provider_url»},
	"supportedInterfaces":[{"url":"URL/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":«tenant»}],
	"securitySchemes":{«scheme_name»:{"httpAuthSecurityScheme":{"scheme":«scheme»,"description":«scheme_about»}}},
	"capabilities":{"streaming":true,"extensions":[
		{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"},
		{"uri":«ext_uri»,"description":«ext_about»,"required":false}]},
	"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
	"schemas":{
		"in":{"type":"object","title":«in_title»,"description":«in_about»,"required":["word"],"properties":{
			"word":{"type":"string","title":«word_title»,"description":«word_about»,"examples":[«word_example»],"maxLength":400},
			"pick":{"title":«pick_title»,"enum":[«pick_a»,«pick_b»]},
			"many":{"title":«many_title»,"enum":[«m1»,"m2","m3","m4","m5","m6","m7","m8","m9","m10","m11","m12"]},
			"fixed":{"title":«fixed_title»,"const":«fixed_value»},
			"free":{"title":«free_title»,"oneOf":[{"type":"string","title":«one_title»},{"type":"integer"}]},
			«key»:{"type":"string","pattern":«pattern»,"default":«default»},
			"rows":{"type":"array","title":«rows_title»,"items":{"type":"object","properties":{"cell":{"type":"string","title":«cell_title»}}}}}},
		"out":{"type":"object","title":«out_title»,"properties":{"value":{"type":"string","title":«value_title»,"maxLength":3},
			"list":{"type":"array","title":«list_title»,"items":{"type":"object","properties":{"cell":{"type":"string","title":«column_title»}}}}}}},
	"skills":[{"id":"one","name":«skill_name»,"description":«skill_about»,"tags":[«tag»],
		"examples":["{\"word\":\"EXAMPLE\"}",«example»],
		"inputModes":["application/json;schema=in","text/plain"],"outputModes":["application/json;schema=out"]}]}`

// hostileEvents is a task that works, sends every kind of part, and asks.
var hostileEvents = []string{
	`{"task":{"id":«task_id»,"contextId":«context_id»,"status":{"state":"TASK_STATE_SUBMITTED"}}}`,
	`{"statusUpdate":{"taskId":«task_id»,"contextId":«context_id»,"status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":«status_text»},{"data":{«status_key»:«status_data»}}]}}}}`,
	`{"artifactUpdate":{"taskId":«task_id»,"contextId":«context_id»,"lastChunk":true,"artifact":{"artifactId":«artifact_id»,"name":«artifact_name»,"description":«artifact_about»,"parts":[
		{"data":{"value":«out_value»,"list":[{"cell":«out_cell»}],«extra_key»:«extra_value»},"metadata":{"mimeType":"application/json;schema=out"}},
		{"data":{«bare_key»:«bare_value»},"metadata":{"mimeType":«mime»}},
		{"text":«text_part»},{"url":«file_url»,"filename":«file_name»,"mediaType":«file_type»}]}}}`,
	`{"statusUpdate":{"taskId":«task_id»,"contextId":«context_id»,"status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"n","role":"ROLE_AGENT","parts":[{"text":«question»}]}}}}`,
}

// hostileAgent answers the first message with the task, the second with an
// error.
func hostileAgent(t *testing.T) string {
	t.Helper()
	var calls atomic.Int32
	events := make([]string, len(hostileEvents))
	for i, e := range hostileEvents {
		events[i] = fill(e)
	}
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, strings.ReplaceAll(fill(hostileCard), "URL", url))
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) == 1 {
			apptest.Streams(events...)(w, r)
			return
		}
		apptest.Says(fill(`"error":{"code":-32000,"message":«error_text»,"data":[«error_data»]}`))(w, r)
	})
	return url
}

// Every text of an agent is shown, and none of it acts on the terminal.
func TestHostileTextDoesNotActOnTerminal(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, hostileAgent(t), 200, 60)
	d.WaitFor("card_name", "card_about", "scheme", "skill_name", "skill_about").Press("tab").WaitFor("ext_uri").Press("tab")
	d.Press("f1").WaitFor("Keys").Press("esc").WaitGone("Keys")
	d.Command("raw card").WaitFor("supportedInterfaces", "card_version", "card_provider").Press("end", "esc").WaitFor("Skills")

	d.Press("enter").WaitFor("word_title", "pick_title", "free_title", "rows_title").Press("f1").WaitFor("word_about").Press("esc").WaitGone("word_about")
	walk(d, 12)
	d.Press("f3").WaitFor("Blank form").Press("1").WaitGone("Blank form").WaitFor("EXAMPLE")
	d.Command("whole form").WaitFor(`"word": "EXAMPLE"`).Command("whole form").WaitFor("word_title")
	d.Press("ctrl+s").WaitFor("› Review").Command("request").WaitFor("application/json;schema=in")
	d.Press("esc").WaitGone("› Request").Press("enter").WaitFor("The agent needs an answer", "status_text", "status_key", "question", "artifact_name", "out_title", "value_title")
	d.Press("pgdown", "pgdown").Press("f1").WaitFor("task_id").Press("esc").WaitGone("Keys")
	d.Press("f5").WaitFor("skill_name").Press("esc")
	d.Type("yes").Press("enter").WaitFor("error_text")
	d.Press("v").WaitFor("enter Choose", "bare_key").Press("esc").WaitGone("enter Choose").Press("home").WaitFor("file_name", "text_part", "column_title", "out_cell", "bare_value")
	d.Resize(60, 20).WaitFor("error_text").Press("esc").WaitFor("word_title")
	d.Press("ctrl+c", "ctrl+c")
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
	checkOutput(t, d.Output())
}

// A card that cannot be read may be hostile, too.
func TestHostileErrorDoesNotActOnTerminal(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{"html": "<html>" + evil("page"), "json": fill(`{«a»:«b»}`), "junk": evil("junk")} {
		d := apptest.Start(t, apptest.Serve(t, 200, "text/html", body), 80, 24).WaitFor("✗ ")
		checkOutput(t, d.Output())
		t.Log(name)
	}
}

// What an agent proposes is drawn by huh while it is edited.
func TestHostilePresetDoesNotActOnTerminal(t *testing.T) {
	example, _ := json.Marshal(`{"word":` + js("EXAMPLE") + `}`)
	c := apptest.OneForm(apptest.WordSchema)
	c.Skills = strings.Replace(c.Skills, `"tags":[]`, `"tags":[],"examples":[`+string(example)+`]`, 1)
	d := apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 200, 24).WaitFor("The skill")
	d.Press("enter").WaitFor("Word *").Press("f3", "1").WaitFor("EXAMPLE")
	d.Command("whole form").WaitFor(`"word":`).Command("whole form").Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor(`\u001b]52;c;CANARY\u0007`, "⟨U+009B⟩", "⟨U+2066⟩")
	checkOutput(t, d.Output())
}

// walk visits the fields of a form, so that each shows its details.
func walk(d *uitest.Driver, fields int) {
	for range fields {
		d.Press("tab")
	}
	for range fields {
		d.Press("shift+tab")
	}
}

// foreign are bytes that the program itself never writes.
var foreign = regexp.MustCompile("[\x00\x0b\x0c\x0e\x0f]|\u009b|[\u0080-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")

func checkOutput(t *testing.T, out []byte) {
	t.Helper()
	for _, c := range canaries {
		if i := bytes.Index(out, []byte(c)); i >= 0 {
			t.Errorf("the terminal was sent %q in %q", c, out[max(0, i-40):min(len(out), i+60)])
		}
	}
	if at := foreign.FindIndex(out); at != nil {
		t.Errorf("the terminal was sent %q in %q", out[at[0]:at[1]], out[max(0, at[0]-40):min(len(out), at[1]+40)])
	}
}
