package schema

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"a2aform/internal/ojson"
)

// Template is a text with slots, such as “Convert … … to …”: what a skill without a
// schema takes, as its examples or its description say.
type Template struct {
	pieces   []templatePiece
	end      string // after the last slot
	examples []*ojson.Value
}

// templatePiece is a slot and the text before it.
type templatePiece struct {
	before, name string
	isLine       bool // the text before it is left out with the slot
}

// IsSentence reports a text in which the slots stand among words; else each has a line.
func (t *Template) IsSentence() bool { return !t.pieces[0].isLine }

// Examples are the values of the form that the examples were made of.
func (t *Template) Examples() []*ojson.Value { return t.examples }

// Text is the text with the members of an object in its slots.
func (t *Template) Text(v *ojson.Value) string {
	return t.written(v, func(string) string { return "" })
}

// Sketch is the text as far as it is filled in, with the names of the other slots in brackets.
func (t *Template) Sketch(v *ojson.Value) string {
	return t.written(v, func(name string) string { return "[" + name + "]" })
}

func (t *Template) written(v *ojson.Value, missing func(name string) string) string {
	var sb strings.Builder
	for _, p := range t.pieces {
		value := v.Get(p.name)
		if p.isLine && !value.Exists() {
			continue
		}
		if p.isLine && sb.Len() > 0 {
			sb.WriteByte('\n')
		}
		sb.WriteString(p.before)
		if text := slotText(value); text != "" {
			sb.WriteString(text)
		} else {
			sb.WriteString(missing(p.name))
		}
	}
	sb.WriteString(t.end)
	return sb.String()
}

// slotText is a value as it stands in a text.
func slotText(v *ojson.Value) string {
	switch {
	case !v.Exists() || v.Is(ojson.Null):
		return ""
	case v.Is(ojson.String):
		return v.Text()
	case v.Is(ojson.Array):
		texts := make([]string, v.Len())
		for i, item := range v.Items() {
			texts[i] = slotText(item)
		}
		return strings.Join(texts, ", ")
	}
	return string(v.Compact())
}

// The limits of the texts that templates are made of. Longer ones are no sentences to fill in.
const (
	maxTemplateTexts = 20
	maxTemplateText  = 200 // bytes
	maxSlots         = 8
	maxLooseWords    = 3 // in a slot of ordinary words
)

// TemplateOf returns the template that texts have in common, and the schema of its slots; false where they have none. What
// differs between them is a slot, if there are numbers, dates, quoted words, codes such as USD, or names where they differ.
// In a single text numbers, dates, quoted words and codes are slots, and so are names in braces in any, as in "Weather in {city}".
func TemplateOf(texts []string) (*Template, json.RawMessage, bool) {
	var all [][]word
	for _, text := range texts[:min(len(texts), maxTemplateTexts)] {
		if len(text) > maxTemplateText || strings.ContainsRune(text, '\n') {
			return nil, nil, false
		}
		words := wordsOf(text)
		if joined(words) != text {
			return nil, nil, false
		}
		if !slices.ContainsFunc(all, func(known []word) bool { return slices.Equal(known, words) }) {
			all = append(all, words)
		}
	}
	if len(all) == 0 {
		return nil, nil, false
	}
	if placeholder.MatchString(texts[0]) {
		return templateOfPlaceholders(texts[0])
	}
	rows := [][]span{slotsOfOne(all[0])}
	if len(all) > 1 {
		rows = slotsBetween(all)
	}
	if len(rows) == 0 || len(rows[0]) == 0 {
		return nil, nil, false
	}
	kinds := make([]wordKind, len(rows[0]))
	for slot := range kinds {
		kinds[slot] = kindOfSlot(all, rows, slot)
	}
	for i, words := range all {
		if !isUseful(words, rows[i], kinds) {
			return nil, nil, false
		}
	}
	t, ok := newTemplate(all, rows, kinds)
	if !ok {
		return nil, nil, false
	}
	schema, _ := ojson.Parse(Infer(t.examples), ojson.DataLimits)
	return t, closed(schema), true
}

// placeholder is a name in braces or brackets, which stands for a value.
var placeholder = regexp.MustCompile(`\{([A-Za-z][\w -]{0,39})\}|<([a-z][\w -]{0,39})>|\[([A-Za-z][\w -]{0,39})\]`)

// templateOfPlaceholders is the template of a text that names its slots itself.
func templateOfPlaceholders(text string) (*Template, json.RawMessage, bool) {
	t := &Template{}
	var properties []ojson.Member
	var required []*ojson.Value
	at := 0
	for _, m := range placeholder.FindAllStringSubmatchIndex(text, maxSlots) {
		name := strings.Trim(text[m[0]:m[1]], "{}<>[]")
		t.pieces = append(t.pieces, templatePiece{before: text[at:m[0]], name: name})
		at = m[1]
		if !ojson.NewObject(properties...).Get(name).Exists() { // the same name again has the same value
			properties = append(properties, ojson.Member{Name: name, Value: withMember(nil, "type", ojson.NewString("string"))})
			required = append(required, ojson.NewString(name))
		}
	}
	t.end = text[at:]
	return t, closed(objectSchema(properties, required)), true
}

// closed is the schema of an object that has no other members: they would not be in the text.
func closed(schema *ojson.Value) json.RawMessage {
	return withMember(schema, "additionalProperties", ojson.NewBool(false)).Compact()
}

// wordKind is what a word looks like.
type wordKind uint8

const (
	plainWord  wordKind = iota
	mark                // punctuation
	mixed               // several words with names or numbers among them
	special             // with digits or signs in it, such as an address
	properName          // begins with a capital
	number
	code // such as USD
	quotedText
	date
)

// kindNames name slots that no preposition stands before.
var kindNames = map[wordKind]string{
	plainWord: "text", mixed: "text", special: "text", properName: "name", number: "number", code: "code", quotedText: "text", date: "date",
}

// prepositions name the slots behind them.
var prepositions = strings.Fields("about after against and as at before between by for from in into near of on or over per than the through to under until via vs with within without")

// particles may stand in names.
var particles = strings.Fields("a al an and da de del der di du el la le of the und van von y")

// word is a word or a mark of a text, with the space before it.
type word struct {
	space, text string
	kind        wordKind
}

var (
	wordPattern   = regexp.MustCompile(`"[^"]+"|“[^”]+”|[+-]?[\p{L}\p{N}]+(?:[.,'’:/@_+&-]+[\p{L}\p{N}]+)*%?|[$€£]\d[\d.,]*\d|\S`)
	numberPattern = regexp.MustCompile(`^[+-]?\d+(\.\d+)?$`)
	datePattern   = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
	amountPattern = regexp.MustCompile(`^[$€£]\d`)
	codePattern   = regexp.MustCompile(`^[A-Z][A-Z0-9]+$`)
)

// wordsOf splits a text. The words with their spaces are the text. What is in quotes is one word.
func wordsOf(text string) (words []word) {
	at := 0
	for _, m := range wordPattern.FindAllStringIndex(text, -1) {
		space, found := text[at:m[0]], text[m[0]:m[1]]
		at = m[1]
		for open, end := range map[string]string{`"`: `"`, "“": "”"} {
			if inner, ok := strings.CutPrefix(found, open); ok && inner != "" {
				words = append(words, word{space, open, mark}, word{"", strings.TrimSuffix(inner, end), quotedText})
				space, found = "", end
			}
		}
		words = append(words, word{space, found, kindOfWord(found, len(words) == 0)})
	}
	return words
}

func kindOfWord(text string, isFirst bool) wordKind {
	first := []rune(strings.TrimLeft(text, "+-"))
	switch {
	case datePattern.MatchString(text):
		return date
	case numberPattern.MatchString(text):
		return number
	case amountPattern.MatchString(text):
		return special
	case len(first) == 0 || !unicode.IsLetter(first[0]) && !unicode.IsDigit(first[0]):
		return mark
	case codePattern.MatchString(text):
		return code
	case strings.ContainsAny(text, "0123456789@/_%"):
		return special
	case unicode.IsUpper(first[0]) && !isFirst:
		return properName
	}
	return plainWord
}

// span is a slot in one text: the words from one on, up to another.
type span struct{ from, to int }

// slotsBetween are the slots of each text: what is between the words that all texts share in this
// order. There are none where a text has nothing at the place of a slot.
func slotsBetween(texts [][]word) [][]span {
	common := texts[0]
	for _, words := range texts[1:] {
		common = commonWords(common, words)
	}
	gaps := make([][]span, len(texts))
	for i, words := range texts {
		at := 0
		for _, c := range common {
			next := at + slices.IndexFunc(words[at:], func(w word) bool { return w.text == c.text })
			gaps[i] = append(gaps[i], span{at, next})
			at = next + 1
		}
		gaps[i] = append(gaps[i], span{at, len(words)})
	}
	rows := make([][]span, len(texts))
	for g := range gaps[0] {
		filled, place := 0, make([]span, len(texts))
		for i := range gaps {
			if place[i] = gaps[i][g]; place[i].to > place[i].from {
				filled++
			}
		}
		switch filled {
		case 0:
		case len(texts):
			for i, slots := range splitAlike(texts, place) {
				rows[i] = append(rows[i], slots...)
			}
		default:
			return nil
		}
	}
	return rows
}

// splitAlike makes a slot of each word where the words at each place are of one kind in all texts and the
// kinds differ from one place to the next, such as 100 USD and 5 EUR. Else all words are one slot.
func splitAlike(texts [][]word, place []span) [][]span {
	whole, split := make([][]span, len(texts)), make([][]span, len(texts))
	isSplit := true
	for i, s := range place {
		whole[i] = []span{s}
		isSplit = isSplit && s.to-s.from == place[0].to-place[0].from
		before := mark
		for at := s.from; at < s.to && isSplit; at++ {
			kind := texts[i][at].kind
			isSplit = kind >= number && kind != before && kind == texts[0][place[0].from+at-s.from].kind
			split[i], before = append(split[i], span{at, at + 1}), kind
		}
	}
	if isSplit {
		return split
	}
	return whole
}

// slotsOfOne are the numbers, dates, quoted words and codes of a single text; none where there are not two at least that are
// more than a number.
func slotsOfOne(words []word) []span {
	var slots []span
	sure := 0
	for i, w := range words {
		if w.kind >= number {
			slots = append(slots, span{i, i + 1})
		}
		if w.kind > number {
			sure++
		}
	}
	if sure < 2 {
		return nil
	}
	return slots
}

// commonWords is the longest sequence of words that two texts share.
func commonWords(a, b []word) (common []word) {
	lengths := make([][]int, len(a)+1)
	for i := range lengths {
		lengths[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			lengths[i][j] = max(lengths[i+1][j], lengths[i][j+1])
			if a[i].text == b[j].text {
				lengths[i][j] = lengths[i+1][j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].text == b[j].text:
			common = append(common, a[i])
			i, j = i+1, j+1
		case lengths[i+1][j] >= lengths[i][j+1]:
			i++
		default:
			j++
		}
	}
	return common
}

// isUseful reports slots of which a form is likely to help. Where most words differ, or nothing but ordinary
// words, the texts have no common shape.
func isUseful(words []word, slots []span, kinds []wordKind) bool {
	total, free, loose := 0, 0, 0
	for _, w := range words {
		if w.kind != mark {
			total++
		}
	}
	for i, s := range slots {
		free += s.to - s.from
		if kinds[i] == plainWord {
			loose++
			if s.to-s.from > maxLooseWords {
				return false
			}
		}
	}
	fixed := total - free
	switch {
	case fixed < 2, len(slots) > maxSlots, loose == len(slots):
		return false
	}
	return loose == 0 || fixed*5 >= total*3
}

// kindOfSlot is the kind of the words that are in a slot in all texts.
func kindOfSlot(texts [][]word, rows [][]span, slot int) wordKind {
	kind := mark
	for i, words := range texts {
		of := kindOfWords(words[rows[i][slot].from:rows[i][slot].to])
		switch {
		case of == plainWord:
			return plainWord
		case kind == mark:
			kind = of
		case kind != of:
			kind = mixed
		}
	}
	if kind == mark {
		return plainWord
	}
	return kind
}

// kindOfWords is the kind of the words of a slot: of several a name, or what is more than plain words.
func kindOfWords(words []word) wordKind {
	if len(words) == 1 {
		return words[0].kind
	}
	kind := mark
	for _, w := range words {
		switch {
		case w.kind == mark, slices.Contains(particles, strings.ToLower(w.text)):
		case w.kind == plainWord:
			return plainWord
		case kind == mark:
			kind = w.kind
		case w.kind != properName || kind != properName:
			kind = mixed
		}
	}
	if kind != properName && kind != mark {
		kind = mixed
	}
	return kind
}

// newTemplate is the template of slots; false where the texts between them differ in their spaces.
func newTemplate(texts [][]word, rows [][]span, kinds []wordKind) (*Template, bool) {
	t := &Template{}
	at, members := make([]int, len(texts)), make([][]ojson.Member, len(texts))
	for slot, kind := range kinds {
		p := templatePiece{before: joined(texts[0][at[0]:rows[0][slot].from]) + texts[0][rows[0][slot].from].space}
		p.name = t.nameFor(p.before, kind)
		for i, words := range texts {
			s := rows[i][slot]
			space := words[s.from].space
			if joined(words[at[i]:s.from])+space != p.before {
				return nil, false
			}
			members[i] = append(members[i], ojson.Member{Name: p.name, Value: ojson.NewString(joined(words[s.from:s.to])[len(space):])})
			at[i] = s.to
		}
		t.pieces = append(t.pieces, p)
	}
	t.end = joined(texts[0][at[0]:])
	for i, words := range texts {
		if joined(words[at[i]:]) != t.end {
			return nil, false
		}
		t.examples = append(t.examples, ojson.NewObject(members[i]...))
	}
	return t, true
}

func joined(words []word) string {
	var sb strings.Builder
	for _, w := range words {
		sb.WriteString(w.space)
		sb.WriteString(w.text)
	}
	return sb.String()
}

// nameFor names a slot by the word before it, else by what it holds.
func (t *Template) nameFor(before string, kind wordKind) string {
	name := kindNames[kind]
	if words := wordsOf(before); len(words) > 0 {
		if last := strings.ToLower(words[len(words)-1].text); slices.Contains(prepositions, last) && last != "the" {
			name = last
		}
	}
	for n, unique := 2, name; ; n++ {
		if !slices.ContainsFunc(t.pieces, func(p templatePiece) bool { return p.name == unique }) {
			return unique
		}
		unique = name + " " + strconv.Itoa(n)
	}
}
