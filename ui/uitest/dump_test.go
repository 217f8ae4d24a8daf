package uitest

import (
	"errors"
	"testing"
	"time"
)

func TestDumpHasExportedMembersThatAreSet(t *testing.T) {
	type part struct{ Name string }
	type whole struct {
		Text   string
		Zero   int
		Parts  []part
		Next   *part
		ByName map[string]part
		Err    error
		At     time.Time
		hidden int
	}
	got := Dump(whole{"a", 0, []part{{"b"}, {}, {"c"}}, &part{"d"}, map[string]part{"z": {"e"}, "y": {"f"}}, errors.New("no"), time.Now(), 1})
	const want = "Text: \"a\"\nParts[0].Name: \"b\"\nParts[2].Name: \"c\"\nNext.Name: \"d\"\nByName[y].Name: \"f\"\nByName[z].Name: \"e\"\nErr: \"no\"\n"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
