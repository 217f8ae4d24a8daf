package a2aclient

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/a2aclient/mediatype"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// FilePart is a file that is sent with a message.
type FilePart struct {
	Name      string // without a directory
	MediaType string // such as "image/png"
	Data      []byte
}

// NewFilePart returns a file under the name of its path, with the type that its name and
// its first bytes indicate.
func NewFilePart(path string, data []byte) FilePart {
	name := filepath.Base(path)
	return FilePart{Name: name, MediaType: mediaTypeOf(name, data), Data: data}
}

// byEnding are types that the content alone does not distinguish from text, or from one
// another.
var byEnding = map[string]string{
	".txt": "text/plain", ".md": "text/markdown", ".csv": "text/csv", ".tsv": "text/tab-separated-values", ".html": "text/html", ".htm": "text/html",
	".json": "application/json", ".jsonl": "application/jsonl", ".xml": "application/xml", ".yaml": "application/yaml", ".yml": "application/yaml",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
	".pdf": "application/pdf", ".zip": "application/zip", ".mp3": "audio/mpeg", ".wav": "audio/wav", ".mp4": "video/mp4",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}

func mediaTypeOf(name string, data []byte) string {
	if kind, ok := byEnding[strings.ToLower(filepath.Ext(name))]; ok {
		return kind
	}
	kind, _, _ := strings.Cut(http.DetectContentType(data), ";")
	return kind
}

// TakesFile reports whether a file of that type comes under a mode that the skill
// declares, or without a skill the agent; also where neither declares any.
func (c *Card) TakesFile(skill *Skill, mediaType string) bool {
	modes := c.inputModes
	if skill != nil && len(skill.InputModes) > 0 {
		modes = make([]string, len(skill.InputModes))
		for i, m := range skill.InputModes {
			modes[i] = m.Exact()
		}
	}
	return len(modes) == 0 || slices.ContainsFunc(modes, func(m string) bool { return mediatype.Parse(m).Covers(mediaType) })
}

// checkFiles refuses files that cannot be carried.
func (a *Agent) checkFiles(files []FilePart) error {
	size := 0
	for _, f := range files {
		size += len(f.Data)
		if f.Name == "" || f.MediaType == "" {
			return errors.New("a file needs a name and a media type")
		}
	}
	if size > limit.MessageFiles.Int() {
		return fmt.Errorf("the files have %d bytes, but one message can carry %s: send fewer at a time; %s", size, limit.MessageFiles, limit.MessageFiles.Hint())
	}
	return nil
}

// appendFile writes a file part: flat in 1.0 and seed 001, in an object of its own
// up to 0.3.
func (a *Agent) appendFile(b []byte, f FilePart) []byte {
	b = a.kind(append(b, '{'), "file")
	switch {
	case a.protocol.mediaType: // 1.0 §4.1.6
		b = appendBase64(b, "raw", f.Data)
		b = member(append(b, ','), "filename", f.Name)
		b = member(append(b, ','), "mediaType", f.MediaType)
	case a.protocol.partType: // seed 001; the name is ours
		b = member(b, "mimeType", f.MediaType)
		b = appendBase64(append(b, ','), "data", f.Data)
		b = append(b, `,"metadata":{`...)
		b = append(member(b, "name", f.Name), '}')
	default: // 0.3 §6.6, and its protocol buffers as JSON
		content := "bytes"
		if a.protocol.wrappedData {
			content = "fileWithBytes"
		}
		b = append(b, `"file":{`...)
		b = appendBase64(b, content, f.Data)
		if !a.protocol.wrappedData { // FilePart has no name in v0.3.0 of a2a.proto
			b = member(append(b, ','), "name", f.Name)
		}
		b = append(member(append(b, ','), "mimeType", f.MediaType), '}')
	}
	return append(b, '}')
}

func appendBase64(b []byte, name string, data []byte) []byte {
	b = append(append(append(b, '"'), name...), `":"`...)
	b = base64.StdEncoding.AppendEncode(b, data)
	return append(b, '"')
}

// appendFileArtifact writes a file as an artifact of a session (seed 003).
func appendFileArtifact(b []byte, id string, f FilePart) []byte {
	b = member(append(b, '{'), "id", id)
	b = member(append(b, ','), "type", f.MediaType)
	b = member(append(b, ','), "name", f.Name)
	b = append(b, `,"data":"base64:`...)
	b = base64.StdEncoding.AppendEncode(b, f.Data)
	return append(b, `"}`...)
}

// String is the name and the type, safe to show.
func (f FilePart) String() string {
	return safe.Text(f.Name).Line(200).String() + " (" + safe.Text(f.MediaType).Line(80).String() + ")"
}
