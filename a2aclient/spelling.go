package a2aclient

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"a2aform/internal/ojson"
)

// Misspelling is a member of a card under another name than that of A2A, such as
// protocol_version, which is read as the member that is meant.
type Misspelling struct {
	Pointer string // of the member, under the name that the card gives it
	Meant   string // the name in A2A
	Ignored bool   // another member with another value is read under that name
}

// objectNames are the members of the objects of a card, in any version of A2A.
type objectNames struct{ card, provider, capabilities, extension, skill, iface []string }

var namesOf = sync.OnceValue(func() objectNames {
	return objectNames{
		card:         namesAt(""),
		provider:     namesAt("/properties/provider"),
		capabilities: namesAt("/$defs/capabilities"),
		extension:    namesAt("/$defs/capabilities/properties/extensions/items"),
		skill:        namesAt("/$defs/skill"),
		iface:        append(namesAt("/properties/supportedInterfaces/items"), namesAt("/properties/additionalInterfaces/items")...),
	}
})

// namesAt are the members that the schemas of cards have at a pointer, the newest version first.
func namesAt(pointer string) (names []string) {
	for _, version := range []string{"1.0", "0.3", "0.2"} {
		names = append(names, CardMembers(version, pointer)...)
	}
	return names
}

// addressNames are the names that cards give to the url of the agent, and interfaceNames those that they give to its interfaces.
var (
	addressNames   = []string{"endpoint", "serviceEndpoint", "serviceUrl", "baseUrl", "endpointUrl"}
	interfaceNames = []string{"interfaces", "endpoints"}
)

// bindingNames are the names that cards of A2A 1.0 give to protocolBinding.
var bindingNames = []string{"transport", "protocol", "binding"}

// CorrectNames returns the root of a card with the members renamed whose name is that of a
// member of A2A in another spelling: in snake_case, in other capitals, in the singular. A member
// is never renamed to one that is there, so of two spellings the first one counts. Where nothing is renamed, the root is returned itself.
func CorrectNames(root *ojson.Value) (*ojson.Value, []Misspelling) {
	c, known := &corrector{}, namesOf()
	root = c.names(root, "", known.card)
	for _, other := range addressNames {
		if root.Get(other).Is(ojson.String) {
			root = c.rename(root, "", other, "url")
		}
	}
	for _, other := range interfaceNames {
		if items := root.Get(other).Items(); len(items) > 0 && items[0].Get("url").Is(ojson.String) {
			root = c.rename(root, "", other, "supportedInterfaces")
		}
	}
	root = c.member(root, "", "provider", func(v *ojson.Value, at string) *ojson.Value { return c.names(v, at, known.provider) })
	root = c.member(root, "", "capabilities", func(v *ojson.Value, at string) *ojson.Value {
		v = c.names(v, at, known.capabilities)
		return c.member(v, at, "extensions", c.each(func(v *ojson.Value, at string) *ojson.Value { return c.names(v, at, known.extension) }))
	})
	root = c.member(root, "", "skills", c.each(func(v *ojson.Value, at string) *ojson.Value { return c.names(v, at, known.skill) }))
	root = c.member(root, "", "additionalInterfaces", c.each(func(v *ojson.Value, at string) *ojson.Value { return c.names(v, at, known.iface) }))
	root = c.member(root, "", "supportedInterfaces", c.each(func(v *ojson.Value, at string) *ojson.Value {
		v = c.names(v, at, known.iface)
		for _, other := range bindingNames {
			v = c.rename(v, at, other, "protocolBinding")
		}
		return v
	}))
	return root, c.found
}

type corrector struct{ found []Misspelling }

// names renames the members of an object that have almost one of the names.
func (c *corrector) names(v *ojson.Value, at string, names []string) *ojson.Value {
	for _, m := range v.Members() {
		if slices.Contains(names, m.Name) {
			continue
		}
		if i := slices.IndexFunc(names, func(name string) bool { return normalKey(name) == normalKey(m.Name) }); i >= 0 {
			if other := v.Get(names[i]); other.Exists() && !other.Is(ojson.Null) && string(other.Compact()) != string(m.Value.Compact()) {
				c.found = append(c.found, Misspelling{ojson.Pointer(at, m.Name), names[i], true})
			}
			v = c.rename(v, at, m.Name, names[i])
		}
	}
	return v
}

// rename gives a member of an object another name, if it is there and the other one is not.
func (c *corrector) rename(v *ojson.Value, at, from, to string) *ojson.Value {
	if !v.Get(from).Exists() || v.Get(to).Exists() && !v.Get(to).Is(ojson.Null) {
		return v
	}
	c.found = append(c.found, Misspelling{Pointer: ojson.Pointer(at, from), Meant: to})
	var members []ojson.Member
	for _, m := range v.Members() {
		if m.Name == from {
			m.Name = to
		} else if m.Name == to {
			continue // null
		}
		members = append(members, m)
	}
	return ojson.NewObject(members...)
}

type correction func(v *ojson.Value, at string) *ojson.Value

// member replaces a member of an object by what correct makes of it.
func (c *corrector) member(v *ojson.Value, at, name string, correct correction) *ojson.Value {
	before := v.Get(name)
	after := correct(before, ojson.Pointer(at, name))
	if after == before {
		return v
	}
	members := slices.Clone(v.Members())
	for i := range members {
		if members[i].Name == name {
			members[i].Value = after
		}
	}
	return ojson.NewObject(members...)
}

// each corrects the items of a list.
func (c *corrector) each(correct correction) correction {
	return func(v *ojson.Value, at string) *ojson.Value {
		var items []*ojson.Value
		for i, before := range v.Items() {
			after := correct(before, fmt.Sprintf("%s/%d", at, i))
			if after != before && items == nil {
				items = slices.Clone(v.Items())
			}
			if items != nil {
				items[i] = after
			}
		}
		if items == nil {
			return v
		}
		return ojson.NewArray(items...)
	}
}

// normalKey returns a name without the differences between snake_case, kebab-case,
// capitals and the singular.
func normalKey(name string) string {
	return strings.TrimSuffix(separators.Replace(strings.ToLower(name)), "s")
}

// separators are what names and bindings are spelled with or without.
var separators = strings.NewReplacer("-", "", "_", "", "+", "", " ", "")
