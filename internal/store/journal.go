package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// Sending is the line of the journal that is written before a message leaves,
// so that a lost answer can be distinguished from a message that was never sent. It
// holds no payload.
type Sending struct {
	Time      time.Time `json:"time"`
	RunID     string    `json:"run"`
	MessageID string    `json:"messageId"`
	TaskID    safe.Raw  `json:"taskId,omitzero"`
	URL       string    `json:"url"`
	SHA256    string    `json:"sha256"` // of the request's body
}

// Digest is the SHA-256 of a body in hexadecimal digits.
func Digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// SchemaDigest is the [Digest] of a schema without its white space, which a run file
// does not keep: it contains a small card as compact JSON.
func SchemaDigest(schema []byte) string {
	var buf bytes.Buffer
	if json.Compact(&buf, schema) != nil {
		return Digest(schema)
	}
	return Digest(buf.Bytes())
}

// IsSchemaDigest reports whether digest is the [SchemaDigest] of a schema, or, as older run
// files have it, the [Digest] of its text with white space.
func IsSchemaDigest(digest string, schema []byte) bool {
	return digest == SchemaDigest(schema) || digest == Digest(schema)
}

// Journal notes that a message is about to be sent. It returns when the line is
// on the disk.
func (s *Store) Journal(entry Sending) error {
	line, err := runfile.EncodeLine(entry)
	if err != nil {
		return err
	}
	return appendLine(s.JournalPath(), line)
}

// JournalPath is the file of the journal.
func (s *Store) JournalPath() string { return filepath.Join(s.state, "journal.jsonl") }
