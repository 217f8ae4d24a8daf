// Package gen makes values of a JSON Schema, valid ones and cases at the edges of each keyword, valid and invalid. A [Pack]
// writes them as test cases.
//
// Everything is found by trying: a value is made from what the schema says, and used only after the validator has confirmed that
// it is what it is called. The same schema, options and seed give the same values.
package gen
