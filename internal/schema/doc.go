// Package schema loads a JSON Schema, validates values by it, and says which
// schemas apply at a location in a value.
//
// Two views of one document are kept. The compiled graph
// (santhosh-tekuri/jsonschema/v6, the only validator) gives meaning:
// references, types, bounds. The ordered raw document gives what the graph has
// lost: the order of properties, titles next to a reference, exact literals of
// defaults. A [Location] joins them.
//
// Schemas are collected, never merged: a Location holds the list of all schemas
// that apply there, and a caller that asks for a title or a bound gets the answer of
// the list. Merging would have to be right about every keyword of five drafts;
// a list only has to be complete.
//
// Schemas come from strangers, and are as people write them. Before it is
// compiled, a document is checked against limits and normalized: the validator rejects a
// whole schema for one keyword that it cannot read, so what it cannot read
// is rewritten, or left out with a notice. References are never followed to disk or
// network: one that leaves the document and its registry accepts anything, and
// the user is informed.
//
// The package also reads schemas from files ([ReadFile]), and makes them from
// examples ([Infer]) and from texts that describe parameters ([TemplateOf]).
//
// Package message words the errors of the validator. Package normalize makes a
// schema one that the validator accepts.
//
// The package knows JSON Schema. It knows nothing of forms, tables or A2A.
package schema
