package a2aclient

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"a2aform/a2aclient/jsonread"
	"a2aform/internal/jsonscan"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// cutLevels is how far below the root a member is left out alone.
const cutLevels = 3

// frame is an open list or object near the root of a card.
type frame struct {
	isObject, inValue bool
	key               []byte // of the current member, as written
	keyAt, index      int
	deepest           int // level that the current value reaches, 0 for a scalar
}

// cutDeepMembers leaves out of a card the members that nest more deeply than can be read: schemas,
// members of skills, and members of the root that are not in keep. It names each with
// its depth.
func cutDeepMembers(data []byte, keep []string) (cut []byte, members []string) {
	c := &cutter{data: data, keep: keep}
	for i := 0; i >= 0 && i < len(data); i++ {
		switch data[i] {
		case '"':
			i = c.text(i)
		case ':', ',':
			c.separate(data[i])
		case '{', '[':
			c.open(data[i])
		case '}', ']':
			i = c.close(i)
		}
		if i < 0 {
			return nil, nil
		}
	}
	return append(c.cut, data[c.copied:]...), c.members
}

// cutter walks over a card. Its methods take the index of what is read and give
// that of the last byte read, -1 where the text is no JSON.
type cutter struct {
	data    []byte
	keep    []string // members of the root
	frames  []frame  // at most cutLevels
	depth   int
	cut     []byte // data up to copied, without what is left out
	copied  int
	members []string // that were left out
}

// near is the open list or object, nil where it is not near the root.
func (c *cutter) near() *frame {
	if c.depth == 0 || c.depth > cutLevels {
		return nil
	}
	return &c.frames[c.depth-1]
}

func (c *cutter) text(i int) int {
	end := jsonscan.String(c.data, i)
	if f := c.near(); end > 0 && f != nil && f.isObject && !f.inValue {
		f.key, f.keyAt = c.data[i:end], i
	}
	return max(end-1, -1)
}

func (c *cutter) separate(by byte) {
	f := c.near()
	switch {
	case f == nil:
	case by == ':':
		f.inValue = true
	default:
		f.inValue = false
		f.index++
	}
}

func (c *cutter) open(bracket byte) {
	c.depth++
	if n := len(c.frames); n > 0 {
		c.frames[n-1].deepest = max(c.frames[n-1].deepest, c.depth)
	}
	if c.depth <= cutLevels {
		c.frames = append(c.frames, frame{isObject: bracket == '{'})
	}
}

// close ends a list or object, and leaves out the member that it is the value of
// where that nests too deeply.
func (c *cutter) close(i int) int {
	if c.depth--; c.depth < 0 {
		return -1
	}
	if c.depth < cutLevels {
		c.frames = c.frames[:c.depth]
	}
	f := c.near()
	if f == nil {
		return i
	}
	deepest := f.deepest
	f.deepest = 0
	if !c.isCut(deepest) {
		if n := len(c.frames); n > 1 {
			c.frames[n-2].deepest = max(c.frames[n-2].deepest, deepest)
		}
		return i
	}
	c.members = append(c.members, fmt.Sprintf("%s (%s levels)", framePath(c.frames), humanize.Comma(int64(deepest-c.depth))))
	c.cut = append(c.cut, c.data[c.copied:f.keyAt]...)
	if c.copied = jsonscan.Space(c.data, i+1); c.copied < len(c.data) && c.data[c.copied] == ',' {
		c.copied++
		f.inValue = false
		return c.copied - 1
	}
	c.cut = bytes.TrimSuffix(bytes.TrimRight(c.cut, " \t\r\n"), []byte{','})
	return i
}

// isCut reports whether the value of the current member of the last frame is left out
// for the level that it reaches.
func (c *cutter) isCut(deepest int) bool {
	frames := c.frames
	last, root := &frames[len(frames)-1], jsonread.Text(frames[0].key)
	level, maxDepth := cutLevels, min(limit.DataDepth.Int(), jsonscan.MaxDepth)
	if root == "schemas" { // each is read when it is used, with limits of its own
		level, maxDepth = 2, jsonscan.MaxDepth
	}
	isNeeded := len(frames) == 1 && slices.Contains(c.keep, root)
	return deepest > maxDepth && last.isObject && len(frames) <= level && !isNeeded
}

// framePath is the path of the current value of the last frame.
func framePath(frames []frame) safe.Line {
	var path strings.Builder
	for i, f := range frames {
		switch {
		case !f.isObject:
			fmt.Fprintf(&path, "[%d]", f.index)
		case i > 0:
			path.WriteString("." + jsonread.Text(f.key))
		default:
			path.WriteString(jsonread.Text(f.key))
		}
	}
	return safe.Text(path.String()).Line(80)
}
