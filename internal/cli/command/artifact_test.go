package command_test

import (
	"testing"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
	"a2aform/render"
)

func TestPickAnArtifact(t *testing.T) {
	section := func(id, name string) render.Section {
		return render.Section{ID: safe.Text(id), Name: safe.Text(name)}
	}
	three := &render.Document{Sections: []render.Section{section("a1", "rows"), section("a2", "log"), section("a3", "log")}}
	for _, tt := range []struct {
		of   *render.Document
		flag string
		id   string // of what is picked
		err  string
	}{
		{three, "rows", "a1", ""},
		{three, "a3", "a3", ""},
		{three, "2", "a2", ""},
		{three, "log", "", "the result has several artifacts log: set --artifact to one of a2, a3"},
		{three, "4", "", "the result has no artifact 4; it has rows, a2, a3"},
		{three, "0", "", "the result has no artifact 0; it has rows, a2, a3"},
		{&render.Document{}, "rows", "", "the result has no artifact rows; it has no artifacts"},
		{&render.Document{Sections: []render.Section{section("", "log"), section("", "log")}}, "log", "", "the result has several artifacts log: set --artifact to one of 1, 2"},
		{&render.Document{Sections: []render.Section{section("x", "1"), section("y", "2")}}, "1", "x", ""},
	} {
		flag := command.ArtifactFlag{Name: tt.flag}
		got, err := flag.Pick(tt.of)
		switch {
		case tt.err != "":
			if err == nil || err.Error() != tt.err {
				t.Errorf("%s: %v, want %s", tt.flag, err, tt.err)
			}
		case err != nil:
			t.Errorf("%s: %v", tt.flag, err)
		case len(got.Sections) != 1 || got.Sections[0].ID.Exact() != tt.id:
			t.Errorf("%s picks %v", tt.flag, got.Sections)
		}
	}
	if got, err := (&command.ArtifactFlag{}).Pick(three); got != three || err != nil {
		t.Error("without the flag it is not the whole result")
	}
}
