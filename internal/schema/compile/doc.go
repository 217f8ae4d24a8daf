// Package compile compiles a schema with santhosh-tekuri/jsonschema/v6, the only validator: it
// has what the validator cannot read normalized before, compiles a large schema in parts,
// bounds the time and the steps of a validation, and gives verdicts in words.
package compile
