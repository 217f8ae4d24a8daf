package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/catalog"
	"a2aform/internal/safe"
)

// maxNamedAgents bounds how many agents of a catalog an error names.
const maxNamedAgents = 20

// fetchRef reads the card that a reference leads to: a card itself, or an agent of a catalog,
// CATALOG#NAME. A catalog of one agent needs no name. It returns the catalog, if that alone names the host of the agent; such a
// host does not see the identity.
func fetchRef(ctx context.Context, s *Streams, ref string, identity, o []a2aclient.Option) (card *a2aclient.Card, from string, err error) {
	own := slices.Concat(identity, o)
	if base, name, ok := strings.Cut(ref, "#"); ok && base != "" && !isFile(ref) {
		list, err := catalog.Open(ctx, base, own...)
		if err != nil {
			return nil, "", fmt.Errorf("find %s in the catalog: %w", safe.Text(name).Line(80), err)
		}
		return fetchEntry(ctx, list, name, own, o)
	}
	card, err = a2aclient.Fetch(ctx, ref, own...)
	if err == nil {
		return card, "", nil
	}
	list := catalog.OpenInstead(ctx, ref, err, own...)
	switch {
	case list == nil:
		return nil, "", err
	case len(list.Entries) == 1 && !list.Entries[0].IsCatalog:
		s.Warn("note: the catalog has one agent, " + list.Entries[0].Name.Line(80).String())
		return fetchEntry(ctx, list, "", own, o)
	}
	return nil, "", Usagef("this is a catalog of agents: write %s#NAME with the name of one; it has %s", safe.Text(ref).Line(200), namesIn(list))
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// fetchEntry reads the card of an agent of a catalog, by its name or its address; "" is the
// only one.
func fetchEntry(ctx context.Context, list *catalog.Catalog, name string, own, others []a2aclient.Option) (card *a2aclient.Card, from string, err error) {
	i := slices.IndexFunc(list.Entries, func(e catalog.Entry) bool {
		return !e.IsCatalog && (name == "" || strings.EqualFold(e.Name.Line(0).String(), safe.Text(name).Line(0).String()) || e.Ref == name)
	})
	if i < 0 {
		return nil, "", Usagef("the catalog has no agent %s; it has %s", safe.Text(name).Line(80), namesIn(list))
	}
	e, o := list.Entries[i], own
	if list.NamesHost(e) {
		from, o = list.From, others
	}
	if e.Card == nil {
		card, err = a2aclient.Fetch(ctx, e.Ref, o...)
		return card, from, err
	}
	source := list.From
	if name != "" {
		source += "#" + name
	}
	card, err = a2aclient.Read(bytes.NewReader(e.Card), source)
	return card, from, err
}

func namesIn(list *catalog.Catalog) string {
	var names []string
	for _, e := range list.Entries {
		if len(names) == maxNamedAgents {
			names = append(names, fmt.Sprintf("%d more", len(list.Entries)-len(names)))
			break
		}
		names = append(names, e.Name.Line(80).String())
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}
