package ui_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// A large file is shown before it is validated; what is wrong with it follows.
func TestProblemsOfALargeFileFollow(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things.json", apptest.Things(1000), apptest.ThingSchema, 120, 40)
	d.WaitFor("✗ 100 wrong", "✗ -1 ").WaitGone("being checked")
	members := `{"type":"object","properties":{"kept":{"type":"integer"},"things":` + apptest.ThingSchema + `,"others":` + apptest.ThingSchema + `}}`
	tables := `{"kept":"no","things":` + apptest.Things(500) + `,"others":` + apptest.Things(500) + `}`
	d = apptest.ShowFile(t, "all.json", tables, members, 120, 40)
	d.WaitFor("✗ 101 problems").WaitGone("being checked")
}
