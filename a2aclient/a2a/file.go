package a2a

import (
	"net/http"
	"path/filepath"
	"strings"
)

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

// MediaTypeOfFile is the type that the name of a file and its first bytes indicate.
func MediaTypeOfFile(name string, data []byte) string {
	if kind, ok := byEnding[strings.ToLower(filepath.Ext(name))]; ok {
		return kind
	}
	if data == nil {
		return "application/octet-stream"
	}
	kind, _, _ := strings.Cut(http.DetectContentType(data), ";")
	return kind
}
