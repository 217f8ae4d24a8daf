package fileschema

import "embed"

// reports are the schemas of what commands print with -o json. A script of internal/cli validates what they print.
//
//go:embed *.json
var reports embed.FS
