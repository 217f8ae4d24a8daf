package agent

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"a2aform/internal/catalog"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// showCatalog puts the agents of a catalog above those that are known, and the focus on them.
func (s *ConnectScreen) showCatalog(c *catalog.Catalog) kit.Action {
	l := &s.agents
	l.catalog = rowsOf(c)
	l.filter.SetValue("")
	l.cursor = 0
	l.join()
	s.onList = len(l.rows) > 0
	return kit.Infof("%s. / filters them, esc closes the catalog.", c.Summary())
}

func rowsOf(c *catalog.Catalog) []agentRow {
	group := "Catalog"
	if !c.Name.IsEmpty() {
		group += " of " + c.Name.Line(60).String()
	}
	rows := make([]agentRow, len(c.Entries))
	for i, e := range c.Entries {
		rows[i] = agentRow{group: group, name: e.Name, ref: e.Ref, card: e.Card, inCatalog: true, about: e.About()}
		if e.Card != nil {
			rows[i].ref = fmt.Sprintf("%s#%d", c.From, i+1)
		} else {
			rows[i].origin = kit.OriginOf(safe.Text(e.Ref))
		}
	}
	return rows
}

// closeCatalog leaves the agents of a catalog; false if none is open.
func (l *agentList) closeCatalog() bool {
	if l.catalog == nil {
		return false
	}
	l.catalog, l.cursor = nil, 0
	l.join()
	return true
}

// join makes the rows: the agents of the catalog, then those that are known.
func (l *agentList) join() {
	l.rows = slices.Concat(l.catalog, l.known)
	for i := range l.rows {
		r := &l.rows[i]
		r.searched = strings.ToLower(kit.Line(r.name) + " " + kit.Line(r.called) + " " + safe.Text(r.ref).Line(0).String() + " " + r.group + " " + r.about)
		r.nameWidth = lipgloss.Width(r.name.Line(60).String())
	}
	l.match()
}
