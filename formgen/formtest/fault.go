package formtest

import (
	"fmt"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// maxFaults bounds how many faults are made of one value, and maxItems in how
// many items of a list.
const (
	maxFaults = 15
	maxItems  = 2
)

// faults are edits of a valid value that are wrong at their location, and there
// alone, as the validator sees it.
func faults(doc *schema.Document, v *ojson.Value) []Mutant {
	m := maker{doc: doc, base: v}
	m.visit(v, "")
	return m.made
}

type maker struct {
	doc  *schema.Document
	base *ojson.Value
	made []Mutant
}

// wrongs are values that hardly any schema takes all of.
var wrongs = []*ojson.Value{ojson.NewString("§ wrong"), odd, ojson.NewBool(true), ojson.NewNull(), ojson.NewArray(), ojson.NewObject()}

var odd, _ = ojson.NewNumber("-99999.5")

func (m *maker) visit(v *ojson.Value, at string) {
	for _, wrong := range wrongs {
		m.try("replace", at, wrong)
	}
	for _, member := range v.Members() {
		inner := ojson.Pointer(at, member.Name)
		m.try("remove", inner, nil)
		m.visit(member.Value, inner)
	}
	for i, item := range v.Items() {
		if i < maxItems {
			m.visit(item, ojson.Pointer(at, strconv.Itoa(i)))
		}
	}
	if v.Is(ojson.Object) {
		m.try("add", ojson.Pointer(at, "zz wrong"), odd)
	}
}

func (m *maker) try(op, path string, v *ojson.Value) {
	if len(m.made) == maxFaults {
		return
	}
	fault := Mutant{Base: m.base, Op: op, Path: path, Value: v}
	problems := m.doc.Validate(fault.Apply())
	for _, p := range problems {
		if p.Pointer != path || p.IsUnchecked() {
			return
		}
	}
	if len(problems) > 0 {
		fault.Name = fmt.Sprintf("%s %q %s", op, path, text(v))
		m.made = append(m.made, fault)
	}
}
