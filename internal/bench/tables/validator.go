package main

import (
	"context"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// validateRows validates each row by itself, as JSON Schema
// libraries do: the row decoded, then validated.
func validateRows(o *opened, document *schema.Document) error {
	rows := jsonindex.NewItems(o.data)
	rows.Build(context.Background())
	place := document.Root()
	for i := range rows.Len() {
		v, err := ojson.Parse(rows.Item(i), ojson.DataLimits)
		if err != nil {
			return err
		}
		place.Item(i).Validate(v)
	}
	return nil
}
