package formtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Mutant is one edit that makes a valid value invalid, at one location.
type Mutant struct {
	Name  string
	Base  *ojson.Value
	Op    string // replace, remove or add
	Path  string // JSON Pointer of the fault
	Value *ojson.Value
}

// Apply is the value with the fault.
func (m Mutant) Apply() *ojson.Value { return m.within(m.Base, ojson.Tokens(m.Path)) }

func (m Mutant) within(v *ojson.Value, tokens []string) *ojson.Value {
	if len(tokens) == 0 {
		return m.Value
	}
	if v.Is(ojson.Array) {
		i, _ := strconv.Atoi(tokens[0])
		items := slices.Clone(v.Items())
		if len(tokens) == 1 && m.Op == "remove" {
			return ojson.NewArray(slices.Delete(items, i, i+1)...)
		}
		if i >= len(items) {
			return ojson.NewArray(append(items, m.Value)...)
		}
		items[i] = m.within(items[i], tokens[1:])
		return ojson.NewArray(items...)
	}
	members, found := []ojson.Member{}, false
	for _, member := range v.Members() {
		if member.Name == tokens[0] {
			found = true
			if len(tokens) == 1 && m.Op == "remove" {
				continue
			}
			member.Value = m.within(member.Value, tokens[1:])
		}
		members = append(members, member)
	}
	if !found {
		members = append(members, ojson.Member{Name: tokens[0], Value: m.within(nil, tokens[1:])})
	}
	return ojson.NewObject(members...)
}

// CheckLocated reports what is wrong with where a form shows one fault: some
// problem must be at the field of the fault or at the nearest field around it,
// and none outside of both and of what is inside the fault.
func CheckLocated(f *formgen.Form, fault string) error { return checkLocated(f, fault, false) }

// checkLocated may let problems inside the fault count: of a branch that was
// chosen the form says what is missing in it.
func checkLocated(f *formgen.Form, fault string, inside bool) error {
	f.Accept(f.Validate()())
	at, hit := nearest(f, fault).Pointer(), false
	for _, l := range f.Problems() {
		p := l.Field.Pointer()
		hit = hit || p == at || inside && isWithin(p, fault)
		if !isWithin(p, fault) && !isWithin(fault, p) {
			return fmt.Errorf("%q is at fault, and %q says %q", fault, p, l.Problem.Message())
		}
	}
	if !hit {
		return fmt.Errorf("%q is at fault, and the field %q says nothing; there are %s", fault, at, problems(f))
	}
	return nil
}

func problems(f *formgen.Form) string {
	var list []string
	for _, l := range f.Problems() {
		list = append(list, fmt.Sprintf("%q: %s", l.Field.Pointer(), l.Problem.Message()))
	}
	return fmt.Sprintf("%d problems %s", len(list), strings.Join(list, "; "))
}

// isWithin reports whether a pointer is another one or below it.
func isWithin(pointer, outer string) bool {
	return pointer == outer || strings.HasPrefix(pointer, outer+"/")
}

// nearest is the field at a pointer or the closest around it.
func nearest(f *formgen.Form, pointer string) *formgen.Field {
	x := f.Root()
	for _, token := range ojson.Tokens(pointer) {
		child := f.At(ojson.Pointer(x.Pointer(), token))
		if child == nil {
			return x
		}
		x = child
	}
	return x
}

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
