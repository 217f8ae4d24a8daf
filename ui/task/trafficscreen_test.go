package task_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// The traffic of a task has the requests, their headers and every event.
func TestTaskTraffic(t *testing.T) {
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 100, 40)
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("✓ completed")
	d.Press("w").WaitFor("→ ", "POST http://", "A2a-Version: 1.0", `"method": "SendStreamingMessage"`)
	d.Press("]").WaitFor("← ", "200 OK")
	d.Press("G").WaitFor("TASK_STATE_COMPLETED")
	d.Press("esc").WaitFor("✓ completed")
	d.Press("w").WaitFor("POST http://").Press("]").WaitGone("POST http://").Press("[").WaitFor("POST http://")
}
