// Package catalog reads lists of agents: an AI Catalog
// (https://github.com/Agent-Card/ai-catalog), a JSON array of cards, or the answer of a
// registry that holds such a list.
package catalog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
)

// WellKnown is where a host keeps its catalog.
const WellKnown = "/.well-known/ai-catalog.json"

const (
	// maxSize is the size of the largest catalog that is read, in bytes.
	maxSize = 32 << 20
	// MaxEntries is how many agents of a catalog are listed.
	MaxEntries = 10_000
	maxDepth   = 4 // of catalogs inside catalogs; the specification recommends this
	maxTags    = 20
)

// ErrNone is a document that lists no agents.
var ErrNone = errors.New("it is neither an AI Catalog nor a list of agent cards")

// Catalog is a list of agents.
type Catalog struct {
	Name    safe.Raw // of who publishes it; may be empty
	From    string   // address or path
	Entries []Entry
	Others  int // entries that are no agents, such as MCP servers
	Left    int // entries that could not be read, or were too many
}

// Entry is an agent of a catalog, or another catalog.
type Entry struct {
	Name, Description, Version, Publisher safe.Raw
	Tags                                  []safe.Raw
	Ref                                   string   // address or path of its card; "" where Card is set
	Card                                  []byte   // the card itself, where the catalog holds it
	Skills                                []string // names, of a Card or of what ReadSkills has read
	Problem                               string   // why the card was not read
	IsCatalog                             bool     // Ref leads to another catalog
}

// maxValues bounds the values of a catalog by the commas between them, so that many small ones do not take much memory.
const maxValues = 600_000

// Parse reads the catalog that was found at from, an address or the path of a file. The
// error is [ErrNone] for JSON that is something else.
func Parse(data []byte, from string) (*Catalog, error) {
	if bytes.Count(data, []byte(",")) > maxValues {
		return nil, errors.New("it has more values than a catalog may have")
	}
	root, err := ojson.Parse(data, ojson.CardLimits)
	if err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	list := listOf(root)
	if list == nil || isCard(root) {
		return nil, ErrNone
	}
	r := reader{catalog: &Catalog{From: from, Name: text(root.At("/host/displayName"))}, base: from}
	r.read(list, 0)
	if c := r.catalog; len(c.Entries)+c.Others == 0 && !(list.Len() == 0 && root.Get("specVersion").Exists()) {
		return nil, ErrNone
	}
	return r.catalog, nil
}

// listOf returns the list that a document is, or that one of its members is; nil for none.
func listOf(root *ojson.Value) *ojson.Value {
	if root.Is(ojson.Array) {
		return root
	}
	for _, name := range []string{"entries", "agents", "cards", "agentCards", "items", "results", "data"} {
		if list := root.Get(name); list.Is(ojson.Array) {
			return list
		}
	}
	return nil
}

// isCard reports whether a value is the card of an agent, by what every version of A2A
// requires.
func isCard(v *ojson.Value) bool {
	if !v.Is(ojson.Object) || !v.Get("name").Is(ojson.String) {
		return false
	}
	return v.Get("skills").Is(ojson.Array) || v.Get("supportedInterfaces").Is(ojson.Array)
}

type reader struct {
	catalog *Catalog
	base    string
}

func (r *reader) read(list *ojson.Value, depth int) {
	for _, item := range list.Items() {
		if len(r.catalog.Entries) >= MaxEntries {
			r.catalog.Left++
			continue
		}
		r.readItem(item, depth)
	}
}

// readItem reads an entry of an AI Catalog, a card, an object around a card, or an address.
func (r *reader) readItem(item *ojson.Value, depth int) {
	switch {
	case item.Is(ojson.String):
		r.add(Entry{Ref: item.Text(), Name: text(item)})
	case isCard(item):
		r.add(cardEntry(item))
	case mediaType(item) != "":
		r.readTyped(item, depth)
	default:
		r.readUntyped(item)
	}
}

func mediaType(item *ojson.Value) string {
	for _, name := range []string{"mediaType", "type"} {
		kind, _, _ := strings.Cut(item.Get(name).Text(), ";")
		if strings.Contains(kind, "/") {
			return strings.ToLower(strings.TrimSpace(kind))
		}
	}
	return ""
}

// readTyped reads an entry of an AI Catalog.
func (r *reader) readTyped(item *ojson.Value, depth int) {
	e := described(item)
	e.Ref = address(item)
	switch kind := mediaType(item); kind {
	case "application/a2a-agent-card+json", "application/agent-card+json", "application/vnd.a2a.agent-card+json":
		if data := item.Get("data"); data.Is(ojson.Object) {
			e = e.with(data)
		}
		r.add(e)
	case "application/ai-catalog+json":
		if inner := listOf(item.Get("data")); inner != nil && depth+1 < maxDepth {
			r.read(inner, depth+1)
			return
		}
		e.IsCatalog = true
		r.add(e)
	default:
		r.catalog.Others++
	}
}

// readUntyped reads what registries give: an object around a card, or one with its address.
func (r *reader) readUntyped(item *ojson.Value) {
	e := described(item)
	for _, name := range []string{"card", "agentCard", "agent_card"} {
		if card := item.Get(name); isCard(card) {
			r.add(e.with(card))
			return
		}
	}
	if e.Ref = address(item); e.Ref == "" {
		r.catalog.Left++
		return
	}
	r.add(e)
}

func address(item *ojson.Value) string {
	for _, name := range []string{"url", "cardUrl", "card_url", "agentCardUrl", "wellKnownURI"} {
		if v := item.Get(name); v.Is(ojson.String) {
			return v.Text()
		}
	}
	return ""
}

func described(item *ojson.Value) Entry {
	e := Entry{
		Name: text(item.Get("displayName")), Description: text(item.Get("description")),
		Version: text(item.Get("version")), Publisher: text(item.At("/publisher/displayName")),
	}
	for _, name := range []string{"name", "identifier"} {
		if e.Name.IsEmpty() {
			e.Name = text(item.Get(name))
		}
	}
	for _, tag := range item.Get("tags").Items() {
		if len(e.Tags) < maxTags {
			e.Tags = append(e.Tags, text(tag))
		}
	}
	return e
}

func cardEntry(card *ojson.Value) Entry { return described(card).with(card) }

// with is the entry with the card that the catalog contains.
func (e Entry) with(card *ojson.Value) Entry {
	own := described(card)
	if e.Name.IsEmpty() {
		e.Name = own.Name
	}
	if e.Description.IsEmpty() {
		e.Description = own.Description
	}
	e.Ref, e.Card = "", card.Compact()
	for _, skill := range card.Get("skills").Items() {
		if name := skill.Get("name"); name.Is(ojson.String) {
			e.Skills = append(e.Skills, text(name).Line(80).String())
		}
	}
	return e
}

// add takes an entry whose card can be reached from here.
func (r *reader) add(e Entry) {
	if e.Card == nil {
		if e.Ref = r.resolve(e.Ref); e.Ref == "" {
			r.catalog.Left++
			return
		}
	}
	if e.Name.IsEmpty() {
		e.Name = safe.Text(e.Ref)
	}
	r.catalog.Entries = append(r.catalog.Entries, e)
}

// resolve is where an address leads from the catalog, "" for nowhere that is asked. A
// catalog of the network cannot name a file of this machine.
func (r *reader) resolve(ref string) string {
	to, err := url.Parse(ref)
	if err != nil || ref == "" || to.User != nil {
		return ""
	}
	base, err := url.Parse(r.base)
	isFile := err != nil || base.Host == ""
	switch {
	case to.IsAbs():
	case isFile && to.Host == "" && filepath.IsLocal(filepath.FromSlash(ref)):
		path := filepath.Join(filepath.Dir(r.base), filepath.FromSlash(ref))
		if store.CheckPath(r.base, path) != nil {
			return ""
		}
		return path
	case isFile:
		return ""
	default:
		to = base.ResolveReference(to)
	}
	if (to.Scheme != "http" && to.Scheme != "https") || to.Host == "" {
		return ""
	}
	return to.String()
}

// NamesHost reports whether the catalog alone names the host of an entry: it is not the host that the catalog is from. A card in
// a catalog of the network is like one at its address.
func (c *Catalog) NamesHost(e Entry) bool {
	from, err := url.Parse(c.From)
	if err != nil || auth.Origin(from) == "" || e.Card != nil {
		return err != nil || auth.Origin(from) == ""
	}
	to, err := url.Parse(e.Ref)
	return err != nil || auth.Origin(to) != auth.Origin(from)
}

// About is what the catalog says of the entry, on one line.
func (e Entry) About() string {
	var parts []string
	if e.IsCatalog {
		parts = append(parts, "another catalog")
	}
	if !e.Description.IsEmpty() {
		parts = append(parts, e.Description.Line(200).String())
	}
	for _, tag := range e.Tags {
		parts = append(parts, "#"+tag.Line(40).String())
	}
	return strings.Join(append(parts, e.Skills...), " · ")
}

// Matches reports whether the entry contains every word of a filter, in any case.
func (e Entry) Matches(words []string) bool {
	parts := []string{e.Name.Exact(), e.Description.Exact(), e.Publisher.Exact(), e.Ref}
	for _, tag := range e.Tags {
		parts = append(parts, tag.Exact())
	}
	all := strings.ToLower(strings.Join(append(parts, e.Skills...), "\n"))
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, strings.ToLower(w)) })
}

// Summary says how many agents the catalog has, and what was left out.
func (c *Catalog) Summary() string {
	catalogs := 0
	for _, e := range c.Entries {
		if e.IsCatalog {
			catalogs++
		}
	}
	said := english.Plural(len(c.Entries)-catalogs, "agent", "agents")
	if catalogs > 0 {
		said += ", " + english.Plural(catalogs, "catalog", "catalogs")
	}
	if c.Others > 0 {
		said += ", and " + english.Plural(c.Others, "entry of another kind", "entries of other kinds")
	}
	if c.Left > 0 {
		said += fmt.Sprintf("; %d could not be read", c.Left)
	}
	return said
}

func text(v *ojson.Value) safe.Raw {
	if !v.Is(ojson.String) {
		return safe.Raw{}
	}
	return safe.Text(v.Text())
}

// Open reads the catalog at an address or in a file. For a host alone, and for an address
// that is no catalog, it is looked for at [WellKnown]. The error is a
// [*a2aclient.CardError], or [ErrNone] with what was found instead.
func Open(ctx context.Context, ref string, o ...a2aclient.Option) (*Catalog, error) {
	address, file, err := a2aclient.Locate(ref)
	if err != nil {
		return nil, err
	}
	if file != "" {
		return readAt(ctx, ref, o)
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	known := *u
	known.Path, known.RawPath, known.RawQuery = WellKnown, "", ""
	if path.Clean("/"+u.Path) == "/" && u.RawQuery == "" {
		return readAt(ctx, known.String(), o)
	}
	found, err := readAt(ctx, address, o)
	if err == nil || ctx.Err() != nil || isFinal(err) {
		return found, err
	}
	if other, otherErr := readAt(ctx, known.String(), o); otherErr == nil {
		return other, nil
	}
	return nil, err
}

// OpenInstead reads the catalog at an address where no card was found, for the reason err;
// nil if there is none, or if err says that it is not worth a try.
func OpenInstead(ctx context.Context, ref string, err error, o ...a2aclient.Option) *Catalog {
	var failed *a2aclient.CardError
	if !errors.As(err, &failed) || !failed.HasNoCard() {
		return nil
	}
	found, err := Open(ctx, ref, o...)
	if err != nil {
		return nil
	}
	return found
}

// isFinal reports that asking the same host for something else will do no better.
func isFinal(err error) bool {
	var failed *a2aclient.CardError
	return errors.As(err, &failed) && failed.Status == 0
}

func readAt(ctx context.Context, ref string, o []a2aclient.Option) (*Catalog, error) {
	data, from, err := a2aclient.ReadDocument(ctx, ref, maxSize, o...)
	if err != nil {
		return nil, err
	}
	return Parse(data, from)
}

const (
	cardsAtOnce = 8
	cardTime    = 15 * time.Second // for one card
)

// ReadSkills reads the cards that the entries lead to, some at a time, and sets their Skills
// or their Problem.
func ReadSkills(ctx context.Context, list []Entry) {
	var wait sync.WaitGroup
	free := make(chan struct{}, cardsAtOnce)
	for i := range list {
		if list[i].Card != nil || list[i].IsCatalog {
			continue
		}
		free <- struct{}{}
		safego.GoGroup(&wait, func() {
			defer func() { <-free }()
			list[i].readSkills(ctx)
		})
	}
	wait.Wait()
}

func (e *Entry) readSkills(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, cardTime)
	defer cancel()
	card, err := a2aclient.Fetch(ctx, e.Ref)
	if err != nil {
		var failed *a2aclient.CardError
		if e.Problem = err.Error(); errors.As(err, &failed) {
			e.Problem = failed.What
		}
		return
	}
	for _, skill := range card.Skills {
		e.Skills = append(e.Skills, skill.Name.Line(80).String())
	}
}
