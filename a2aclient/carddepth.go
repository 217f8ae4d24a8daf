package a2aclient

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"a2aform/internal/jsonscan"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// readCard reads a card leniently: what is missing or odd is a warning, and
// only a document that is no card at all is refused. Members that nest too deeply
// to be read are left out. Ref of the error is left to the caller.
func readCard(data []byte, source string) (*Card, *CardError) {
	data = bytes.TrimPrefix(data, []byte(byteOrder)) // what is kept of it must be JSON
	card, problem := readWholeCard(data, source)
	if problem == nil {
		return card, nil
	}
	cut, members := cutDeep(data)
	if len(members) == 0 {
		return nil, problem
	}
	card, again := readWholeCard(cut, source)
	if again != nil {
		return nil, problem
	}
	named := members[:min(len(members), maxDeepNamed)]
	text := strings.Join(named, ", ")
	if more := len(members) - len(named); more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	card.warn("the card has members that nest too deeply to be read, and that are left out: %s", text)
	return card, nil
}

// isCardJSON reports whether a document is JSON, but for members that nest too deeply.
func isCardJSON(data []byte) bool {
	data = bytes.TrimPrefix(data, []byte(byteOrder))
	if jsonscan.Valid(data) {
		return true
	}
	cut, members := cutDeep(data)
	return len(members) > 0 && jsonscan.Valid(cut)
}

const (
	maxDeepNamed = 5 // members that are named
	cutLevels    = 3 // how far below the root a member is left out alone
)

// deepFrame is an open list or object near the root of a card.
type deepFrame struct {
	isObject, inValue bool
	key               []byte // of the current member, as written
	keyAt, index      int
	deepest           int // level that the current value reaches, 0 for a scalar
}

// cutDeep leaves out of a card the members that nest more deeply than can be read:
// schemas, members of skills, and members that no agent needs to be reached. It names
// each with its depth.
func cutDeep(data []byte) (cut []byte, members []string) {
	var frames [cutLevels + 1]deepFrame
	depth, copied := 0, 0
	for i := 0; i < len(data); i++ {
		f := &frames[min(depth, cutLevels)]
		switch c := data[i]; c {
		case '"':
			end := jsonscan.String(data, i)
			if end < 0 {
				return nil, nil
			}
			if depth <= cutLevels && f.isObject && !f.inValue {
				f.key, f.keyAt = data[i:end], i
			}
			i = end - 1
		case ':':
			f.inValue = f.inValue || depth <= cutLevels
		case ',':
			if depth <= cutLevels {
				f.inValue = false
				f.index++
			}
		case '{', '[':
			if depth++; depth <= cutLevels {
				frames[depth] = deepFrame{isObject: c == '{'}
			}
			f.deepest = max(f.deepest, depth)
		case '}', ']':
			if depth--; depth < 0 {
				return nil, nil
			}
			if depth == 0 || depth > cutLevels {
				continue
			}
			f = &frames[depth]
			deepest := f.deepest
			f.deepest = 0
			if !isCut(frames[:depth+1], deepest) {
				frames[depth-1].deepest = max(frames[depth-1].deepest, deepest)
				continue
			}
			members = append(members, fmt.Sprintf("%s (%s levels)", framePath(frames[1:depth+1]), humanize.Comma(int64(deepest-depth))))
			cut = append(cut, data[copied:f.keyAt]...)
			copied = jsonscan.Space(data, i+1)
			if copied < len(data) && data[copied] == ',' {
				copied++
				i = copied - 1
				f.inValue = false
			} else {
				cut = bytes.TrimSuffix(bytes.TrimRight(cut, " \t\r\n"), []byte{','})
			}
		}
	}
	return append(cut, data[copied:]...), members
}

// isCut reports whether the value of the current member of the last frame is left
// out.
func isCut(frames []deepFrame, deepest int) bool {
	last, root := &frames[len(frames)-1], text(frames[1].key)
	level, most := cutLevels, min(limit.DataDepth.Int(), jsonscan.MaxDepth)
	if root == "schemas" { // each is read when it is used, with limits of its own
		level, most = 2, jsonscan.MaxDepth
	}
	isNeeded := len(frames) == 2 && slices.Contains(cardKeys, root)
	return deepest > most && last.isObject && len(frames)-1 <= level && !isNeeded
}

// framePath is the path of the current value of the last frame.
func framePath(frames []deepFrame) safe.Line {
	var path strings.Builder
	for i, f := range frames {
		switch {
		case !f.isObject:
			fmt.Fprintf(&path, "[%d]", f.index)
		case i > 0:
			path.WriteString("." + text(f.key))
		default:
			path.WriteString(text(f.key))
		}
	}
	return safe.Text(path.String()).Line(80)
}
