package agent

import (
	"fmt"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// A schema of a host is offered by how much its name is like that of the skill.
func TestPublishedSchemasAreLikeTheSkill(t *testing.T) {
	t.Parallel()
	for names, want := range map[[2]string]int{
		{"TripPlanner", "trip-planner"}: 100, {"trip_planner", "Trip planner"}: 100, {"TripPlannerRequest", "trip-planner"}: 50, {"planner", "Trip planner"}: 50,
		{"plan of a trip", "trip for a day"}: 2, {"Order", "trip"}: 0, {"", "trip"}: 0, {"Order", "--"}: 0,
	} {
		if got := likenessOf(names[0], names[1]); got != want {
			t.Errorf("%q: %d, want %d", names, got, want)
		}
	}
	dir := t.TempDir()
	keep, err := store.Open(func(name string) string { return map[string]string{"A2AFORM_HOME": dir}[name] })
	if err != nil {
		t.Fatal(err)
	}
	const document = `{"components":{"schemas":{"Order":{"type":"object"},"Trip":{"type":"object"}}}}`
	m := publishedMsg{skill: &a2aclient.Skill{ID: safe.Text("trip"), Name: safe.Text("Plan")}}
	m.add(keep, a2aclient.Published{From: safe.Text("https://example.com/openapi.json"), Document: []byte(document)})
	var got []string
	for _, p := range m.list {
		got = append(got, fmt.Sprint(p.name, " ", p.likeness))
	}
	if fmt.Sprint(got) != "[Order 0 Trip 100]" || m.err != nil {
		t.Errorf("%v, %v", got, m.err)
	}
	m = publishedMsg{skill: m.skill}
	if m.add(nil, a2aclient.Published{Document: []byte(document)}); m.err == nil || len(m.list) > 0 {
		t.Errorf("what cannot be kept is offered: %v, %v", m.list, m.err)
	}
}
