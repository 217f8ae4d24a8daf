package formgen_test

import (
	"fmt"
	"log"
	"os"

	"a2aform/formgen"
)

// A schema in a file, such as one that the repository of a program has.
func ExampleOpen() {
	schema, err := os.ReadFile("testdata/order.schema.json")
	if err != nil {
		log.Fatal(err)
	}
	input, err := formgen.Open(schema)
	if err != nil {
		log.Fatal(err)
	}
	if err := input.Set("/quantity", []byte("120")); err != nil {
		log.Fatal(err)
	}
	for _, problem := range input.Problems() {
		fmt.Printf("%s  %s\n", problem.Pointer, problem)
	}

	if err := input.Set("/item", []byte(`"Lamp"`)); err != nil {
		log.Fatal(err)
	}
	if err := input.SetText("/quantity", "12"); err != nil { // as people type it
		log.Fatal(err)
	}
	data, err := input.Submit()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(data))
	// Output:
	// /item  Item: required
	// /quantity  Quantity: at most 99
	// {"item":"Lamp","quantity":12,"wrapping":"paper"}
}

// The input of a tool, in the answer of an MCP server to tools/list.
func ExampleOpenAt_mcp() {
	answer := []byte(`{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{
		"name": "get_weather",
		"inputSchema": {
			"type": "object",
			"properties": {
				"place": {"$ref": "#/$defs/place"},
				"units": {"type": "string", "enum": ["metric", "imperial"], "default": "metric"}
			},
			"required": ["place"],
			"$defs": {"place": {"type": "string", "minLength": 2}}
		}
	}]}}`)

	input, err := formgen.OpenAt(answer, "/result/tools/0/inputSchema")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := input.Submit(); err != nil {
		fmt.Println(err)
	}
	if err := input.SetText("/place", "Oslo"); err != nil {
		log.Fatal(err)
	}
	arguments, err := input.Submit()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(arguments))
	// Output:
	// the value is not valid:
	//   Place: required
	// {"place":"Oslo"}
}

// The body of a request, in an OpenAPI document. References lead to its components.
func ExampleOpenAt_openAPI() {
	document := []byte(`{
		"openapi": "3.0.3",
		"paths": {"/orders": {"post": {"requestBody": {"content": {"application/json": {
			"schema": {"$ref": "#/components/schemas/Order"}
		}}}}}},
		"components": {"schemas": {
			"Order": {"type": "object", "required": ["lines"], "properties": {
				"lines": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Line"}},
				"note": {"type": "string", "nullable": true}
			}},
			"Line": {"type": "object", "required": ["sku"], "properties": {
				"sku": {"type": "string", "pattern": "^[A-Z]{2}[0-9]{3}$"}
			}}
		}}
	}`)

	input, err := formgen.OpenAt(document, "/paths/~1orders/post/requestBody/content/application~1json/schema")
	if err != nil {
		log.Fatal(err)
	}
	if err := input.Set("", []byte(`{"lines": [{"sku": "AB123"}, {"sku": "lamp"}], "note": null}`)); err != nil {
		log.Fatal(err)
	}
	for _, problem := range input.Problems() {
		fmt.Printf("%s  %s\n", problem.Pointer, problem)
	}
	if err := input.Set("/lines/1", nil); err != nil { // removes it
		log.Fatal(err)
	}
	body, err := input.Submit()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(body))
	// Output:
	// /lines/1/sku  Lines › 2 › Sku: must look like AL000
	// {"lines":[{"sku":"AB123"}],"note":null}
}

// A custom resource of Kubernetes, as "kubectl get crd -o json" prints its definition.
func ExampleOpenAt_kubernetes() {
	definition := []byte(`{"kind": "CustomResourceDefinition", "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": {
		"type": "object",
		"required": ["spec"],
		"properties": {
			"apiVersion": {"type": "string"},
			"kind": {"type": "string"},
			"spec": {"type": "object", "required": ["schedule"], "properties": {
				"schedule": {"type": "string"},
				"replicas": {"type": "integer", "format": "int32", "minimum": 0, "default": 1},
				"maxSurge": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]},
				"suspend": {"type": "boolean", "nullable": true},
				"template": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}
			}}
		}
	}}}]}}`)

	input, err := formgen.OpenAt(definition, "/spec/versions/0/schema/openAPIV3Schema")
	if err != nil {
		log.Fatal(err)
	}
	for pointer, value := range map[string]string{
		"/spec/schedule": `"*/5 * * * *"`,
		"/spec/maxSurge": `"25%"`,
		"/spec/suspend":  `null`,
		"/spec/template": `{"image": "busybox"}`,
	} {
		if err := input.Set(pointer, []byte(value)); err != nil {
			log.Fatal(err)
		}
	}
	resource, err := input.Submit()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(resource))
	// Output:
	// {"spec":{"schedule":"*/5 * * * *","maxSurge":"25%","suspend":null,"template":{"image":"busybox"}}}
}
