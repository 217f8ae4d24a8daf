package doctor

import (
	"regexp"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
)

// objectSchemasURI is the URI of the extension, version 1.
const objectSchemasURI = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"

// isObjectSchemas reports the extension by whichever address of its repository.
func isObjectSchemas(uri string) bool {
	return strings.Contains(strings.ToLower(uri), "facultyai/a2a-extension-object-schemas")
}

// usesSchemas reports a card that declares the object schemas extension, or has what it is for.
func (c *checker) usesSchemas() bool {
	if c.declared != nil || c.root.Get("schemas").Exists() {
		return true
	}
	for m := range c.modes() {
		if m.parsed.HasSchema {
			return true
		}
	}
	return false
}

// token is a value of a parameter of a media type that needs no quotes (RFC 9110 §5.6.2).
var token = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// checkObjectSchemas applies the rules of the extension, by its sentences.
func (c *checker) checkObjectSchemas() {
	c.checkPrivateSchemas()
	if c.dialect == "sessions" || !c.usesSchemas() {
		return
	}
	c.apply("O01", "O03", "O04", "O06", "O08", "O11")
	c.checkDeclaration()
	c.checkNamedSchemas()
	c.checkSchemaModes()
	c.checkSkillSchemas()
}

// checkPrivateSchemas reports the schemas that are where few clients look.
func (c *checker) checkPrivateSchemas() {
	for i, skill := range c.skills() {
		at := pointerTo("/skills", i)
		for _, own := range a2aclient.SkillSchemas(c.root, at, skill) {
			if own.IsPrivate {
				c.add("O11", own.Pointer, "%s has a schema at %s, where no version of A2A has one; a2aform reads it, other clients may not", c.called(at, skill), shown(c.written(own.Pointer)))
			}
		}
	}
}

// checkNamedSchemas checks the names of the schemas, and that they are schemas.
func (c *checker) checkNamedSchemas() {
	for _, s := range c.schemas {
		if !token.MatchString(s.name) {
			c.add("O08", s.pointer, "a media type cannot carry the name %s", quoted(s.name))
		}
		if first := s.raw[0]; first != '{' && first != 't' && first != 'f' {
			c.add("O03", s.pointer, "the schema %s is neither an object nor a boolean", quoted(s.name))
		}
	}
	if v := c.root.Get("schemas"); v.Exists() && !v.Is(ojson.Object) {
		c.add("O03", "/schemas", "\"schemas\" is not an object")
	}
}

// checkSchemaModes checks the modes with a schema.
func (c *checker) checkSchemaModes() {
	for m := range c.modes() {
		if !m.parsed.HasSchema {
			continue
		}
		name := m.parsed.Schema
		c.inputs[name] = c.inputs[name] || m.isInput
		if !c.names[name] && c.schemaInParams(name) == nil {
			c.add("O04", m.pointer, "a mode names the schema %s, which does not exist", quoted(name))
		}
	}
}

// checkDeclaration checks how the extension is declared.
func (c *checker) checkDeclaration() {
	if c.declared == nil {
		at := ""
		if c.root.At("/capabilities").Is(ojson.Object) {
			at = "/capabilities"
		}
		c.addFix("O01", at, `add {"uri": "`+objectSchemasURI+`"} to capabilities.extensions`, "the card has schemas, and does not declare the extension")
	}
	for i, e := range c.root.At("/capabilities/extensions").Items() {
		at := pointerTo("/capabilities/extensions", i)
		if !isObjectSchemas(e.Get("uri").Text()) {
			continue
		}
		if e.Get("params").Get("schemas").Exists() {
			c.add("O11", at+"/params/schemas", "the schemas are inside \"params\", and not at the root of the card")
		}
	}
}

// schemaInParams is the schema of a name in the params of an extension, nil for none.
func (c *checker) schemaInParams(name string) *ojson.Value {
	for _, e := range c.root.At("/capabilities/extensions").Items() {
		if v := e.Get("params").Get("schemas").Get(name); v.Exists() {
			return v
		}
	}
	return nil
}

// checkSkillSchemas checks that skills with a schema take text, too.
func (c *checker) checkSkillSchemas() {
	for i, skill := range c.skills() {
		inputs, text := 0, false
		for _, m := range c.inputsOf(i, skill) {
			text = text || m.parsed.IsText()
			if m.parsed.HasSchema {
				inputs++
			}
		}
		at := pointerTo("/skills", i)
		if inputs > 0 && !text {
			where := at
			if skill.Get("inputModes").Len() > 0 {
				where = at + "/inputModes"
			}
			c.add("O06", where, "%s accepts data, but not text/plain", c.called(at, skill))
		}
	}
}
