// Package schemafile finds a JSON Schema in a file of the user: a schema, one of its $defs,
// a schema of an OpenAPI document, or the input schema of a tool in an MCP tools/list.
package schemafile
