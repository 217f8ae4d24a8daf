package qa_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

const (
	flakyCase = "version = 1\nname = \"changes\"\nwhy = \"seen twice\"\nskill = \"one\"\nrepeat = 3\npass-rate = 0.3\n[input]\ntext = \"hello\"\n[[expect.value]]\nat = \"/text\"\nis = \"one\"\nwhy = \"T-1\"\n"
	skipCase  = "version = 1\nname = \"left out\"\nskip = \"broken upstream\"\nskill = \"one\"\n[input]\ntext = \"x\"\n"
	unfitCase = "version = 1\nname = \"does not fit\"\nskill = \"one\"\n[input]\njson = '{\"word\":7}'\n"
	turnsCase = "version = 1\nname = \"with turns\"\nskill = \"one\"\n[input]\ntext = \"hello\"\n[[turn]]\ntext = \"yes\"\n[expect.same]\nfile = \"golden.json\"\n"
)

// openWords opens the cases of an agent that answers with one and two by turns.
func openWords(t *testing.T, files map[string]string, w, h int) *uitest.Driver {
	t.Helper()
	var n atomic.Int32
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), func(w http.ResponseWriter, r *http.Request) {
		word := []string{"one", "two"}[(n.Add(1)-1)%2]
		apptest.Says(fmt.Sprintf(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":%q}]}}`, word))(w, r)
	})
	d := apptest.StartWith(t, kit.Options{Ref: url, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: apptest.CaseFiles(t, files)}, w, h).WaitFor("The skill")
	return d.Press("alt+c").WaitFor("Test cases").WaitGone("Reading the cases", "Chat")
}

// Each verdict has its sign and its word in the list, in the run, and on the screen of the case.
func TestVerdictsOfCases(t *testing.T) {
	t.Parallel()
	d := openWords(t, map[string]string{"a.toml": flakyCase, "b.toml": skipCase, "c.toml": unfitCase}, 100, 30)
	d.WaitFor("▌  · changes", "· left out", "· does not fit", "seen twice", "3 repeats, 1 must pass · .a2aform/cases/a.toml", "3 cases")
	d.Press("R", "enter").WaitFor("✓ 0  ✗ 0  ~ 1  ! 1  – 1", "▌ ! does not fit", "not sent", "the input does not fit the schema: Word", "~ changes          2/3  answered", "– left out              skipped", "broken upstream", "1 of 3 cases did not pass: Enter opens one")
	d.Press("?").WaitFor("Help").Press("esc").WaitFor("▌ ! does not fit")
	d.Press("enter").WaitFor("› does not fit", "! error", "– Run  the case can be sent", `"word": 7`, "╭ Input").Press("n").WaitFor("There is one attempt").Press("enter").WaitFor("The case was not sent").Press("A").WaitFor("The case has no saved output")
	const unfit = "does not fit: error\ninput: {\"word\":7}\nnot reached Run\n  expected the case can be sent\n  seen     the input does not fit the schema: Word: not text\n"
	d.Press("y").WaitFor("Copied what was expected and seen").WaitOutside("the text", func() bool { return apptest.Copied(d) == unfit })
	d.Press("?").WaitFor("Help").Press("esc").WaitFor("› does not fit").Press("esc").WaitFor("▌ ! does not fit")
	d.Press("down", "enter").WaitFor("› changes", "Attempt 2 of 3", "✗ Value", `"two"`, "T-1", "╭ Output").WaitGone("Attempt 1")
	d.Press("n").WaitFor("Attempt 3 of 3", "✓ Value", `"one"`).Press("n").WaitFor("Attempt 1 of 3", "✓ Value").Press("n").WaitFor("Attempt 2 of 3")
	const flaky = "changes: flaky\nwhy: seen twice\ninput: \"hello\"\nfailed Value /text\n  expected \"one\"\n  seen     \"two\"\n  why      T-1\n"
	d.Press("y").WaitOutside("the text", func() bool { return strings.HasPrefix(apptest.Copied(d), flaky) })
	d.Press("v").WaitFor("╭ Input").Press("v").WaitFor("╭ Output").Press("esc").WaitFor("~ changes")
	d.Press("end", "enter").WaitFor("› left out", "– skip", "broken upstream").Press("esc", "esc")
	d.WaitFor("~ changes", "flaky", "66 %", "· left out", "not run", "! does not fit", "error", "  0 %").Press("down").WaitFor("skipped: broken upstream")
	d.Press("/").Type("zzz").WaitFor("0 of 3", "No matching cases. Esc clears the filter.").Press("esc").WaitFor("does not fit").Press("/").Paste("left").WaitFor("1 of 3", "left out").WaitGone("changes")
	d.Press("esc").WaitFor("changes").Press("?").WaitFor("Help").Press("esc").WaitFor("3 cases")
}

// What a case does besides sending its input is said below the list.
func TestFactsOfCases(t *testing.T) {
	t.Parallel()
	d := openWords(t, map[string]string{"a.toml": turnsCase}, 60, 20)
	d.WaitFor("with turns", "1 turn · output as saved")
	d.Press("R", "enter").WaitFor("r Run again").Press("f").WaitFor("failures only")
}
