package diff

import (
	"strings"
	"unicode"
)

// Word is a part of a text that both texts have, or one alone.
type Word struct {
	Text string
	Kind Kind // "" for one that both have, else [Added] or [Removed]
}

// Words compares texts word by word.
func Words(a, b string) (words []Word) {
	x, y := split(a), split(b)
	for _, p := range between(align(len(x), len(y), func(i, j int) bool { return x[i] == y[j] }), pair{}, pair{len(x), len(y)}, oneByOne) {
		switch {
		case p.b < 0:
			words = appendWord(words, x[p.a], Removed)
		case p.a < 0:
			words = appendWord(words, y[p.b], Added)
		default:
			words = appendWord(words, x[p.a], "")
		}
	}
	return words
}

// oneByOne are the items of a gap, first those of a.
func oneByOne(from, to pair) (pairs []pair) {
	for i := from.a; i < to.a; i++ {
		pairs = append(pairs, pair{i, -1})
	}
	for j := from.b; j < to.b; j++ {
		pairs = append(pairs, pair{-1, j})
	}
	return pairs
}

func appendWord(words []Word, text string, kind Kind) []Word {
	if n := len(words); n > 0 && words[n-1].Kind == kind {
		words[n-1].Text += text
		return words
	}
	return append(words, Word{text, kind})
}

// split returns the words of a text, each with the space before it.
func split(text string) (words []string) {
	for text != "" {
		word := max(strings.IndexFunc(text, isNoSpace), 0)
		end := len(text)
		if space := strings.IndexFunc(text[word:], unicode.IsSpace); space > 0 {
			end = word + space
		}
		words = append(words, text[:end])
		text = text[end:]
	}
	return words
}

func isNoSpace(r rune) bool { return !unicode.IsSpace(r) }
