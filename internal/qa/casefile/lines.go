package casefile

import "a2aform/internal/tomlfile"

// linesOf are the lines of the expectations of a case: by the key of each, for values by the key and the place, for queries by the
// key and the expression.
func linesOf(n *tomlfile.Node) map[string]int {
	lines := map[string]int{}
	expect := n.Get("expect")
	if expect == nil {
		return lines
	}
	for _, m := range expect.Members {
		lines[m.Name] = m.Line
		for _, item := range m.Value.Items {
			for _, name := range []string{"at", "jq"} {
				if place := item.Get(name); place != nil {
					lines[m.Name+" "+place.Text] = place.Line
				}
			}
		}
	}
	return lines
}

// LineOf is the line of an expectation in the file of the case: that of a key and, for values and queries, of a place or an expression.
// It is 1 where the file does not say what is expected, or is another one, such as that of a suite.
func (c *Case) LineOf(key, place string) int {
	for _, name := range []string{key + " " + place, key} {
		if line := c.lines[name]; line > 0 {
			return line
		}
	}
	return 1
}
