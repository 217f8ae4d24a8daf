package table

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// Role is what a column is for. It is decided once for a table, from the schema, the name
// of the column and its values in the first rows.
type Role uint8

// The roles of columns.
const (
	RoleText     Role = iota // words to read; also what nothing else was found out of
	RoleID                   // names one thing: an id, a code, a serial number
	RoleLabel                // what people call the rows by: a name, a title
	RoleCategory             // one of few values: a status, a country, a boolean
	RoleAmount               // a number that adds up: a cost, a quantity, a count
	RoleRate                 // a number that does not: a price, a share, a temperature, a year
	RoleTime                 // a date, a time, a duration, seconds since the epoch
	RoleLink                 // a URL or an address
	RoleFile                 // bytes in a text
	RoleNested               // objects and arrays
	RoleEmpty                // no value in any row
)

// String is the name of the role.
func (r Role) String() string {
	return [...]string{"text", "id", "label", "category", "amount", "rate", "time", "link", "file", "nested", "empty"}[r]
}

// Total is what the numbers of a column come to.
type Total uint8

// The totals of columns.
const (
	NoTotal Total = iota // neither a sum nor a mean says something: of ids, years, coordinates
	SumTotal
	MeanTotal // a sum says nothing: of prices, shares, temperatures
)

// String is the name of the total.
func (t Total) String() string { return [...]string{"none", "sum", "avg"}[t] }

// The roles of columns are decided by roleRows rows, or fewer where these have more cells than roleCells. They are
// decided before a table is shown.
const (
	roleRows    = 1000
	minRoleRows = 100
	roleCells   = 10_000
)

// Roles are those that a user gives a column in place of one that was guessed.
func Roles() []Role {
	return []Role{RoleLabel, RoleID, RoleCategory, RoleAmount, RoleRate, RoleTime, RoleText, RoleLink}
}

// RoleOf is the role of a name, as [Role.String] gives it.
func RoleOf(name string) (r Role, ok bool) {
	for _, r := range Roles() {
		if r.String() == name {
			return r, true
		}
	}
	return RoleText, false
}

// WithRoles is the table in which columns, by their index, have other roles than were guessed. Columns that it does not have are left out.
func (g *Table) WithRoles(roles map[int]Role) *Table {
	with := *g
	with.columns = slices.Clone(g.columns)
	samples := g.samples()
	for col, role := range roles {
		if col < 0 || col >= len(with.columns) {
			continue
		}
		c := &with.columns[col]
		c.Role, c.Total = role, NoTotal
		switch {
		case len(samples[col].numbers) == 0:
		case role == RoleAmount:
			c.Total = SumTotal
		case role == RoleRate:
			c.Total = MeanTotal
		}
		c.Right = c.Numeric && role != RoleID
		if unit := samples[col].epochUnit(); unit > 0 && role == RoleTime {
			c.format, c.Right = c.format.AsTime(int64(unit/1e9)), false
		}
	}
	with.findRanks(samples)
	return &with
}

// WithFirst is the table with a column before all others, which is shown however few of them there is space for.
func (g *Table) WithFirst(col int) *Table {
	with, first := *g, g.columns[col]
	with.columns = []Column{first}
	for i, c := range g.columns {
		if i == col {
			continue
		}
		if c.Rank < first.Rank {
			c.Rank++
		}
		with.columns = append(with.columns, c)
	}
	with.columns[0].Rank, with.columns[0].IsDetail = 0, false
	return &with
}

// samples are the values of the columns in the first rows.
func (g *Table) samples() []sample {
	samples := make([]sample, len(g.columns))
	rows := max(minRoleRows, min(roleRows, roleCells/max(1, len(g.columns))))
	for row := range min(rows, g.Rows()) {
		part, i := g.at(row)
		for col := range g.columns {
			if c := &g.columns[col]; !c.IsDerived() {
				samples[col].add(sampledKey(part, i, c))
			}
		}
	}
	return samples
}

// findRoles decides the role and the total of each column.
func (g *Table) findRoles() {
	samples := g.samples()
	for col := range g.columns {
		c := &g.columns[col]
		c.Role, c.Total = samples[col].role(c)
		c.Right = c.Numeric && c.Role != RoleID
		s := &samples[col]
		if len(s.numbers) > 0 && !s.hasFractions {
			c.format = c.format.AsWhole()
		}
		if unit := s.epochUnit(); unit > 0 && c.Role == RoleTime {
			c.format, c.Right = c.format.AsTime(int64(unit/1e9)), false
		}
		if c.Role == RoleTime && len(s.texts) > 0 {
			c.format = c.format.UpTo(s.precision())
		}
	}
	g.findRanks(samples)
}

// sampledKey is the key of a cell. All columns of a row of a large list are found in one
// pass over its text.
func sampledKey(part rows, i int, c *Column) key {
	if r, lazy := part.(*indexRows); lazy && c.reads == theMember {
		if at, known := r.names[c.name]; known {
			return keyOfText(r.locate(i)[at], c)
		}
	}
	return part.key(i, c)
}

// sample are the values of a column in the first rows.
type sample struct {
	rows         int // that were read
	filled       int // of them have a value that is not empty
	nested       int
	booleans     int
	texts        [][]byte
	numbers      []float64
	hasFractions bool
	values       map[string]struct{}
	width        int // see medianWidth
	isMeasured   bool
}

func (s *sample) add(k key) {
	s.rows++
	switch k.kind {
	case value.Nested:
		s.nested++
	case value.Boolean:
		s.booleans++
	case value.Text:
		s.texts = append(s.texts, k.text)
	case value.Number:
		s.numbers = append(s.numbers, k.number)
		s.hasFractions = s.hasFractions || k.number != math.Trunc(k.number)
	default:
		return
	}
	s.filled++
	if s.values == nil {
		s.values = map[string]struct{}{}
	}
	s.values[string(k.text)] = struct{}{}
}

// isMost reports whether n of the values are almost all of them.
func (s *sample) isMost(n int) bool { return 5*n >= 4*s.filled }

// isMostTexts reports whether almost all values are texts of a kind.
func (s *sample) isMostTexts(is func(text []byte) bool) bool { return s.isMost(s.count(is)) }

// count is how many texts are of a kind.
func (s *sample) count(is func(text []byte) bool) (n int) {
	for _, text := range s.texts {
		if is(text) {
			n++
		}
	}
	return n
}

// hasFew reports whether values come again: each about three times, or one in all rows.
func (s *sample) hasFew() bool {
	return 3*len(s.values) <= s.filled || len(s.values) == 1 && s.rows > 2
}

// isUnique reports whether almost no value comes again.
func (s *sample) isUnique() bool { return 10*len(s.values) >= 9*s.filled }

func (s *sample) role(c *Column) (Role, Total) {
	switch {
	case c.reads == theKey:
		return RoleLabel, NoTotal
	case c.reads == theVariant:
		return RoleCategory, NoTotal
	case c.reads == theRow:
		return RoleNested, NoTotal
	case s.filled == 0:
		return RoleEmpty, NoTotal
	case s.isMost(s.nested):
		return RoleNested, NoTotal
	case s.isMost(s.booleans) || c.format != nil && len(c.format.Location().Choices()) > 0:
		return RoleCategory, NoTotal
	case s.isMost(len(s.numbers)):
		return s.numberRole(c)
	}
	return s.textRole(c), NoTotal
}

// names are the words of the title and of the name of a column: a title says more.
func (c *Column) names() (names []nameWords) {
	for _, name := range []string{c.Title.String(), c.name} {
		if words := wordsOf(name); len(words) > 0 {
			names = append(names, nameWords{name, words, headOf(words)})
		}
	}
	return names
}

// IDsOf is the column that has the ids of what a column names, such as CustomerId for CustomerName; -1 for none.
func (g *Table) IDsOf(col int) int {
	named := withoutLast(wordsOf(g.columns[col].name), nameWordsLast)
	return slices.IndexFunc(g.columns, func(c Column) bool {
		return c.Role == RoleID && c.name != g.columns[col].name && slices.Equal(withoutLast(wordsOf(c.name), idWords), named)
	})
}

// withoutLast are words without the last one, if it is one of a set and there are others.
func withoutLast(words []string, set wordSet) []string {
	if last := len(words) - 1; last > 0 && set.has(words[last]) {
		return words[:last]
	}
	return words
}

// nameWords are the words of a name. The head is what is named, the others say which: the size
// in "sample_size", the share in "Share of women".
type nameWords struct {
	name  string
	words []string
	head  string
}

func (n nameWords) hasAny(set wordSet) bool { return slices.ContainsFunc(n.words, set.has) }

// wordsOf splits a name at punctuation, where its case changes, and between letters and digits.
func wordsOf(name string) (words []string) {
	for _, word := range safe.Words(name) {
		start := 0
		for i, r := range word {
			if before, _ := utf8.DecodeLastRuneInString(word[:i]); i > 0 && unicode.IsDigit(r) != unicode.IsDigit(before) {
				words = append(words, word[start:i])
				start = i
			}
		}
		words = append(words, word[start:])
	}
	return words
}

// headOf is the word before a preposition, else the last one that is neither a number nor a
// participle behind another word, as in "bytes sent".
func headOf(words []string) string {
	for i, word := range words[1:] {
		if prepositions.has(word) {
			return words[i]
		}
	}
	last := len(words) - 1
	for last > 0 && words[last][0] >= '0' && words[last][0] <= '9' {
		last--
	}
	if last > 0 && isParticiple(words[last]) {
		last--
	}
	return words[last]
}

func isParticiple(word string) bool {
	return participles.has(word) || len(word) > 4 && strings.HasSuffix(word, "ed")
}

// isPlural reports a noun that counts things: "items", "people".
func isPlural(word string) bool {
	if plurals.has(word) {
		return true
	}
	singular, cut := strings.CutSuffix(word, "s")
	return cut && len(singular) > 2 && !strings.HasSuffix(singular, "s") && !strings.HasSuffix(singular, "u") && !strings.HasSuffix(singular, "i")
}

// wordSet are words that say what a column is for.
type wordSet map[string]struct{}

func (s wordSet) has(word string) bool {
	_, has := s[word]
	return has
}

func wordsFrom(list string) wordSet {
	set := wordSet{}
	for _, word := range strings.Fields(list) {
		set[word] = struct{}{}
	}
	return set
}

// The words that say what a column is for. Categories, times, parts and totals are found
// anywhere in a name, countPrefixes at its beginning, the others at its head. Numbers under
// counterWords are a category where they are few.
var (
	prepositions = wordsFrom("of in by for at from to with")
	participles  = wordsFrom("sent sold paid used read written lost won left due spent given")
	plurals      = wordsFrom("men women people children staff personnel")

	idWords = wordsFrom("id ids uid gid pid cid oid sid tid rid uuid guid key code no nr num number sku isbn issn ean gtin upc iban bic vin " +
		"symbol ticker hash sha md5 digest checksum ref reference serial barcode slug token ip mac zip zipcode postcode plz phone fax rank " +
		"ranking index idx handle username")
	counterWords  = wordsFrom("code no nr")
	nameWordsLast = wordsFrom("name title label")
	labelWords    = wordsFrom("name title label subject headline customer client buyer seller contact guest patient student passenger driver " +
		"person user employee author owner product article item model team player company organization organisation place venue project")
	categoryWords = wordsFrom("category type kind class status state sector industry segment region subregion area country city town county " +
		"province continent currency language lang locale department division vendor brand provider supplier manufacturer source channel " +
		"platform environment env stage phase role gender sex priority severity level tier plan group tag unit namespace node method mode " +
		"result outcome")
	textWords = wordsFrom("description desc message comment comments note notes summary remark remarks text body content contents address " +
		"reason detail details abstract bio instructions explanation excerpt snippet transcript answer question feedback review")
	timeWords = wordsFrom("time date datetime timestamp ts at on created updated modified deleted added started ended finished completed " +
		"expires expiry start end begin due deadline since until when day age duration uptime elapsed seen login birthday published " +
		"generated fetched sent received posted registered retrieved released changed")
	dateWords     = wordsFrom("date time datetime timestamp")
	durationWords = wordsFrom("age duration uptime elapsed time")

	yearWords  = wordsFrom("year yr years jahr")
	placeWords = wordsFrom("lat latitude lng lon long longitude x y z xpos ypos pos position tz timezone offset bearing heading azimuth " +
		"easting northing row column col order version port")
	partWords = wordsFrom("avg average mean median min max minimum maximum rate ratio share percent percentage pct percentile quantile " +
		"quartile per proportion fraction probability unit")
	rateWords = wordsFrom("price prices yield score stars rating grade temperature temp humidity pressure speed velocity density limit " +
		"capacity window threshold margin discount interest gpa latency duration elapsed ms seconds years age magnitude intensity voltage " +
		"current battery brightness signal width height length depth altitude elevation radius level power horsepower torque force " +
		"acceleration displacement low high open close change delta deviation variance concentration weight mass frequency")
	totalWords  = wordsFrom("total sum amount subtotal")
	amountWords = wordsFrom("count quantity qty size cost volume revenue turnover sales profit income expense earnings ebitda cap cash assets spend salary wage pay payroll " +
		"bonus budget fee tax vat tip charge refund payment credit debit stock inventory population area attendance traffic consumption " +
		"production output rainfall precipitation effort net gross distance mileage hours minutes days")
	countPrefixes = wordsFrom("num n")

	rateUnits = wordsFrom("% c f k kelvin celsius fahrenheit bar hpa pa db dbm v ppm ms s percent")
	linkTypes = wordsFrom("uri iri url uri-reference iri-reference email idn-email")
	timeTypes = wordsFrom("date date-time time duration")
	idTypes   = wordsFrom("uuid ipv4 ipv6")
	epochs    = wordsFrom("unix-time timestamp epoch utc-millisec")
)

// textRole is the role of a column of texts.
func (s *sample) textRole(c *Column) Role {
	format := c.schemaFormat()
	switch {
	case linkTypes.has(format) || s.isMostTexts(isLink):
		return RoleLink
	case c.format != nil && c.format.Location().Encoding() != "" || s.isMostTexts(isDataURL):
		return RoleFile
	case idTypes.has(format) || s.isEven() && s.isMostTexts(isToken):
		return RoleID
	}
	names := c.names()
	if timeTypes.has(format) || s.isTime(names) {
		return RoleTime
	}
	width := s.medianWidth()
	for _, n := range names {
		if role := s.namedRole(n, width); role != RoleEmpty {
			return role
		}
	}
	return s.plainRole(width)
}

// schemaFormat is the format of a column by the schema, "" for none.
func (c *Column) schemaFormat() string {
	if c.format == nil {
		return ""
	}
	return c.format.Location().Format().Line(0).String()
}

// isTime reports texts that are times: by how they are written, or by their name.
func (s *sample) isTime(names []nameWords) bool {
	if s.isMostTexts(isMoment) {
		return true
	}
	isCalled := func(set wordSet) bool {
		return slices.ContainsFunc(names, func(n nameWords) bool { return set.has(n.head) })
	}
	if isCalled(dateWords) && s.isMostTexts(hasDigit) {
		return true
	}
	return s.isMostTexts(func(text []byte) bool { return durationUnits(text) > 0 }) &&
		(isCalled(durationWords) || s.count(func(text []byte) bool { return durationUnits(text) > 1 }) > 0)
}

// namedRole is the role of texts by one of their names, RoleEmpty where it says nothing.
func (s *sample) namedRole(n nameWords, width int) Role {
	digits := s.count(hasDigit)
	isWords := 5*s.count(hasSpace) > s.filled && 2*digits < s.filled
	switch {
	case n.isID() && !isWords:
		if s.hasFew() && digits < s.filled {
			return RoleCategory
		}
		return RoleID
	case slices.Contains(n.words, "name") || strings.HasSuffix(n.head, "name"):
		return RoleLabel
	case labelWords.has(n.head):
		if width > 2*wideText {
			return RoleText
		}
		return RoleLabel
	case textWords.has(n.head):
		return RoleText
	case n.hasAny(categoryWords) && !s.isUnique():
		return RoleCategory
	}
	return RoleEmpty
}

// wideText is the width from which texts are read rather than looked up.
const wideText = 32

// plainRole is the role of texts whose name says nothing.
func (s *sample) plainRole(width int) Role {
	switch {
	case s.isMostTexts(isQuantity):
		return RoleRate
	case s.isEven() && s.rows > 2 && len(s.values) == s.filled && s.count(isCode) == len(s.texts):
		return RoleID
	case width > wideText:
		return RoleText
	case s.hasFew():
		return RoleCategory
	case s.isUnique():
		return RoleLabel
	}
	return RoleText
}

// isEven reports texts without spaces that are about as long as one another, as ids are.
func (s *sample) isEven() bool {
	short, long := math.MaxInt, 0
	for _, text := range s.texts {
		if hasSpace(text) {
			return false
		}
		n := utf8.RuneCount(text)
		short, long = min(short, n), max(long, n)
	}
	return long-short <= 2
}

// medianWidth is the median of the widths of the texts, in cells.
func (s *sample) medianWidth() int {
	if s.isMeasured || len(s.texts) == 0 {
		return s.width
	}
	widths := make([]int, len(s.texts))
	for i, text := range s.texts {
		widths[i] = ansi.StringWidth(string(text[:min(len(text), 8*wideText)]))
	}
	slices.Sort(widths)
	s.width, s.isMeasured = widths[len(widths)/2], true
	return s.width
}

// numberRole is the role of a column of numbers, and what they come to.
func (s *sample) numberRole(c *Column) (Role, Total) {
	names := c.names()
	unit := strings.ToLower(c.unit())
	switch {
	case epochs.has(c.schemaFormat()) || s.isEpoch(c, names):
		return RoleTime, NoTotal
	case rateUnits.has(unit) || strings.HasPrefix(unit, "°") || strings.Contains(unit, "/"):
		return RoleRate, MeanTotal
	}
	for _, n := range names {
		if role, total := s.namedNumber(n); role != RoleEmpty {
			return role, total
		}
	}
	return s.plainNumber(names)
}

// isEpoch reports seconds, milliseconds or microseconds since 1970, by name or by description.
func (s *sample) isEpoch(c *Column, names []nameWords) bool {
	if s.epochUnit() == 0 {
		return false
	}
	return slices.ContainsFunc(names, func(n nameWords) bool { return n.hasAny(timeWords) }) ||
		strings.Contains(strings.ToLower(c.Description().Line(0).String()), "epoch")
}

// FieldFormat is how a value beside a table is shown: a number that is a time by its name or its schema, as in a column, as a time.
func FieldFormat(name string, title safe.Line, v *ojson.Value, f *value.Format) *value.Format {
	if !v.Is(ojson.Number) {
		return f
	}
	c := Column{Title: title, name: name, format: f}
	var s sample
	s.add(keyOf(v, &c))
	if role, _ := s.numberRole(&c); role != RoleTime || s.epochUnit() == 0 {
		return f
	}
	return f.AsTime(int64(s.epochUnit() / 1e9))
}

// IsAlike reports whether a value under one name is the same kind of thing under another: both names end in the same noun, and it has the
// same role under both, as 9.5 is a price under "unit_price" and "Price". The other name is that of a place with a schema.
func IsAlike(v *ojson.Value, name, other string, at schema.Location) bool {
	was := Column{name: name}
	is := Column{name: other, Title: at.Title().Line(0), format: value.PlainFormat(at)}
	sameNoun := func(a nameWords) bool {
		return slices.ContainsFunc(is.names(), func(b nameWords) bool { return a.head == b.head })
	}
	if !slices.ContainsFunc(was.names(), sameNoun) {
		return false
	}
	roleOf := func(c *Column) Role {
		var s sample
		s.add(keyOf(v, c))
		role, _ := s.role(c)
		return role
	}
	return roleOf(&was) == roleOf(&is)
}

// epochUnit is 1e9 for numbers that are seconds since 1970 between 2001 and 2096, 1e12 for whole milliseconds, 1e15 for whole
// microseconds, 0 for others.
func (s *sample) epochUnit() float64 {
	if len(s.numbers) == 0 {
		return 0
	}
	low, high := slices.Min(s.numbers), slices.Max(s.numbers)
	for _, unit := range []float64{1e9, 1e12, 1e15} {
		if low >= unit && high <= 4*unit && (unit == 1e9 || !s.hasFractions) {
			return unit
		}
	}
	return 0
}

// namedNumber is the role of numbers by one of their names, RoleEmpty where it says nothing.
func (s *sample) namedNumber(n nameWords) (Role, Total) {
	switch {
	case s.isYear(n), placeWords.has(n.head):
		return RoleRate, NoTotal
	case s.isCount() && n.isCount():
		return RoleAmount, SumTotal
	case !s.hasFractions && n.isID():
		if counterWords.has(n.head) && s.hasFew() {
			return RoleCategory, NoTotal
		}
		return RoleID, NoTotal
	case n.isPart(), rateWords.has(n.head) && !n.hasAny(totalWords):
		return RoleRate, MeanTotal
	case n.hasAny(totalWords), amountWords.has(n.head):
		return RoleAmount, SumTotal
	case categoryWords.has(n.head) && s.hasFew() && !s.hasFractions:
		return RoleCategory, NoTotal
	case s.isCount() && (isPlural(n.head) || isParticiple(n.head)):
		return RoleAmount, SumTotal
	}
	return RoleEmpty, NoTotal
}

// isCount reports whole numbers that are not negative.
func (s *sample) isCount() bool { return !s.hasFractions && slices.Min(s.numbers) >= 0 }

// isYear reports numbers that are called years and are some.
func (s *sample) isYear(n nameWords) bool {
	return yearWords.has(n.head) && !s.hasFractions && slices.Min(s.numbers) >= 1000 && slices.Max(s.numbers) < 3000
}

// isCount reports a name such as "number of guests" or "num_guests".
func (n nameWords) isCount() bool {
	return len(n.words) > 1 && countPrefixes.has(n.words[0]) || len(n.words) > 2 && n.words[1] == "of" && idWords.has(n.words[0])
}

// isID reports a name such as "customer no." or "id of customer".
func (n nameWords) isID() bool { return idWords.has(n.head) || n.words[0] == "id" }

// isPart reports a name such as "average price" or "price/sales".
func (n nameWords) isPart() bool { return n.hasAny(partWords) || strings.ContainsAny(n.name, "/%") }

const (
	maxNumberValues = 30 // of numbers that are a category
	shortName       = 4  // a name of fewer letters is an abbreviation that says nothing
	spread          = 5  // amounts differ: the greatest is more than so many times the median
)

// plainNumber is the role of numbers whose names say nothing. A sum that says nothing is worse
// than none, so that only whole numbers of all sizes add up.
func (s *sample) plainNumber(names []nameWords) (Role, Total) {
	sorted := slices.Sorted(slices.Values(s.numbers))
	low, high := sorted[0], sorted[len(sorted)-1]
	switch {
	case s.hasFractions:
		return RoleRate, MeanTotal
	case low >= 0 && high <= 1:
		return RoleCategory, NoTotal
	case low >= 1800 && high <= 2100: // years
		return RoleRate, NoTotal
	case s.countsUp() && high-low <= 3*float64(s.filled):
		return RoleID, NoTotal
	case s.hasFew() && len(s.values) <= maxNumberValues:
		return RoleCategory, NoTotal
	case low < 0 || high <= spread*sorted[len(sorted)/2], len(names) == 0, utf8.RuneCountInString(names[0].head) < shortName:
		return RoleRate, MeanTotal
	}
	return RoleAmount, SumTotal
}

// countsUp reports numbers of which each is greater than the one before.
func (s *sample) countsUp() bool {
	for i, number := range s.numbers {
		if i > 0 && number <= s.numbers[i-1] {
			return false
		}
	}
	return len(s.numbers) > 4
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func hasDigit(text []byte) bool { return bytes.ContainsAny(text, "0123456789") }
func hasSpace(text []byte) bool { return bytes.ContainsFunc(text, unicode.IsSpace) }

// isLink reports a URL or an e-mail address.
func isLink(text []byte) bool {
	if hasSpace(text) {
		return false
	}
	for _, scheme := range []string{"https://", "http://", "ftp://", "mailto:"} {
		if bytes.HasPrefix(text, []byte(scheme)) {
			return true
		}
	}
	name, host, isAddress := bytes.Cut(text, []byte("@"))
	return isAddress && len(name) > 0 && bytes.IndexByte(host, '.') > 0 && !bytes.ContainsAny(host, "@/:")
}

// precision is how much of the times is to be shown so that none loses anything.
func (s *sample) precision() value.Precision {
	least := value.ToDays
	for _, text := range s.texts {
		least = min(least, value.PrecisionOf(string(text)))
	}
	return least
}

func isDataURL(text []byte) bool { return bytes.HasPrefix(text, []byte("data:")) }

// isMoment reports a date, a time of day, both, or a duration, as ISO 8601 writes them.
func isMoment(text []byte) bool {
	if len(text) > 1 && text[0] == 'P' && (isDigit(text[1]) || text[1] == 'T') {
		_, ok := value.DurationSeconds(string(text))
		return ok
	}
	if fits(text, "0000-00-00") {
		if rest := text[len("0000-00-00"):]; len(rest) > 0 {
			return (rest[0] == 'T' || rest[0] == ' ') && fits(rest[1:], "00:00")
		}
		return true
	}
	return fits(text, "00:00") && len(bytes.Trim(text, "0123456789:.Z+-")) == 0
}

// fits reports a text that begins with digits where the pattern has them, and with its signs.
func fits(text []byte, pattern string) bool {
	if len(text) < len(pattern) {
		return false
	}
	for i := range len(pattern) {
		if pattern[i] == '0' && !isDigit(text[i]) || pattern[i] != '0' && text[i] != pattern[i] {
			return false
		}
	}
	return true
}

// durationUnits is how many units a duration such as "3d4h" has; 0 for any other text.
func durationUnits(text []byte) (units int) {
	for len(text) > 0 {
		rest := bytes.TrimLeft(text, "0123456789.")
		if len(rest) == len(text) || len(rest) == 0 {
			return 0
		}
		text = rest[1:]
		switch rest[0] {
		case 'm':
			text = bytes.TrimPrefix(text, []byte("s"))
		case 's', 'h', 'd', 'w', 'y':
		default:
			return 0
		}
		units++
	}
	return units
}

// isQuantity reports a number with a unit: "100m", "3.5 GB", "20 %".
func isQuantity(text []byte) bool {
	number := bytes.TrimLeft(text, "+-")
	unit := bytes.TrimLeft(number, "0123456789.,")
	if len(text)-len(number) > 1 || len(unit) == len(number) || !isDigit(number[0]) {
		return false
	}
	unit = bytes.TrimPrefix(unit, []byte(" "))
	n := utf8.RuneCount(unit)
	return n > 0 && n <= 4 && !bytes.ContainsFunc(unit, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("%°€$£/", r) })
}

// isCode reports capitals, digits and signs.
func isCode(text []byte) bool {
	return !bytes.ContainsFunc(text, func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("._-", r)
	})
}

// tokenLength is how long a run of letters and digits is at least that nobody reads as a word.
const tokenLength = 8

// isToken reports a text with a long run in which letters and digits take turns, as in random ids.
func isToken(text []byte) bool {
	length, turns := 0, 0
	for i, c := range text {
		switch {
		case !isDigit(c) && !isLetter(c):
			length, turns = 0, 0
			continue
		case length == 0 || isDigit(c) != isDigit(text[i-1]):
			turns++
		}
		if length++; length >= tokenLength && turns > 2 {
			return true
		}
	}
	return false
}
