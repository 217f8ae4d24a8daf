package qa

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
)

// maxShards is the maximum number of shards.
const maxShards = 1000

// shardFlag selects a part of the cases; the zero value selects all.
type shardFlag struct{ index, of int }

// Set parses I/N.
func (f *shardFlag) Set(text string) error {
	first, second, _ := strings.Cut(text, "/")
	index, err := strconv.Atoi(first)
	of, err2 := strconv.Atoi(second)
	if err != nil || err2 != nil || index < 1 || index > of || of > maxShards {
		return command.Usagef("--shard %s: use I/N, such as 2/4, with N up to %d", safe.Text(text).Line(40), maxShards)
	}
	f.index, f.of = index, of
	return nil
}

func (f *shardFlag) String() string {
	if f.of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", f.index, f.of)
}

// Type names the value in the help.
func (*shardFlag) Type() string { return "shard" }

// has reports whether a case is in the shard. Its name, which has its row and matrix entry, decides, so that a case stays in its
// shard when others are added.
func (f *shardFlag) has(c *casefile.Case) bool {
	if f.of == 0 {
		return true
	}
	h := fnv.New32a()
	_, _ = fmt.Fprintf(h, "%s\x00%d", c.Name, c.Row) // a hash takes everything
	return int(h.Sum32()%uint32(f.of)) == f.index-1  //nolint:gosec // up to maxShards
}
