package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// From the first screen to a task that goes on.
func TestGoldenFirstScreenToTask(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		server := apptest.DemoAgent(t, apptest.Stuck)
		d := apptest.Start(t, "", w, h).WaitFor("Open an agent")
		golden(d, "connect")
		d.Type(server.URL).Press("enter").WaitFor("Demo Agent", "Fight Comparison")
		golden(d, "card")
		d.Press("enter").WaitFor("A *").Type("Lion").Press("tab", "ctrl+s").WaitFor("✗ Required")
		golden(d, "form")
		d.Press("ctrl+o").WaitFor("Commands", "enter Choose")
		golden(d, "palette")
		d.Press("esc").WaitGone("enter Choose").Press("f1").WaitFor("ctrl+c Quit")
		golden(d, "help")
		d.Press("esc").WaitGone("ctrl+c Quit").Type("Tiger").WaitGone("✗").Press("ctrl+s").WaitFor("Send  enter")
		golden(d, "review")
		d.Press("enter").WaitFor("Weighing Lion")
		golden(d, "task")
	})
}

// From a question of the agent to a result.
func TestGoldenAnswer(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, w, h)
		d.WaitFor("Title").Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded")
		d.Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("Approve a total")
		golden(d, "question")
		d.Type("yes").Press("enter").WaitFor("✓ Done", "Train, Milan to Turin")
		golden(d, "done")
	})
}

// A task whose result is one table, and that table.
func TestGoldenTrip(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, w, h)
		d.WaitFor("Destination").Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded")
		d.Press("ctrl+s").WaitFor("Send  enter").Press("enter")
		showsPanes(d, w)
		golden(d, "trip")
		showsRows(d.Press("z"))
		golden(d, "trip-table")
	})
}

// showsPanes waits for the end of a task, and brings the panes back where its table fills the
// screen.
func showsPanes(d *uitest.Driver, width int) {
	if width >= 100 {
		d.WaitFor("✓ Done", "▌")
		return
	}
	d.WaitUntil("the task has ended", func(s string) bool { return strings.Contains(s, "✓ Done") || strings.Contains(s, "✓ completed") })
	showsRows(d).Press("z").WaitFor("completed")
}

// showsRows waits for a table: it says how many rows it has.
func showsRows(d *uitest.Driver) *uitest.Driver {
	return d.WaitUntil("a table", func(s string) bool {
		return strings.Contains(s, " 12 rows") || strings.Contains(s, " 3 rows") || strings.Contains(s, "1/12") || strings.Contains(s, "1/3  ")
	})
}

// What a schema can ask for besides texts: shapes to choose from, a map, a list of
// choices, a location as JSON, and a search among all of it.
func TestGoldenShapes(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := apptest.OpenSkill(t, apptest.Parcel, apptest.Quick, w, h)
		d.WaitFor("Name *").Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded")
		d.Press("alt+/").WaitFor("Go to a field")
		golden(d, "search")
		d.Type("delivery").Press("enter").WaitFor("Courier")
		golden(d, "union")
		d.Press("f1").WaitFor("in the data: /delivery").Press("esc").WaitFor("Courier")
		d.Press("f2").WaitFor(`"kind": "courier"`).Press("ctrl+end", "backspace", "f2").WaitFor("stays text")
		golden(d, "json")
		d.Type("}").Press("f2").WaitFor("Courier")
		d.Press("alt+/").WaitFor("Go to a field").Type("handling").Press("enter").WaitFor("• Keep cold")
		golden(d, "several")
		d.Press("alt+/").WaitFor("Go to a field").Type("labels").Press("enter").WaitFor("Labels").Press("f7").WaitFor("+ Add label:").Type("Two words")
		golden(d, "map")
	})
}

// Wide, joined and right-to-left characters keep to their lines.
func TestGoldenWideText(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		c := apptest.OneForm(`{"type":"object","title":"旅行の予約フォーム","required":["都市"],"properties":{
			"都市":{"type":"string","title":"目的地の都市名をここに入力してください","description":"どこへ行きますか。東京、京都、大阪など、日本のどの都市でもかまいません。","examples":["東京"]},
			"family":{"title":"👨‍👩‍👧‍👦 family 🇨🇭","enum":["👍🏽 yes","⚠️ no"]},
			"name":{"type":"string","title":"اسم المسافر الكامل كما في جواز السفر"},
			"hindi":{"type":"string","title":"यात्री का नाम","default":"नमस्ते"}}}`)
		c.Name, c.Description = "旅行エージェント ✈️", "次の旅行を計画するお手伝いをします。行き先と日付を教えてください。 🗾🎌 שלום עולם"
		c.Streaming = true
		d := apptest.Start(t, apptest.Agent(t, c, apptest.Streams(wideEvents...)), w, h).WaitFor("The skill")
		golden(d, "wide-card")
		d.Press("enter").WaitFor("▌ ○ 目的地").Type("東京都🗼").WaitFor("1 of 1 required")
		golden(d, "wide-form")
		d.Press("tab", "tab").Type("שלום").Press("shift+tab", "shift+tab")
		golden(d, "wide-form-filled")
		d.Press("ctrl+s").WaitFor("› Review")
		golden(d, "wide-review")
		d.Press("enter")
		showsPanes(d, w)
		golden(d, "wide-task")
		d.Press("z").WaitFor(" 3 rows")
		golden(d, "wide-result")
	})
}

// wideEvents are a task that speaks and answers in such characters.
var wideEvents = []string{
	`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_SUBMITTED"}}}`,
	`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"東京行きの便を探しています。少々お待ちください… ✈️ מחפש טיסות 👍🏽 é"}]}}}}`,
	`{"artifactUpdate":{"taskId":"t","contextId":"c","lastChunk":true,"artifact":{"artifactId":"a","name":"旅程表 🗓️","parts":[{"data":[
		{"日付":"2026-05-14","場所":"浅草寺とその周辺の商店街","費用":1200.5,"メモ":"早朝がおすすめ 👍🏽"},
		{"日付":"2026-05-15","場所":"متحف طوكيو الوطني","費用":60,"メモ":"नमस्ते"},
		{"日付":"2026-05-16","場所":"תל אביב","費用":7,"メモ":"ｆｕｌｌ ｗｉｄｔｈ"}]}]}}}`,
	`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`,
}

// A table, a row of it, its JSON and a query.
func TestGoldenTables(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := apptest.ShowFile(t, "things.json", apptest.Things(120), apptest.ThingSchema, w, h)
		d.WaitFor("Chair 0", "✗ 12 wrong")
		d.Press("right").Press("c").WaitFor("▌ ● Name").Press("z", "esc", "down", "down").WaitFor("椅子 2").Press("down").WaitFor("Lamp 💡 3")
		golden(d, "table")
		d.Press("enter").WaitFor("Row 4 of 120", "Close row")
		golden(d, "row")
		d.Press("esc").WaitGone("Row 4").Press("v").WaitFor("▾ 3:")
		golden(d, "json-folds")
		d.Press("esc").WaitFor("12 wrong").Press(":").WaitFor("120 rows").Type("map(select(.price>90)|{name,price})").WaitFor("11 rows")
		golden(d, "query")
		d.Press("esc").WaitFor("12 wrong").Press("e").WaitFor("Export the table ─", "▌ CSV")
		golden(d, "export")
	})
}

// The traffic of a task, and the dialog that asks for credentials.
func TestGoldenTrafficAndCredentials(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, w, h)
		d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("✓ completed")
		golden(d.Press("w").WaitFor("POST http://"), "traffic")

		keep := apptest.Home(t)
		mux := http.NewServeMux()
		url := apptest.ServeMux(t, mux)
		mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(strings.Replace(apptest.OneForm(apptest.WordSchema).At(url), `"version":"1"`, `"version":"1","securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}}}`, 1)))
		})
		apptest.Remember(t, keep, store.Agent{Ref: url, Name: safe.Text("Guarded")})
		d = uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep}), w, h).WaitFor("Guarded")
		golden(d.Press("tab", "a").WaitFor("bearer token"), "credentials")
	})
}
