package normalize

import (
	"cmp"
	"fmt"
	"slices"

	"a2aform/internal/schema/message"
)

// note is one change of a schema.
type note struct {
	node  *Node
	words string // what is the case there, as the end of a sentence
}

// note records a rewrite, which keeps the meaning.
func (r *Normalizer) note(s *Node, words string) { r.notes = append(r.notes, note{s, words}) }

// relax records a change after which the schema allows more.
func (r *Normalizer) relax(s *Node, words string) {
	s.relaxed = true
	r.note(s, words)
}

// The most notices that one document gives, and the locations from which equal
// ones become one.
const (
	maxNotices = 20
	manyPlaces = 4
)

// Notices are the notes of all that applies, in the order of the document.
func (r *Normalizer) Notices() []Notice {
	var order []string
	places := map[string][]note{}
	for _, n := range r.sorted() {
		if len(places[n.words]) == 0 {
			order = append(order, n.words)
		}
		places[n.words] = append(places[n.words], n)
	}
	var list []Notice
	for _, words := range order {
		same := places[words]
		if len(same) >= manyPlaces {
			list = append(list, Notice{same[0].node.written(), fmt.Sprintf("%s and %d other places: %s", same[0].node.shown(), len(same)-1, words)})
			continue
		}
		for _, n := range same {
			list = append(list, Notice{n.node.written(), n.node.shown() + ": " + words})
		}
	}
	if more := len(list) - maxNotices; more > 0 {
		list = append(list[:maxNotices-1], Notice{Text: fmt.Sprintf("and %d more notes like these", more+1)})
	}
	return list
}

// sorted are the notes of what applies, each once.
func (r *Normalizer) sorted() []note {
	rank := map[*Node]int{}
	for _, src := range r.inOrder() {
		for _, s := range src.order {
			rank[s] = len(rank)
		}
	}
	var list []note
	seen := map[note]bool{}
	for _, n := range r.notes {
		if n.node.seen && !seen[n] {
			seen[n] = true
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(a, b note) int { return cmp.Compare(rank[a.node], rank[b.node]) })
	return list
}

// inOrder are the documents, the one asked for first.
func (r *Normalizer) inOrder() []*source {
	list := make([]*source, 0, len(r.Sources))
	for _, src := range r.Sources {
		list = append(list, src)
	}
	slices.SortFunc(list, func(a, b *source) int {
		if a.url == message.BaseURL || b.url == message.BaseURL {
			return cmp.Compare(b2i(a.url != message.BaseURL), b2i(b.url != message.BaseURL))
		}
		return cmp.Compare(a.url, b.url)
	})
	return list
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// shown names a location in a document, safe to show.
func (s *Node) shown() string {
	document := ""
	if s.src.url != message.BaseURL {
		document = s.src.url
	}
	if s.At == "" && document == "" {
		return "the schema"
	}
	return message.Sanitize(document + "#" + s.written())
}

// written returns where the schema was in the original document.
func (s *Node) written() string { return relocate(s.src.origin, s.At) }

// Notice is a message for the user about something in a schema that relaxes the checks, or
// of a reading that its author may not have meant. Text is a whole sentence,
// safe to show.
type Notice struct {
	Pointer string // JSON Pointer of the location in the schema
	Text    string
}
