package render

import (
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/render/value"
)

// asRows are the rows of data that has them in another shape, as libraries write tables: column by column, values under the names of
// columns, the features of GeoJSON, or JSON in a text. How says which in our words. Any other data is returned as it is.
func asRows(v *ojson.Value) (rows *ojson.Value, how string) {
	if !v.Is(ojson.Object) {
		return v, ""
	}
	for _, shape := range []struct {
		read func(*ojson.Value) *ojson.Value
		how  string
	}{
		{rowsUnderNames, "the names of the columns came beside the rows; here they are together"},
		{rowsOfColumns, "the data came column by column; here it is as rows"},
		{featureRows, "these are GeoJSON features; here each is a row of its properties"},
		{rowsInText, "a text of the data is a JSON list; here it is as rows"},
	} {
		if rows := shape.read(v); rows != nil {
			return rows, shape.how
		}
	}
	return v, ""
}

// rowsUnderNames reads {"columns": ["a", "b"], "data": [[1, 2], [3, 4]]}, as pandas writes it with orient="split", and its kin; nil for
// others.
func rowsUnderNames(v *ojson.Value) *ojson.Value {
	var names, data *ojson.Value
	for _, m := range v.Members() {
		switch {
		case slices.Contains([]string{"columns", "headers", "header", "fields"}, m.Name) && names == nil:
			names = m.Value
		case slices.Contains([]string{"data", "rows", "values"}, m.Name) && data == nil:
			data = m.Value
		case !slices.Contains([]string{"index", "index_names", "column_names"}, m.Name):
			return nil
		}
	}
	if !names.Is(ojson.Array) || !data.Is(ojson.Array) || names.Len() == 0 || data.Len() == 0 || !areDistinctTexts(names.Items()) {
		return nil
	}
	var rows []*ojson.Value
	for _, cells := range data.Items() {
		if !cells.Is(ojson.Array) || cells.Len() != names.Len() {
			return nil
		}
		rows = append(rows, row(names.Items(), cells.Items()))
	}
	return ojson.NewArray(rows...)
}

func areDistinctTexts(items []*ojson.Value) bool {
	seen := map[string]bool{}
	for _, item := range items {
		if !item.Is(ojson.String) || seen[item.Text()] {
			return false
		}
		seen[item.Text()] = true
	}
	return true
}

func row(names, cells []*ojson.Value) *ojson.Value {
	members := make([]ojson.Member, len(names))
	for i, name := range names {
		members[i] = ojson.Member{Name: name.Text(), Value: cells[i]}
	}
	return ojson.NewObject(members...)
}

// rowsOfColumns reads {"a": [1, 3], "b": [2, 4]}, and {"a": {"0": 1, "1": 3}, "b": …}, as pandas writes it by default; nil for others.
func rowsOfColumns(v *ojson.Value) *ojson.Value {
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
	if n < 2 {
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

// rowsInText reads {"result": "[{…}, {…}]"}: the only text that is a list of objects; nil for others.
func rowsInText(v *ojson.Value) *ojson.Value {
	var name string
	var list *ojson.Value
	for _, m := range v.Members() {
		if !m.Value.Is(ojson.String) || !strings.HasPrefix(strings.TrimSpace(m.Value.Text()), "[") || !looksLikeJSON(m.Value.Text()) {
			continue
		}
		found, err := value.ParseExact([]byte(m.Value.Text()))
		if err != nil || found.Len() == 0 || slices.ContainsFunc(found.Items(), func(item *ojson.Value) bool { return !item.Is(ojson.Object) }) {
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
