package form

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// PartKind is what a part contains.
type PartKind string

// The kinds of parts.
const (
	Form PartKind = "form" // what is filled in on the form's screen
	Text PartKind = "text"
	Data PartKind = "data" // JSON
	File PartKind = "file"
)

// MessagePart is one part of a message.
type MessagePart struct {
	Kind PartKind `json:"kind"`
	Text string   `json:"text,omitempty"` // of Text and Data, as it was typed
	// MediaType was set by hand, in place of the one that the part has by itself. It may name
	// a schema, as in "application/json;schema=NAME".
	MediaType string `json:"mediaType,omitempty"`
	Path      string `json:"path,omitempty"` // of File; "" where it came with an earlier run
	Name      string `json:"name,omitempty"`

	file   a2aclient.FilePart
	failed error // why the file cannot be read
}

// PartList are the parts of a message, one of them the form's. The zero value is the form alone.
type PartList struct {
	parts   []MessagePart // empty for the form alone
	edits   uint64
	removed *removal // the last one
}

// removal is a part that was taken away, and from where.
type removal struct {
	part MessagePart
	at   int
}

// Edits counts the changes.
func (l *PartList) Edits() uint64 { return l.edits }

// IsPlain reports that the message is the form alone, with the media type that is declared.
func (l *PartList) IsPlain() bool { return len(l.All()) == 1 && l.All()[0].MediaType == "" }

// All are the parts in their order.
func (l *PartList) All() []MessagePart {
	if len(l.parts) == 0 {
		return []MessagePart{{Kind: Form}}
	}
	return l.parts
}

// Insert puts a part before the one at a place.
func (l *PartList) Insert(at int, p MessagePart) {
	l.change(slices.Insert(slices.Clone(l.All()), at, p))
}

// Replace changes the part at a place.
func (l *PartList) Replace(at int, p MessagePart) {
	all := slices.Clone(l.All())
	all[at] = p
	l.change(all)
}

// Move exchanges two parts.
func (l *PartList) Move(from, to int) {
	all := slices.Clone(l.All())
	all[from], all[to] = all[to], all[from]
	l.change(all)
}

// Remove takes away a part that is not the form's; [PartList.BringBack] undoes that.
func (l *PartList) Remove(at int) {
	l.removed = &removal{l.All()[at], at}
	l.change(slices.Delete(slices.Clone(l.All()), at, at+1))
}

// BringBack undoes the last removal; at is where the part is then. It is not ok where there
// is none.
func (l *PartList) BringBack() (at int, ok bool) {
	if l.removed == nil {
		return 0, false
	}
	at = min(l.removed.at, len(l.All()))
	l.Insert(at, l.removed.part)
	l.removed = nil
	return at, true
}

// Clear leaves the form alone.
func (l *PartList) Clear() {
	if !l.IsPlain() {
		l.change(nil)
	}
}

func (l *PartList) change(parts []MessagePart) {
	l.parts = parts
	l.edits++
}

// Check is an error where a part cannot be sent; at is its place.
func (l *PartList) Check() (at int, err error) {
	size := 0
	for i, p := range l.All() {
		if err := p.Check(); err != nil {
			return i, fmt.Errorf("part %d: %w", i+1, err)
		}
		size += len(p.file.Data)
	}
	if size > limit.MessageFiles.Int() {
		return 0, fmt.Errorf("all files of a message may have %s; %s", limit.MessageFiles, limit.MessageFiles.Hint())
	}
	return 0, nil
}

// Check is an error where the part cannot be sent.
func (p *MessagePart) Check() error {
	switch p.Kind {
	case Text:
		if p.Text == "" {
			return errors.New("the text is empty")
		}
	case Data:
		if _, err := ojson.Parse([]byte(p.Text), ojson.DataLimits); err != nil {
			return fmt.Errorf("this is not JSON yet: %w", err)
		}
	case File:
		return p.failed
	}
	return nil
}

// apply adds the parts to the plan of the form, whose agent writes them.
func (l *PartList) apply(plan *run.Plan) {
	isBefore := true
	for _, p := range l.All() {
		if p.Kind == Form {
			isBefore, plan.Tag = false, safe.Text(p.MediaType)
			continue
		}
		plan.Parts = append(plan.Parts, plan.Agent.EncodePart(p.encoded()))
		if isBefore {
			plan.PartsBefore++
		}
	}
}

func (p *MessagePart) encoded() a2aclient.Part {
	switch p.Kind {
	case File:
		file := p.file
		if p.MediaType != "" {
			file.MediaType = p.MediaType
		}
		return a2aclient.Part{File: &file}
	case Data:
		part := a2aclient.Part{Tag: safe.Text(p.MediaType)}
		if v, err := ojson.Parse([]byte(p.Text), ojson.DataLimits); err == nil {
			part.Data = v.Compact()
		}
		return part
	}
	return a2aclient.Part{Text: p.Text, Tag: safe.Text(p.MediaType)}
}

// Notices say which media types were set by hand; declared is the media type of the form.
func (l *PartList) Notices(declared safe.Raw) (texts []string) {
	for _, p := range l.All() {
		if p.MediaType == "" {
			continue
		}
		own := declared
		if p.Kind == File {
			own = safe.Text(p.file.MediaType)
		}
		set := safe.Text(p.MediaType).Line(200).String()
		switch {
		case own.IsEmpty() && p.Kind == Form:
			texts = append(texts, "the media type "+set+" was set by hand; the card declares none")
		case own.IsEmpty():
			texts = append(texts, "the media type "+set+" was set by hand")
		default:
			texts = append(texts, "the media type "+set+" was set by hand, in place of "+own.Line(200).String())
		}
	}
	return texts
}

// NewFilePart is a part that sends a file as it is now.
func NewFilePart(path string) (MessagePart, error) {
	p := MessagePart{Kind: File, Path: path, Name: filepath.Base(path)}
	p.read()
	return p, p.failed
}

func (p *MessagePart) read() {
	data, err := kit.ReadLimited(p.Path, limit.MessageFiles.Int())
	if err != nil {
		p.failed = fmt.Errorf("%s: %s", safe.Text(p.Name).Line(80), kit.FileProblem(err))
		return
	}
	p.file, p.failed = a2aclient.NewFilePart(p.Path, data), nil
}

// savedParts is a draft with its parts, which formgen ignores.
type savedParts struct {
	Parts []MessagePart `json:"parts,omitempty"`
}

// Saved are the parts for a draft; nil for the form alone.
func (l *PartList) Saved() []MessagePart {
	if l.IsPlain() {
		return nil
	}
	return slices.Clone(l.parts)
}

// RestoredParts are the parts of a draft. It reads their files, so it belongs in a command.
func RestoredParts(draft []byte) (l PartList) {
	var s savedParts
	if json.Unmarshal(draft, &s) != nil || !isWhole(s.Parts) {
		return l
	}
	for i := range s.Parts {
		if p := &s.Parts[i]; p.Kind == File {
			p.read()
		}
	}
	l.parts = s.Parts
	return l
}

// isWhole reports parts of which exactly one is the form.
func isWhole(parts []MessagePart) bool {
	forms := 0
	for _, p := range parts {
		if p.Kind == Form {
			forms++
		}
	}
	return forms == 1
}

// partsOfRun are the parts of a message as an earlier run sent them, before of them before the
// data of the form, which had the tag. An empty tag is the declared one.
func partsOfRun(agent *a2aclient.Agent, sent []json.RawMessage, before int, tag safe.Raw) (l PartList) {
	d := a2a.Decoder{IsWrapped: wraps(agent)}
	for i := 0; i <= len(sent); i++ {
		if i == before {
			l.parts = append(l.parts, MessagePart{Kind: Form, MediaType: tag.Exact()}) //nolint:forbidigo // to be sent again
		}
		if i == len(sent) {
			break
		}
		e, ok := d.Event(slices.Concat([]byte(`{"message":{"messageId":"m","parts":[`), sent[i], []byte(`]}}`)))
		if !ok || e.Message == nil {
			continue
		}
		for _, p := range e.Message.Parts {
			l.parts = append(l.parts, partOf(p))
		}
	}
	if !isWhole(l.parts) {
		l.parts = append(l.parts, MessagePart{Kind: Form})
	}
	return l
}

// wraps reports an agent whose data is in an object that contains nothing else.
func wraps(agent *a2aclient.Agent) bool {
	v, err := ojson.Parse(agent.EncodePart(a2aclient.Part{Data: []byte("0")}), ojson.DataLimits)
	return err == nil && v.At("/data/data").Exists()
}

func partOf(p a2a.Part) MessagePart {
	part := MessagePart{MediaType: p.MediaType.Exact()} //nolint:forbidigo // to be sent again
	switch p.Kind {
	case a2a.PartText:
		part.Kind, part.Text = Text, p.Text.Exact() //nolint:forbidigo // to be edited
	case a2a.PartData:
		part.Kind, part.Text = Data, string(p.Data)
	case a2a.PartFile:
		part.Kind, part.Name, part.MediaType = File, p.File.Name.Exact(), ""                                                 //nolint:forbidigo // to be sent again
		data, err := base64.StdEncoding.DecodeString(p.File.Base64.Exact())                                                  //nolint:forbidigo // decoded
		part.file = a2aclient.FilePart{Name: part.Name, Data: data, URL: p.File.URL.Exact(), MediaType: p.MediaType.Exact()} //nolint:forbidigo // to be sent again
		part.failed = err
	default:
		part.Kind, part.Text = Text, string(p.Raw)
	}
	return part
}
