package demo

import (
	"encoding/json"
	"strings"
)

// planet is what Small Talk knows of a planet.
type planet struct {
	Name     string `json:"name"`
	Moons    int    `json:"moons"`
	Diameter int    `json:"diameter"` // km
	Rings    bool   `json:"rings"`
}

var planets = []planet{
	{"Mercury", 0, 4_879, false},
	{"Venus", 0, 12_104, false},
	{"Earth", 1, 12_756, false},
	{"Mars", 2, 6_792, false},
	{"Jupiter", 97, 142_984, true},
	{"Saturn", 274, 120_536, true},
	{"Uranus", 28, 51_118, true},
	{"Neptune", 16, 49_528, true},
}

// planetTable is the planets with those of the asked columns that are known, or with all where
// the schema names none.
func planetTable(schema json.RawMessage) any {
	var asked struct {
		Items struct {
			Properties map[string]json.RawMessage `json:"properties"`
		} `json:"items"`
	}
	_ = json.Unmarshal(schema, &asked) // a schema of another shape names no columns
	if len(asked.Items.Properties) == 0 {
		return planets
	}
	var rows []map[string]any
	for _, p := range planets {
		known := map[string]any{"name": p.Name, "moons": p.Moons, "diameter": p.Diameter, "rings": p.Rings}
		row := map[string]any{}
		for name := range asked.Items.Properties {
			if value, ok := known[strings.ToLower(name)]; ok {
				row[name] = value
			}
		}
		rows = append(rows, row)
	}
	return rows
}
