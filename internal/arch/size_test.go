package arch

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxLines is the length of the longest file, DESIGN §3.
const maxLines = 400

func TestPackagesStaySmall(t *testing.T) {
	for _, p := range packages(t) {
		dir := strings.TrimPrefix(p.ImportPath, module+"/")
		limit, ok := oversize[dir]
		if !ok {
			limit = usual
		}
		now := size{files: len(p.GoFiles)}
		for _, file := range p.GoFiles {
			now.lines += countLines(t, p, file)
		}
		if (now.files > limit.files || now.lines > limit.lines) && !isGenerated(p) {
			t.Errorf("%s has %d files and %d lines; it may have %d and %d", dir, now.files, now.lines, limit.files, limit.lines)
		}
	}
}

func TestFilesStayShort(t *testing.T) {
	for _, p := range packages(t) {
		for _, file := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			if n := countLines(t, p, file); n > maxLines && !isGenerated(p) {
				t.Errorf("%s/%s has %d lines; at most %d: split it by what it knows", p.ImportPath, file, n, maxLines)
			}
		}
	}
}

// isGenerated reports the package that is made from the specification of A2A, whose size is
// not ours.
func isGenerated(p pkg) bool { return p.ImportPath == module+"/a2aclient/grpc/a2apb" }

func countLines(t *testing.T, p pkg, file string) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(p.Dir, file))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(data, []byte("\n"))
}
