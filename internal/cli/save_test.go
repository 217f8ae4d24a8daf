package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
	"a2aform/render"
)

// What can be saved is, whatever is wrong with the others.
func TestUnsavableFilesDoNotStopOthers(t *testing.T) {
	var parts []render.Part
	for _, f := range []struct{ name, url, encoded string }{
		{"../../good.txt", "", "aGk="}, {"bad\x1b.txt", "", "aG!="}, {"far.txt", "https://example.com/\x1bfar", ""}, {"good.txt", "", "aG8="},
	} {
		parts = append(parts, render.Part{Kind: render.FilePart, File: render.NewFile(safe.Text(f.name), safe.Raw{}, safe.Text(f.url), safe.Text(f.encoded))})
	}
	dir := t.TempDir()
	var errOut bytes.Buffer
	err := (&command.SaveFlag{Dir: dir}).Files(&command.Streams{Err: &errOut}, render.New([]render.Artifact{{Parts: parts}}, nil))
	if err == nil || err.Error() != "1 of 4 files could not be saved" {
		t.Error(err)
	}
	for _, want := range []string{
		"good.txt (2 bytes)", `bad␛.txt: the file cannot be read: its base64 is broken at character 3 of 4 ("!")`,
		"the agent sent only the file's address, and a2aform does not download it: https://example.com/␛far", "good-2.txt (2 bytes)",
	} {
		if !strings.Contains(errOut.String(), want) {
			t.Errorf("%q is not errOut:\n%s", want, errOut.String())
		}
	}
	for name, want := range map[string]string{"good.txt": "hi", "good-2.txt": "ho"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q (%v)", name, got, err)
		}
	}
}
