package a2aclient

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// FilePart is a file that is sent with a message.
type FilePart struct {
	Name      string // without a directory
	MediaType string // such as "image/png"
	Data      []byte
	URL       string // where the agent gets the file; "" for Data
}

// NewFilePart returns a file under the name of its path, with the type that its name and
// its first bytes indicate.
func NewFilePart(file string, data []byte) FilePart {
	name := filepath.Base(file)
	return FilePart{Name: name, MediaType: a2a.MediaTypeOfFile(name, data), Data: data}
}

// LinkedFile is a file that the agent gets from an address.
func LinkedFile(address string) FilePart {
	name := "file"
	if u, err := url.Parse(address); err == nil && path.Base(u.Path) != "/" && path.Base(u.Path) != "." {
		name = path.Base(u.Path)
	}
	return FilePart{Name: name, MediaType: a2a.MediaTypeOfFile(name, nil), URL: address}
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
	return len(modes) == 0 || slices.ContainsFunc(modes, func(m string) bool { return a2a.ParseMediaType(m).Covers(mediaType) })
}

// checkFiles refuses files that cannot be carried.
func checkFiles(files []FilePart) error {
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

// encodeFile writes a file part: flat in 1.0 and seed 001, in an object of its own
// up to 0.3.
func (p *protocol) encodeFile(e *encoder, f FilePart) {
	p.open(e, "file")
	switch {
	case p.mediaType: // 1.0 §4.1.6
		f.encodeContent(e, "raw", "url")
		e.member("filename", f.Name)
		e.member("mediaType", f.MediaType)
	case p.partType: // seed 001; the name is ours
		e.member("mimeType", f.MediaType)
		f.encodeContent(e, "data", "uri")
		e.object("metadata")
		e.member("name", f.Name)
		e.close('}')
	default: // 0.3 §6.6, and its protocol buffers as JSON
		bytes, uri := "bytes", "uri"
		if p.wrappedData {
			bytes, uri = "fileWithBytes", "fileWithUri"
		}
		e.object("file")
		f.encodeContent(e, bytes, uri)
		if !p.wrappedData { // FilePart has no name in v0.3.0 of a2a.proto
			e.member("name", f.Name)
		}
		e.member("mimeType", f.MediaType)
		e.close('}')
	}
	e.close('}')
}

// encodeContent writes the bytes of a file, or where they are, as the member of that name.
func (f FilePart) encodeContent(e *encoder, bytes, url string) {
	if f.URL != "" {
		e.member(url, f.URL)
		return
	}
	e.name(bytes)
	e.base64("", f.Data)
}

// encodeFileArtifact writes a file as an artifact of a session (seed 003).
func encodeFileArtifact(e *encoder, id string, f FilePart) {
	e.open('{')
	e.member("id", id)
	e.member("type", f.MediaType)
	e.member("name", f.Name)
	e.name("data")
	e.base64("base64:", f.Data)
	e.close('}')
}

// String is the name and the type, safe to show.
func (f FilePart) String() string {
	return safe.Text(f.Name).Line(200).String() + " (" + safe.Text(f.MediaType).Line(80).String() + ")"
}
