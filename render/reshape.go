package render

import (
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/render/value"
)

// maxReshapeDepth is how deep data is looked into for rows in other shapes.
const maxReshapeDepth = 4

// asRows is data with its rows as lists of objects, where libraries and protocols write them in another shape: column by column, values
// under the names of columns, records in envelopes, values in types, or JSON in a text. How says which in our words, "" for none. Any
// other data is returned as it is.
func asRows(v *ojson.Value) (rows *ojson.Value, how string) {
	var r reshaper
	rows = r.value(v, maxReshapeDepth)
	return rows, strings.Join(r.told, "; ")
}

// reshaper remembers which shapes it has read.
type reshaper struct{ told []string }

func (r *reshaper) tell(how string) {
	if !slices.Contains(r.told, how) {
		r.told = append(r.told, how)
	}
}

// value reads a value that has so many levels to be looked into.
func (r *reshaper) value(v *ojson.Value, depth int) *ojson.Value {
	switch {
	case depth == 0 || v.Len() == 0:
		return v
	case v.Is(ojson.Array):
		return r.list(v, depth)
	case v.Is(ojson.Object):
		return r.object(v, depth)
	}
	return v
}

// object reads an object that has rows in another shape, else its members.
func (r *reshaper) object(v *ojson.Value, depth int) *ojson.Value {
	least := 2 // rows; inside of other data, pairs are rather points
	if depth < maxReshapeDepth {
		least = 3
	}
	for _, shape := range []struct {
		read func(*ojson.Value) *ojson.Value
		how  string
	}{
		{rowsUnderNames, "the names of the columns came beside the rows; here they are together"},
		{func(v *ojson.Value) *ojson.Value { return rowsOfColumns(v, least) }, "the data came column by column; here it is as rows"},
		{featureRows, "these are GeoJSON features; here each is a row of its properties"},
		{rowsInText, "a text of the data is a list; here it is as rows"},
		{rowsUnderKeys, "each record came under its key; here they are rows"},
	} {
		if rows := shape.read(v); rows != nil {
			r.tell(shape.how)
			return rows
		}
	}
	members := slices.Clone(v.Members())
	for i, m := range members {
		members[i].Value = r.value(m.Value, depth-1)
	}
	return ojson.NewObject(members...)
}

// list reads a list of rows, or of one thing that has some.
func (r *reshaper) list(v *ojson.Value, depth int) *ojson.Value {
	if rows := rowsUnderFirst(v); rows != nil {
		r.tell("the first row has the names of the columns; here they are above")
		return rows
	}
	items := v.Items()
	if slices.ContainsFunc(items, func(item *ojson.Value) bool { return !item.Is(ojson.Object) }) {
		return v
	}
	if name := envelopeOf(items); name != "" {
		r.tell("each record came in " + strconv.Quote(name) + "; here it is the row")
		return unwrapped(items, name)
	}
	if rows := withoutTypes(items); rows != nil {
		r.tell("the values came with their types; here they are alone")
		return ojson.NewArray(rows...)
	}
	if len(items) == 1 {
		told := len(r.told)
		if only := r.object(items[0], depth-1); len(r.told) > told {
			return only // the rows in it are no longer in a list of one
		}
	}
	return v
}

// nameWords are in the names of members that have the names of columns.
var nameWords = []string{"col", "head", "field", "names", "schema", "rowtype", "dimension", "label"}

// rowsUnderNames reads {"columns": ["a", "b"], "data": [[1, 2], [3, 4]]}, as pandas writes it with orient="split", and its kin: the names
// may be those of objects ({"name": "a", "type": "int"}), or in an object beside the rows, and the cells of a row in an object of its
// own, as databases send them; nil for others.
func rowsUnderNames(v *ojson.Value) *ojson.Value {
	for _, data := range v.Members() {
		tuples := tuplesOf(data.Value)
		if tuples == nil {
			continue
		}
		names, others := namesBeside(v, data.Name, len(tuples[0]))
		if names == nil {
			continue
		}
		var rows []*ojson.Value
		for i, cells := range tuples {
			if i > 0 || !areNames(cells, names) { // a header that came twice
				rows = append(rows, row(names, cells))
			}
		}
		list := ojson.NewArray(rows...)
		if len(others) == 1 {
			return list
		}
		return replaced(ojson.NewObject(others...), data.Name, list, "")
	}
	return nil
}

// tuplesOf are the cells of each row of a list whose rows have as many each, as a list or as the first list in an object; nil for other
// values.
func tuplesOf(v *ojson.Value) (tuples [][]*ojson.Value) {
	if !v.Is(ojson.Array) {
		return nil
	}
	for _, item := range v.Items() {
		if item.Is(ojson.Object) {
			i := slices.IndexFunc(item.Members(), func(m ojson.Member) bool { return m.Value.Is(ojson.Array) })
			if i < 0 || item.Len() > 2 {
				return nil
			}
			item = item.Members()[i].Value
		}
		if !item.Is(ojson.Array) || item.Len() == 0 || len(tuples) > 0 && item.Len() != len(tuples[0]) {
			return nil
		}
		cells := slices.Clone(item.Items())
		for i, cell := range cells {
			cells[i] = withoutType(cell)
		}
		tuples = append(tuples, cells)
	}
	return tuples
}

// namesBeside are so many names of columns in a member beside the data, or in one of an object there. The others are the members without
// them, and without those that number the rows.
func namesBeside(v *ojson.Value, data string, count int) (names []string, others []ojson.Member) {
	for _, m := range v.Members() {
		switch {
		case m.Name != data && names == nil && isCalledNames(m.Name) && namesOf(m.Value, count) != nil:
			names = namesOf(m.Value, count)
			continue
		case m.Name != data && names == nil && m.Value.Is(ojson.Object):
			i := slices.IndexFunc(m.Value.Members(), func(inner ojson.Member) bool {
				return (isCalledNames(m.Name) || isCalledNames(inner.Name)) && namesOf(inner.Value, count) != nil
			})
			if i < 0 {
				break
			}
			inner := m.Value.Members()
			names = namesOf(inner[i].Value, count)
			if m.Value = ojson.NewObject(slices.Delete(slices.Clone(inner), i, i+1)...); m.Value.Len() == 0 {
				continue
			}
		case slices.Contains([]string{"index", "index_names", "column_names"}, m.Name):
			continue
		}
		others = append(others, m)
	}
	return names, others
}

// isCalledNames reports that a member is called as one with the names of columns.
func isCalledNames(name string) bool {
	lower := strings.ToLower(name)
	return slices.ContainsFunc(nameWords, func(word string) bool { return strings.Contains(lower, word) })
}

// namesOf are so many different names: texts, or objects that have one each; nil for other values.
func namesOf(v *ojson.Value, count int) (names []string) {
	if !v.Is(ojson.Array) || v.Len() != count {
		return nil
	}
	for _, item := range v.Items() {
		if item.Is(ojson.Object) {
			item = firstOf(item, "name", "Name", "label", "Label", "title", "field", "key", "id")
		}
		if !item.Is(ojson.String) || slices.Contains(names, item.Text()) {
			return nil
		}
		names = append(names, item.Text())
	}
	return names
}

// firstOf is the first member by one of some names.
func firstOf(v *ojson.Value, names ...string) *ojson.Value {
	for _, name := range names {
		if m := v.Get(name); m.Exists() {
			return m
		}
	}
	return nil
}

func areNames(cells []*ojson.Value, names []string) bool {
	return slices.EqualFunc(cells, names, func(cell *ojson.Value, name string) bool { return cell.Is(ojson.String) && cell.Text() == name })
}

func row(names []string, cells []*ojson.Value) *ojson.Value {
	members := make([]ojson.Member, len(names))
	for i, name := range names {
		members[i] = ojson.Member{Name: name, Value: cells[i]}
	}
	return ojson.NewObject(members...)
}

// rowsUnderFirst reads [["City", "Temp"], ["Oslo", 4.5]], as spreadsheets send it: the first row has different texts, and in some column
// all others are of another kind, or are digits; nil for others.
func rowsUnderFirst(v *ojson.Value) *ojson.Value {
	tuples := tuplesOf(v)
	if len(tuples) < 2 || len(tuples[0]) < 2 || v.Index(0).Is(ojson.Object) {
		return nil
	}
	names := namesOf(v.Index(0), len(tuples[0]))
	if names == nil || slices.ContainsFunc(tuples[0], isFigure) {
		return nil
	}
	isFigures := func(column int) bool {
		filled := 0
		for _, cells := range tuples[1:] {
			switch cell := cells[column]; {
			case cell.Is(ojson.Array), cell.Is(ojson.Object), cell.Is(ojson.String) && cell.Text() != "" && !isFigure(cell):
				return false
			case !cell.Is(ojson.Null) && !(cell.Is(ojson.String) && cell.Text() == ""):
				filled++
			}
		}
		return filled > 0
	}
	isHeader := false
	for column := range names {
		isHeader = isHeader || isFigures(column)
	}
	if !isHeader {
		return nil
	}
	var rows []*ojson.Value
	for _, cells := range tuples[1:] {
		rows = append(rows, row(names, cells))
	}
	return ojson.NewArray(rows...)
}

// isFigure reports a number, a boolean, or a text that begins with a digit: a date, an amount.
func isFigure(v *ojson.Value) bool {
	if !v.Is(ojson.String) {
		return v.Is(ojson.Number) || v.Is(ojson.Bool)
	}
	text := strings.TrimLeft(v.Text(), "+-$€£ ")
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

// envelopes are the members that have the record of a row, by those who send them: GraphQL connections, JSON:API, Airtable and Firestore,
// Elasticsearch, Prometheus.
var envelopes = []string{"node", "attributes", "fields", "_source", "metric"}

// envelopeOf is the member of all items that has their records, "" for none.
func envelopeOf(items []*ojson.Value) string {
	for _, name := range envelopes {
		if !slices.ContainsFunc(items, func(item *ojson.Value) bool { return item.Get(name).Len() == 0 || !item.Get(name).Is(ojson.Object) }) {
			return name
		}
	}
	return ""
}

// unwrapped are records without their envelopes, each with what was around it at its end. A name that both have gets that of the envelope
// before it there.
func unwrapped(items []*ojson.Value, name string) *ojson.Value {
	rows := make([]*ojson.Value, len(items))
	for i, item := range items {
		inner := item.Get(name)
		var members []ojson.Member
		for _, m := range inner.Members() {
			members = append(members, ojson.Member{Name: m.Name, Value: withoutType(m.Value)})
		}
		for _, m := range item.Members() {
			if m.Name == name {
				continue
			}
			if inner.Get(m.Name).Exists() {
				m.Name = "(" + m.Name + ")"
			}
			members = append(members, m)
		}
		rows[i] = ojson.NewObject(members...)
	}
	return ojson.NewArray(rows...)
}

// typeNames are the members of values that say their type: of DynamoDB, Firestore, extended JSON of MongoDB, SPARQL and tables of Google and
// Amazon.
var typeNames = []string{
	"S", "N", "B", "BOOL", "NULL", "v", "VarCharValue", "stringValue", "integerValue", "doubleValue", "booleanValue", "timestampValue", "nullValue",
	"$oid", "$date", "$numberLong", "$numberInt", "$numberDouble", "$numberDecimal",
}

// withoutType is the value in an object that is nothing but its type; others are returned as they are. One of Google's tables may have the
// text that is shown beside it.
func withoutType(v *ojson.Value) *ojson.Value {
	if !v.Is(ojson.Object) || v.Len() == 0 || !slices.Contains(typeNames, v.Members()[0].Name) {
		return v
	}
	if v.Len() == 1 || v.Len() == 2 && v.Members()[0].Name == "v" && v.Members()[1].Name == "f" {
		return v.Members()[0].Value
	}
	return v
}

// withoutTypes are objects with values without their types; nil where none has one.
func withoutTypes(items []*ojson.Value) []*ojson.Value {
	hasTypes := false
	rows := make([]*ojson.Value, len(items))
	for i, item := range items {
		members := slices.Clone(item.Members())
		for j, m := range members {
			if plain := withoutType(m.Value); plain != m.Value {
				members[j].Value, hasTypes = plain, true
			}
		}
		rows[i] = ojson.NewObject(members...)
	}
	if !hasTypes {
		return nil
	}
	return rows
}

// rowsUnderKeys reads {"u1": {"name": "Ann", "age": 34}, "u2": …}: three objects or more with the same two members or more, none of them
// nested; nil for others.
func rowsUnderKeys(v *ojson.Value) *ojson.Value {
	const leastRows, leastMembers = 3, 2
	if v.Len() < leastRows {
		return nil
	}
	first := v.Members()[0].Value
	rows := make([]*ojson.Value, 0, v.Len())
	for _, m := range v.Members() {
		if !m.Value.Is(ojson.Object) || m.Value.Len() < leastMembers || m.Value.Len() != first.Len() {
			return nil
		}
		for _, inner := range m.Value.Members() {
			if inner.Value.Is(ojson.Array) || inner.Value.Is(ojson.Object) || !first.Get(inner.Name).Exists() {
				return nil
			}
		}
		key := "key"
		if m.Value.Get(key).Exists() {
			key = "(key)"
		}
		rows = append(rows, ojson.NewObject(append([]ojson.Member{{Name: key, Value: ojson.NewString(m.Name)}}, m.Value.Members()...)...))
	}
	return ojson.NewArray(rows...)
}

// rowsOfColumns reads {"a": [1, 3], "b": [2, 4]}, and {"a": {"0": 1, "1": 3}, "b": …}, as pandas writes it by default: at least so
// many rows; nil for others.
func rowsOfColumns(v *ojson.Value, least int) *ojson.Value {
	columns := v.Members()
	if len(columns) < 2 {
		return nil
	}
	n := columns[0].Value.Len()
	rows := make([]*ojson.Value, n)
	for i := range rows {
		members := make([]ojson.Member, len(columns))
		for j, column := range columns {
			cell := cellOf(column.Value, i, n)
			if !cell.Exists() || cell.Is(ojson.Array) || cell.Is(ojson.Object) {
				return nil
			}
			members[j] = ojson.Member{Name: column.Name, Value: cell}
		}
		rows[i] = ojson.NewObject(members...)
	}
	if n < least {
		return nil
	}
	return ojson.NewArray(rows...)
}

// cellOf is the value in a row of a column of n values: in an array, or under its number; nil where there is none.
func cellOf(column *ojson.Value, row, n int) *ojson.Value {
	switch {
	case column.Len() != n:
		return nil
	case column.Is(ojson.Array):
		return column.Index(row)
	case column.Is(ojson.Object):
		return column.Get(strconv.Itoa(row))
	}
	return nil
}

// featureRows puts the properties of GeoJSON's features in place of the features (RFC 7946 §3.2), with the geometry last; nil for what is no
// FeatureCollection.
func featureRows(v *ojson.Value) *ojson.Value {
	features := v.Get("features")
	if v.Get("type").Text() != "FeatureCollection" || !features.Is(ojson.Array) || features.Len() == 0 {
		return nil
	}
	var rows []*ojson.Value
	for _, feature := range features.Items() {
		properties := feature.Get("properties")
		if !properties.Is(ojson.Object) {
			return nil
		}
		members := slices.Clone(properties.Members())
		for _, name := range []string{"id", "geometry"} {
			if other := feature.Get(name); other.Exists() && !properties.Get(name).Exists() {
				members = append(members, ojson.Member{Name: name, Value: other})
			}
		}
		rows = append(rows, ojson.NewObject(members...))
	}
	return replaced(v, "features", ojson.NewArray(rows...), "type")
}

// rowsInText reads {"result": "[{…}, {…}]"}: the only text that is a list of objects, as JSON or as Python prints it; nil for others.
func rowsInText(v *ojson.Value) *ojson.Value {
	var name string
	var list *ojson.Value
	for _, m := range v.Members() {
		if !m.Value.Is(ojson.String) || !strings.HasPrefix(strings.TrimSpace(m.Value.Text()), "[") || !looksLikeJSON(m.Value.Text()) {
			continue
		}
		text := strings.TrimSpace(m.Value.Text())
		found, err := value.ParseExact([]byte(text))
		if err != nil {
			var size int
			if found, size = pythonValue(text); size != len(text) {
				continue
			}
		}
		if found.Len() == 0 || slices.ContainsFunc(found.Items(), func(item *ojson.Value) bool { return !item.Is(ojson.Object) }) {
			continue
		}
		if list != nil {
			return nil
		}
		name, list = m.Name, found
	}
	if list == nil {
		return nil
	}
	return replaced(v, name, list, "")
}

// replaced is an object with another value under a name, and without one member.
func replaced(v *ojson.Value, name string, by *ojson.Value, without string) *ojson.Value {
	var members []ojson.Member
	for _, m := range v.Members() {
		switch {
		case m.Name == name:
			members = append(members, ojson.Member{Name: name, Value: by})
		case m.Name != without:
			members = append(members, m)
		}
	}
	return ojson.NewObject(members...)
}

// listOfLines is the JSON array of a text that is JSON Lines: an object on each of at least two lines; not ok for others.
func listOfLines(text string) (list string, ok bool) {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if !strings.HasPrefix(line, "{") || !strings.HasSuffix(line, "}") {
			return "", false
		}
		lines = append(lines, line)
	}
	return "[" + strings.Join(lines, ",\n") + "]", len(lines) > 1
}
