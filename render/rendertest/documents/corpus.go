package documents

import (
	"os"
	"path/filepath"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
)

// Corpus calls show for the valid instances of real schemas. The test is skipped where
// A2AFORM_CORPUS does not name the directory of the corpus.
func Corpus(t *testing.T, show func(file string, d *render.Document, data []byte)) {
	t.Helper()
	dir := os.Getenv("A2AFORM_CORPUS")
	if dir == "" {
		t.Skip("A2AFORM_CORPUS is not set: the corpus is NOT TESTED")
	}
	shown := 0
	for _, pattern := range []string{"fetched/*/schema.json", "own/*/schema.json"} {
		files, err := filepath.Glob(filepath.Join(dir, "schemas", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			positives, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "positive", "*.json"))
			for _, positive := range positives {
				d, data := instance(t, file, positive)
				show(positive, d, data)
				shown++
			}
		}
	}
	if shown < 50 {
		t.Errorf("only %d instances: the corpus was not really read", shown)
	}
}

func instance(t *testing.T, schemaFile, file string) (*render.Document, []byte) {
	t.Helper()
	text, err := os.ReadFile(schemaFile) //nolint:gosec // a file of the corpus
	if err != nil {
		t.Fatal(err)
	}
	s := render.Schema{Name: safe.Text("s")}
	if s.Document, err = schema.Load(text); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file) //nolint:gosec // a file of the corpus
	if err != nil {
		t.Fatal(err)
	}
	part := render.Part{Kind: render.DataPart, Data: data}
	return render.New([]render.Artifact{{Parts: []render.Part{part}}}, func(safe.Raw) render.Schema { return s }), data
}
