package command

import (
	"fmt"
	"path/filepath"
	"strings"

	"a2aform/internal/safe"
)

// maxAnnotation bounds an annotation, in bytes.
const maxAnnotation = 4 << 10

// Annotate prints a line that GitHub shows at a file, where the command runs in one of its workflows. The level is error, warning or
// notice; without a file it is about the whole; line 0 is none.
func (s *Streams) Annotate(level, file string, line int, title, text string) {
	if s.Getenv("GITHUB_ACTIONS") != "true" {
		return
	}
	properties := "title=" + annotationProperty(safe.LogText(safe.Text(title).Line(200).String()))
	if file != "" {
		properties += ",file=" + annotationProperty(fromWorkspace(file, s.Getenv("GITHUB_WORKSPACE")))
	}
	if line > 0 {
		properties += fmt.Sprintf(",line=%d", line)
	}
	_, _ = fmt.Fprintf(s.Err, "::%s %s::%s\n", level, properties, annotationText(safe.LogText(safe.Text(text).Block(maxAnnotation).String())))
}

// fromWorkspace is a path as GitHub has it: relative to the root of the repository.
func fromWorkspace(file, root string) string {
	full, err := filepath.Abs(file)
	if err == nil && root != "" {
		if near, err := filepath.Rel(root, full); err == nil && filepath.IsLocal(near) {
			file = near
		}
	}
	return filepath.ToSlash(file)
}

func annotationText(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func annotationProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(annotationText(text))
}
