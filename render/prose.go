package render

import (
	"a2aform/internal/safe"
	"a2aform/render/markdown"
)

// NewProse is a text as running text, as Markdown where its media type says so or
// it plainly is.
func NewProse(text, media safe.Raw) *Prose {
	p := &Prose{Text: text}
	switch {
	case markdown.IsType(media):
		p.markup = markdownText
	case markdown.IsUntyped(media) && markdown.IsLikely(p.Exact()):
		p.markup = markdownLike
	}
	return p
}

// Passages are a text read as Markdown, nil where it is none.
func (p *Prose) Passages() []*markdown.Block {
	if p.markup == noMarkup || markdown.IsTooLong(p.Exact()) {
		return nil
	}
	return markdown.Read(p.Exact(), p.markup == markdownLike)
}
