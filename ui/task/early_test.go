package task_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// A large result is shown before it is validated. What is wrong with it follows: at the rows, in the count, and at the step of the task.
func TestProblemsOfALargeResultFollow(t *testing.T) {
	t.Parallel()
	members := `{"type":"object","properties":{"kept":{"type":"integer"},"things":` + apptest.ThingSchema + `,"others":` + apptest.ThingSchema + `}}`
	tables := `{"kept":"no","things":` + apptest.Things(500) + `,"others":` + apptest.Things(500) + `}`
	for _, test := range []struct{ state, data, schema, count string }{
		{"COMPLETED", apptest.Things(1000), apptest.ThingSchema, "✗ 100 wrong"},
		{"FAILED", apptest.Things(1000), apptest.ThingSchema, "✗ 100 wrong"},
		{"COMPLETED", tables, members, "✗ 101 problems"},
		{"FAILED", tables, members, "✗ 101 problems"},
	} {
		url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_`+test.state+`"},
			"artifacts":[{"artifactId":"a","parts":[{"data":`+test.data+`,"metadata":{"schema":`+test.schema+`}}]}]}}`))
		d := apptest.Start(t, url, 120, 40).WaitFor("The skill").Press("enter").WaitFor("▌ ○ Word").Type("x")
		d.Press("ctrl+s").WaitFor("enter Send").Press("enter").WaitFor(test.count, "✗ -1").WaitGone("being checked")
	}
}
