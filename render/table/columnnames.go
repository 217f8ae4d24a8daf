package table

import "strconv"

// KeyName is the column of the keys of a map, variantName that of the variants
// of rows, WholeName that of rows without members.
const (
	KeyName     = "key"
	variantName = "variant"
	WholeName   = "value"
)

// ExportName is a column's name in files: the member's, not its title.
func (c Column) ExportName() string {
	switch c.reads {
	case theKey:
		return KeyName
	case theVariant:
		return variantName
	case thePosition:
		return strconv.Itoa(c.position + 1)
	case theMember:
		return c.name
	}
	return WholeName
}
