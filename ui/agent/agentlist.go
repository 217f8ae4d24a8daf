package agent

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"a2aform/a2aclient"
	"a2aform/internal/catalog"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// agentRow is an agent of the list.
type agentRow struct {
	Group  string // heading
	Name   safe.Raw
	Called safe.Raw // by its card, for a saved one; empty where that was never read
	Ref    string
	Saved  *store.Saved // nil for one that was opened before
	Used   time.Time    // zero for never
	Origin string       // what credentials for it are bound to; "" where that is not known yet

	Catalog   string // that named its host; "" where the user did
	InCatalog bool
	About     string // by the catalog
	Card      []byte // if the catalog holds it

	IsDemo      bool
	Description safe.Raw   // by its card or the catalog; empty where that was never read
	Skills      []safe.Raw // the names of the first ones, with it

	name      string // in lower case
	searched  string // what the filter looks at, in lower case
	nameWidth int
}

// typed is what one would type to open the row.
func (r agentRow) typed() string {
	if r.Saved != nil {
		return r.Saved.Name
	}
	return r.Ref
}

// mayBeSaved reports an agent that has an address and no name of the user's.
func (r agentRow) mayBeSaved() bool { return r.Saved == nil && r.Card == nil && !r.IsDemo }

// wasOpened reports an agent that is listed because it was opened.
func (r agentRow) wasOpened() bool { return r.mayBeSaved() && !r.InCatalog }

// The groups of the list, in its order.
const (
	ofRepository = "This repository"
	ofUser       = "Saved"
	openedBefore = "Opened before"
	builtIn      = "Built in"
)

// agentList are the agents that are known, and which of them are shown.
type agentList struct {
	all      []agentRow // those below, as they are listed
	known    []agentRow
	demo     []agentRow         // the built-in agent, if there is one
	catalog  []agentRow         // of the catalog that is open
	typed    string             // in the line, in lower case
	isNarrow bool               // only those whose name has what is typed are rows
	Rows     []agentRow         // those that the filter looks at
	Problems []error            // of files of saved agents
	Kept     []store.Credential // without their secrets

	kit.FilterList
	Drawn map[int]int // where a click is: by the line of the screen, in Shown
}

// newAgentList returns a list that contains at most the demo agent; nil leaves it out.
func newAgentList(demo *store.Agent) agentList {
	l := agentList{FilterList: kit.NewFilterList("name or address"), Drawn: map[int]int{}}
	if demo != nil {
		l.demo = []agentRow{{Group: builtIn, Name: demo.Name, IsDemo: true, Description: demo.About, Skills: demo.Skills}}
		l.join()
	}
	return l
}

// knownAgents are the agents that are known, as [loadAgents] read them from the disk.
type knownAgents struct {
	Rows     []agentRow
	Problems []error
	Kept     []store.Credential
}

// loadAgents reads which agents are known. It reports what cannot be read and shows
// the rest.
func loadAgents(keep *store.Store, dir string) (m knownAgents) {
	var recent []store.Agent
	if keep != nil {
		var err error
		if recent, err = keep.Agents(); err != nil {
			m.Problems = append(m.Problems, err)
		}
		m.Kept, _ = keep.Credentials() // opening the agent reports what is wrong with them
	}
	saved, problems := savedAgents(keep, dir)
	m.Problems = append(m.Problems, problems...)
	for i, a := range saved {
		r := agentRow{Group: ofUser, Name: safe.Text(a.Name), Ref: a.Ref(), Saved: &saved[i], Origin: kit.OriginOf(safe.Text(a.URL))}
		if a.Local {
			r.Group = ofRepository
		}
		if at := slices.IndexFunc(recent, func(o store.Agent) bool { return isSameAgent(o.Ref, r.Ref) }); at >= 0 {
			r.Used, r.Called = recent[at].Used, recent[at].Name
			r.Description, r.Skills = recent[at].About, recent[at].Skills
		}
		m.Rows = append(m.Rows, r)
	}
	slices.SortStableFunc(m.Rows, func(a, b agentRow) int { return strings.Compare(b.Group, a.Group) })
	for _, a := range recent {
		if a.Repository != "" || slices.ContainsFunc(saved, func(o store.Saved) bool { return isSameAgent(o.Ref(), a.Ref) }) {
			continue
		}
		address, _, _ := a2aclient.Locate(a.Ref)
		m.Rows = append(m.Rows, agentRow{Group: openedBefore, Name: a.Name, Ref: a.Ref, Used: a.Used, Catalog: a.Catalog, Origin: kit.OriginOf(safe.Text(address)), Description: a.About, Skills: a.Skills})
	}
	return m
}

// isSameAgent reports two references to one agent.
func isSameAgent(a, b string) bool { return store.IsSameAddress(located(a), located(b)) }

// located is where an agent is, however it was typed: localhost:9999 and
// http://localhost:9999 are one.
func located(ref string) string {
	address, file, err := a2aclient.Locate(ref)
	if err != nil {
		return ref
	}
	return address + file // one of them is empty
}

// savedAgents are those of the user and of the repository around dir, where dir
// is known.
func savedAgents(keep *store.Store, dir string) ([]store.Saved, []error) {
	if keep == nil && dir == "" {
		return nil, nil
	}
	return keep.Saved(dir)
}

// take shows what was read.
func (l *agentList) take(m knownAgents) {
	l.known, l.Problems, l.Kept = m.Rows, m.Problems, m.Kept
	l.join()
}

// nameWidth is that of the widest name shown.
func (l *agentList) nameWidth() (widest int) {
	for _, i := range l.Shown {
		widest = max(widest, l.Rows[i].nameWidth)
	}
	return widest
}

// eachLine visits the lines of the list: n counts them, row is in Shown. A heading comes
// before the row i of Shown as -i-1.
func (l *agentList) eachLine(visit func(n, row int)) {
	n, group := 0, ""
	for i, index := range l.Shown {
		if g := l.Rows[index].Group; g != group {
			group = g
			visit(n, -i-1)
			n++
		}
		visit(n, i)
		n++
	}
}

// Lines is how many lines the list has, with its headings.
func (l *agentList) Lines() (n int) {
	l.eachLine(func(int, int) { n++ })
	return n
}

// isNew reports a list of which the user added nothing.
func (l *agentList) isNew() bool { return len(l.all) == len(l.demo) }

// chosen is the row under the cursor.
func (l *agentList) chosen() (r agentRow, ok bool) {
	row, ok := l.Row()
	if !ok {
		return r, false
	}
	return l.Rows[row], true
}

// openCatalog puts the agents of a catalog above the known ones. The host of the catalog is one that the user named, if isOwn is
// true.
func (l *agentList) openCatalog(c *catalog.Catalog, isOwn bool) {
	l.catalog, l.Cursor = rowsOf(c, isOwn), 0
	l.Filter.SetValue("")
	l.join()
}

func rowsOf(c *catalog.Catalog, isOwn bool) []agentRow {
	group := "Catalog"
	if !c.Name.IsEmpty() {
		group += " of " + c.Name.Line(60).String()
	}
	rows := make([]agentRow, len(c.Entries))
	for i, e := range c.Entries {
		rows[i] = agentRow{Group: group, Name: e.Name, Ref: e.Ref, Card: e.Card, InCatalog: true, About: e.About(), Description: safe.Text(e.About())}
		if !isOwn || c.NamesHost(e) {
			rows[i].Catalog = c.From
		}
		if e.Card != nil {
			rows[i].Ref = fmt.Sprintf("%s#%d", c.From, i+1)
		} else {
			rows[i].Origin = kit.OriginOf(safe.Text(e.Ref))
		}
	}
	return rows
}

// closeCatalog leaves the agents of a catalog; false if none is open.
func (l *agentList) closeCatalog() bool {
	if l.catalog == nil {
		return false
	}
	l.catalog, l.Cursor = nil, 0
	l.join()
	return true
}

// join makes the rows: the agents of the catalog, the known agents, the demo agent.
func (l *agentList) join() {
	l.all = slices.Concat(l.catalog, l.known, l.demo)
	for i := range l.all {
		r := &l.all[i]
		r.name = strings.ToLower(kit.Line(r.Name))
		r.searched = strings.ToLower(kit.Line(r.Name) + " " + kit.Line(r.Called) + " " + safe.Text(r.Ref).Line(0).String() + " " + r.Group + " " + r.About)
		r.nameWidth = lipgloss.Width(r.Name.Line(60).String())
	}
	l.narrow(l.typed)
}

// narrow leaves the agents whose name has what is typed, with the cursor on the one that is called so, else on the first. An
// address, and a text that no name has, leave all.
func (l *agentList) narrow(typed string) {
	was, before := l.isNarrow, l.typed
	l.typed = strings.ToLower(strings.TrimSpace(typed))
	l.Rows, l.isNarrow = l.all, false
	if l.typed != "" && l.typed != "localhost" && !strings.ContainsAny(l.typed, `.:/\`) {
		named := slices.DeleteFunc(slices.Clone(l.all), func(r agentRow) bool { return !strings.Contains(r.name, l.typed) })
		if len(named) > 0 {
			l.Rows, l.isNarrow = named, true
		}
	}
	if l.isNarrow != was || l.isNarrow && l.typed != before {
		l.Filter.SetValue("")
		l.Cursor = max(slices.IndexFunc(l.Rows, func(r agentRow) bool { return r.name == l.typed }), 0)
	}
	l.SetRows(len(l.Rows), func(row int) string { return l.Rows[row].searched })
}
