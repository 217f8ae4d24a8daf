// Package normalize rewrites a schema as it was written into one that the validator accepts. The
// validator rejects a whole schema for one keyword that it cannot read; a person wants the
// rest of the form. A rewrite keeps the meaning, or relaxes the schema; either is a [Notice]
// for the user, and never makes a value invalid that was valid. The package also has the
// dialects of JSON Schema with their keywords, and the limits of a schema.
package normalize
