package formgen

import (
	"regexp"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// named are the values of the fields that have such names or paths; a name that several fields have is that of the outermost. A
// field of an item that comes again is of the next item.
func (f *Form) named(pairs [][2]string) (values []pastedValue) {
	if len(pairs) == 0 || len(pairs) > maxPastedPairs {
		return nil
	}
	var targets []target
	findTargets(f.root, &targets)
	items := map[string]*itemCursor{}
	for _, pair := range pairs {
		if field := calledBy(targets, pair[0], false); field != nil {
			values = append(values, pastedValue{path: field.next(pair[0], items), name: pair[0], text: pair[1]})
		} else if group := calledBy(targets, pair[0], true); group != nil {
			values = append(values, group.values(pair[0], pair[1])...)
		} else {
			values = append(values, pastedValue{path: pair[0], name: pair[0], text: pair[1], isLoose: !f.leadsOn(pair[0])})
		}
	}
	return values
}

// calledBy is the outermost target of a name, nil for none.
func calledBy(targets []target, name string, isGroup bool) (best *target) {
	for i, t := range targets {
		if t.isGroup() == isGroup && t.isCalled(name) && (best == nil || t.depth < best.depth) {
			best = &targets[i]
		}
	}
	return best
}

// leadsOn reports a path such as lines.0.item that begins with a field in which there are others.
func (f *Form) leadsOn(path string) bool {
	first, _, ok := strings.Cut(strings.TrimPrefix(path, "/"), ".")
	if strings.HasPrefix(path, "/") {
		first, _, ok = strings.Cut(path[1:], "/")
	}
	x := f.root.child(first)
	return ok && x != nil && (x.Kind() == schema.Object || x.Kind() == schema.Array)
}

// target is a field that is there, or would be.
type target struct {
	loc                        schema.Location
	pointer, path, name, label string
	depth                      int
	item                       listItem // that the field is in
}

// listItem is an item of a list of objects. The zero value is none.
type listItem struct {
	list string // its pointer
	at   int
}

// itemCursor is the item that is being read, and the pointers of the fields in it that were.
type itemCursor struct {
	at   int
	seen map[string]bool
}

func (t *target) isCalled(name string) bool {
	return isSameName(name, t.name) || isSameName(name, t.label) || isSameName(name, t.pointer) || isSameName(name, t.path)
}

// isGroup reports an object or a list of objects.
func (t *target) isGroup() bool {
	return t.loc.Kind() == schema.Object || t.loc.Kind() == schema.Array && t.loc.Item(0).Kind() == schema.Object
}

// next is the pointer of the field in the item that is being read, unless the name says which item it is.
func (t *target) next(name string, items map[string]*itemCursor) string {
	if t.item.list == "" || !isSameName(name, t.name) && !isSameName(name, t.label) {
		return t.pointer
	}
	c := items[t.item.list]
	if c == nil {
		c = &itemCursor{at: t.item.at}
		items[t.item.list] = c
	}
	if c.seen[t.pointer] {
		c.at, c.seen = c.at+1, nil
	}
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	c.seen[t.pointer] = true
	rest := strings.TrimPrefix(t.pointer, ojson.Pointer(t.item.list, strconv.Itoa(t.item.at)))
	return ojson.Pointer(t.item.list, strconv.Itoa(c.at)) + rest
}

func findTargets(x *Field, targets *[]target) {
	for _, c := range x.Children() {
		if x.Kind() == schema.Array {
			return
		}
		t := target{loc: c.loc, pointer: c.Pointer(), path: c.Path(), name: c.name, label: c.Label(), depth: strings.Count(c.Pointer(), "/")}
		switch {
		case c.Kind() == schema.Array && t.isGroup():
			t.item = nextItem(c)
			itemTargets(c, t, targets)
		case c.Kind() == schema.Object && len(c.Children()) > 0:
			findTargets(c, targets)
		case c.Kind() == schema.Object:
			declaredTargets(t, targets)
		}
		*targets = append(*targets, t)
	}
}

// nextItem is the last item of a list if that is blank, else one more.
func nextItem(list *Field) listItem {
	at := len(list.Children())
	if list.HasBlankItem() {
		at--
	}
	return listItem{list.Pointer(), at}
}

// itemTargets are the targets in the next item of a list of objects.
func itemTargets(list *Field, t target, targets *[]target) {
	if list.Presence() == Set && !list.CanAppend() && !list.HasBlankItem() {
		return
	}
	n := strconv.Itoa(t.item.at)
	item := target{loc: list.Location().Item(t.item.at), pointer: ojson.Pointer(t.pointer, n), path: t.path + " " + n, depth: t.depth + 1, item: t.item}
	declaredTargets(item, targets)
}

// declaredTargets are the targets in an object that is left out.
func declaredTargets(object target, targets *[]target) {
	if object.depth > maxPastedDepth {
		return
	}
	for _, p := range object.loc.Properties() {
		t := target{
			loc: p.Location, pointer: ojson.Pointer(object.pointer, p.Name), path: object.path + " " + propertyLabel(p),
			name: p.Name, label: propertyLabel(p), depth: object.depth + 1, item: object.item,
		}
		switch {
		case p.Location.Kind() == schema.Object:
			declaredTargets(t, targets)
		case t.isGroup():
			t.item = listItem{list: t.pointer}
		}
		*targets = append(*targets, t)
	}
}

// values are those of the fields in a group that are written on one line: "Acme" is the name of a customer, "color=red, size=xl" are
// two entries of a map, and "Bolt 12, Nut 8" two items with a text and a number. All of it is understood, or nothing.
func (t *target) values(name, text string) (values []pastedValue) {
	add := func(value string, tokens ...string) {
		v := pastedValue{path: t.pointer, name: name, text: value}
		for _, token := range tokens {
			v.path = ojson.Pointer(v.path, token)
		}
		if n := len(tokens); n > 0 && t.loc.Kind() == schema.Object && t.loc.IsMap() {
			v.name += "." + tokens[n-1]
		}
		values = append(values, v)
	}
	isRead := false
	switch {
	case strings.HasPrefix(text, "{") || strings.HasPrefix(text, "["):
		add(text)
		return values
	case t.loc.Kind() == schema.Array:
		isRead = t.itemsOf(text, add)
	case t.loc.IsMap() && len(t.loc.Properties()) == 0:
		isRead = entriesOf(text, add)
	default:
		isRead = t.mainOf(text, add)
	}
	if !isRead {
		return []pastedValue{{name: name, text: text, isLoose: true, isLeft: true}}
	}
	return values
}

// mainOf reads the field that an object is known by: its only one, or the one that is called name.
func (t *target) mainOf(text string, add func(value string, tokens ...string)) bool {
	all := t.loc.Properties()
	for _, p := range all {
		if kind := p.Location.Kind(); (len(all) == 1 || isNameOf(p, "name")) && kind != schema.Object && kind != schema.Array {
			add(text, p.Name)
			return true
		}
	}
	return false
}

// entriesOf reads the entries of a map, with commas between them.
func entriesOf(text string, add func(value string, tokens ...string)) bool {
	isRead := true
	for piece := range strings.SplitSeq(text, ",") {
		name, value, ok := cutEntry(piece)
		isRead = isRead && ok && value != ""
		add(value, name)
	}
	return isRead
}

// numberFirst and numberLast are an item with a number: "12 x Bolt" and "Bolt M8 12".
var (
	numberFirst = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)\s*[x×]?\s+(\S.*)$`)
	numberLast  = regexp.MustCompile(`^(\S.*?)\s+[x×]?\s*([0-9]+(?:\.[0-9]+)?)$`)
)

// itemsOf reads the items of a list, with commas between them, where each has one text and one number.
func (t *target) itemsOf(text string, add func(value string, tokens ...string)) bool {
	var words, number string
	for _, p := range t.loc.Item(t.item.at).Properties() {
		at := &words
		switch kind := p.Location.Kind(); {
		case kind.IsNumber():
			at = &number
		case kind.IsString():
		default:
			continue
		}
		if *at != "" {
			return false
		}
		*at = p.Name
	}
	if words == "" || number == "" || t.item.list == "" {
		return false
	}
	for i, piece := range strings.Split(text, ",") {
		piece = strings.TrimSpace(piece)
		first, last := numberFirst.FindStringSubmatch(piece), numberLast.FindStringSubmatch(piece)
		if (first == nil) == (last == nil) {
			return false
		}
		if first != nil {
			last = []string{"", first[2], first[1]}
		}
		n := strconv.Itoa(t.item.at + i)
		add(last[1], n, words)
		add(last[2], n, number)
	}
	return true
}
