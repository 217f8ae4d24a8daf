package a2aclient

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// memberTypes are the types of the members of a card that may be left out or are
// read leniently; "[]" is each item of a list.
var memberTypes = map[ojson.Kind]string{
	ojson.String: `name description version protocolVersion url preferredTransport documentationUrl iconUrl
		provider.organization provider.url
		supportedInterfaces.[].url supportedInterfaces.[].protocolBinding supportedInterfaces.[].protocolVersion supportedInterfaces.[].tenant
		additionalInterfaces.[].url additionalInterfaces.[].transport capabilities.extensions.[].uri capabilities.extensions.[].description
		defaultInputModes.[] defaultOutputModes.[] skills.[].id skills.[].name skills.[].description
		skills.[].tags.[] skills.[].inputModes.[] skills.[].outputModes.[]`,
	ojson.Bool: `capabilities.streaming capabilities.pushNotifications capabilities.extendedAgentCard
		capabilities.extensions.[].required supportsAuthenticatedExtendedCard`,
	ojson.Object: "provider capabilities capabilities.extensions.[] capabilities.extensions.[].params securitySchemes",
	ojson.Array: `supportedInterfaces additionalInterfaces defaultInputModes defaultOutputModes skills signatures security securityRequirements
		capabilities.extensions skills.[].tags skills.[].examples skills.[].inputModes skills.[].outputModes skills.[].security skills.[].securityRequirements`,
}

// cardType is the type of a value of the card, and of what is in it.
type cardType struct {
	kind  ojson.Kind // Null where any will do
	parts map[string]*cardType
}

// cardTypes is [memberTypes] as a tree.
var cardTypes = sync.OnceValue(func() *cardType {
	root := &cardType{}
	for kind, paths := range memberTypes {
		for path := range strings.FieldsSeq(paths) {
			at := root
			for name := range strings.SplitSeq(path, ".") {
				if at.parts == nil {
					at.parts = map[string]*cardType{}
				}
				if at.parts[name] == nil {
					at.parts[name] = &cardType{}
				}
				at = at.parts[name]
			}
			at.kind = kind
		}
	}
	return root
})

// maxWrongTypes is how many members of a wrong type are named.
const maxWrongTypes = 5

// warnTypes names the members of the card that have another type than A2A gives
// them: they are left out, or read as far as that goes.
func (r *cardReader) warnTypes() {
	if r.Dialect == DialectSessions { // its members are others
		return
	}
	w := &wrongTypes{}
	for _, name := range slices.Sorted(maps.Keys(r.root)) {
		w.check(cardTypes().parts[name], []string{name}, r.root[name])
	}
	if w.n == 0 {
		return
	}
	text := strings.Join(w.named, ", ")
	if more := w.n - len(w.named); more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	r.warn("the card has members of the wrong type, which may be ignored: %s", text)
}

type wrongTypes struct {
	named []string
	n     int
}

func (w *wrongTypes) check(t *cardType, path []string, v *ojson.Value) {
	switch {
	case t == nil || v.Kind() == ojson.Null:
		return
	case t.kind != ojson.Null && t.kind != v.Kind():
		if w.n++; len(w.named) < maxWrongTypes {
			where := safe.Text(strings.ReplaceAll(strings.Join(path, "."), ".[", "[")).Line(80)
			w.named = append(w.named, fmt.Sprintf("%s is %s, not %s", where, kindText(v.Kind()), kindText(t.kind)))
		}
		return
	}
	if item := t.parts["[]"]; item != nil {
		for i, one := range v.Items() {
			w.check(item, append(path, fmt.Sprintf("[%d]", i)), one)
		}
	}
	for _, m := range v.Members() {
		if member := t.parts[m.Name]; member != nil {
			w.check(member, append(path, m.Name), m.Value)
		}
	}
}

func kindText(k ojson.Kind) string {
	switch k {
	case ojson.String:
		return "text"
	case ojson.Number:
		return "a number"
	case ojson.Bool:
		return "true or false"
	case ojson.Array:
		return "a list"
	}
	return "an object"
}

// warnDuplicates warns of members that an object of the card has twice.
func (r *cardReader) warnDuplicates(path string, v *ojson.Value) {
	for _, item := range v.Items() {
		r.warnDuplicates(path, item)
	}
	members := v.Members()
	seen := make(map[string]*ojson.Value, len(members))
	for _, m := range members {
		at := path + "." + m.Name
		if before := seen[m.Name]; before != nil {
			r.warnDuplicate(at, before, m.Value)
		}
		seen[m.Name] = m.Value
		r.warnDuplicates(at, m.Value)
	}
}

// warnDuplicate names a duplicate member of the card and both of its values: one reader
// takes the first, another the last, so that one may check an address and the other send
// to another.
func (r *cardReader) warnDuplicate(path string, first, last *ojson.Value) {
	shown := func(v *ojson.Value) string { return safe.Text(string(v.Compact())).Line(80).String() }
	r.warn("the card has %s twice, %s and %s: the last one counts, and other programs may take the first", safe.Text(path).Line(80), shown(first), shown(last))
}

// cardKeys are the members of a card without which an agent cannot be reached or
// has nothing to offer.
var cardKeys = []string{"name", "url", "supportedInterfaces", "additionalInterfaces", "skills", "capabilities"}

// nameHints returns which members of the card have almost the name of one that is missing,
// "" if there is none.
func (r *cardReader) nameHints() string {
	var hints []string
	for _, name := range slices.Sorted(maps.Keys(r.root)) {
		for _, key := range cardKeys {
			if name != key && !r.has(key) && normalKey(name) == normalKey(key) {
				hints = append(hints, fmt.Sprintf("its member %s is probably meant as %s", safe.Text(name).Line(64), key))
			}
		}
	}
	return strings.Join(hints, ", ")
}

// normalKey returns a name without the differences between snake_case, kebab-case,
// capitals and the singular.
func normalKey(name string) string {
	name = strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name))
	return strings.TrimSuffix(name, "s")
}
