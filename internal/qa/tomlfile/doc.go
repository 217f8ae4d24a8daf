// Package tomlfile reads TOML files that people write: with the position of every value, exact numbers and the order of
// keys. A problem names its line and column, and for an unknown key the nearest one that is known.
package tomlfile
