package render

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render/markdown"
)

// passage is a piece of a text: words, or the rows of a table.
type passage struct {
	words string
	rows  *ojson.Value
}

// passagesOf are the words and the tables of a text, nil where it has no table: Markdown tables, others with bars or aligned columns as
// databases and programs print them, comma-separated values, data as JSON or as Python prints it, and lines of names and values. The last
// are a table where the text has little else.
func passagesOf(text string) []passage {
	lines := strings.Split(text, "\n")
	if found := scan(lines); found != nil {
		return found
	}
	return namedValues(lines)
}

// scan finds the tables that are not lines of names and values.
func scan(lines []string) []passage {
	s := textScanner{lines: lines, bare: bareLines(lines)}
	for s.at < len(s.lines) {
		switch line := strings.TrimSpace(s.bare[s.at]); {
		case line == "":
			s.at++
		case isFence(line):
			s.fence(line)
		default:
			s.paragraph()
		}
	}
	if len(s.found) == 0 {
		return nil
	}
	s.words(len(s.lines))
	return s.found
}

// textScanner goes through the lines of a text.
type textScanner struct {
	lines []string
	bare  []string // the lines without the marks of quotes and lists
	at    int
	from  int // the first line that is in no passage yet
	found []passage
}

// The marks before a table that stands in a quote, or begins an item of a list, of Markdown.
var (
	quoteMarks = regexp.MustCompile(`^(\s{0,3}> ?)+`)
	itemMark   = regexp.MustCompile("^\\s*([-*+•]|[0-9]{1,9}[.)])\\s+([|]|```|~~~)")
)

// bareLines are lines without the marks of quotes, and without that of an item of a list that a table begins.
func bareLines(lines []string) []string {
	bare := make([]string, len(lines))
	for i, line := range lines {
		line = unquoted(line)
		if at := itemMark.FindStringSubmatchIndex(line); at != nil {
			line = strings.Repeat(" ", at[4]) + line[at[4]:]
		}
		bare[i] = line
	}
	return bare
}

func unquoted(line string) string { return line[len(quoteMarks.FindString(line)):] }

// dedented are the lines of a block without the spaces before its fence.
func dedented(lines []string, fence string) []string {
	indent := fence[:len(fence)-len(strings.TrimLeft(fence, " \t"))]
	inner := make([]string, len(lines))
	for i, line := range lines {
		inner[i] = strings.TrimPrefix(line, indent)
	}
	return inner
}

// table adds a table in place of some lines, and goes on behind them.
func (s *textScanner) table(rows *ojson.Value, from, to int) {
	s.words(from)
	s.found = append(s.found, passage{rows: rows})
	s.from, s.at = to, to
}

// words adds the lines before one as they are.
func (s *textScanner) words(to int) {
	if words := strings.Trim(strings.Join(s.lines[s.from:to], "\n"), "\r\n"); strings.TrimSpace(words) != "" {
		s.found = append(s.found, passage{words: words})
	}
}

// fence reads a fenced block of Markdown, which is a table where it has one and at most a line above and below it.
func (s *textScanner) fence(opening string) {
	end := s.at + 1
	for end < len(s.lines) && !strings.HasPrefix(strings.TrimSpace(s.bare[end]), opening[:3]) {
		end++
	}
	body := dedented(s.bare[min(s.at+1, end):end], s.bare[s.at])
	var found []passage
	switch language := strings.ToLower(strings.TrimLeft(opening, "`~")); {
	case end == len(s.lines): // it may go on
	case ojson.IsValid([]byte(strings.Join(body, "\n"))): // see Builder.text
	case language == "csv":
		found = []passage{{rows: rowsOfCSV([]byte(strings.Join(body, "\n")))}}
	case language == "tsv":
		found = []passage{{rows: rowsSeparatedBy('\t', []byte(strings.Join(body, "\n")))}}
	case slices.Contains([]string{"", "text", "txt", "markdown", "md", "table"}, language):
		found = scan(body)
	}
	tables, isOther := 0, false
	for _, p := range found {
		if p.rows != nil {
			tables++
		}
		isOther = isOther || strings.Contains(p.words, "\n") || p == passage{}
	}
	if tables == 1 && !isOther {
		s.words(s.at)
		s.found = append(s.found, found...)
		s.from = end + 1
	}
	s.at = end + 1
}

func isFence(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// paragraph reads lines up to an empty one, or one with another item of a list that a table begins.
func (s *textScanner) paragraph() {
	end := s.at + 1
	for end < len(s.bare) && strings.TrimSpace(s.bare[end]) != "" && !isFence(s.bare[end]) && !itemMark.MatchString(unquoted(s.lines[end])) {
		end++
	}
	if rows := separatedValues(s.bare[s.at:end]); rows != nil {
		s.table(rows, s.at, end)
		return
	}
	for from := s.at; from < end; from++ {
		if rows, n := rowsBetweenBars(s.bare[from:end]); rows != nil {
			s.table(rows, from, from+n)
			return
		}
		if rows, n := alignedRows(s.bare[from:end]); rows != nil {
			s.table(rows, from, from+n)
			return
		}
		if words, v, n := valueInText(s.bare[from:]); v != nil {
			s.words(from)
			if words != "" {
				s.found = append(s.found, passage{words: words})
			}
			s.found = append(s.found, passage{rows: v})
			s.from, s.at = from+n, from+n
			return
		}
	}
	s.at = end
}

// Lines of a table with bars.
var (
	barsOfBoxes = strings.NewReplacer("│", "|", "┃", "|", "║", "|", "┆", "|", "┊", "|")
	isBorder    = regexp.MustCompile(`^[\s|+:=\-─-╿]*(--|──|━━|══|==|-[|:])[\s|+:=\-─-╿]*$`).MatchString
	dashes      = regexp.MustCompile(`[-=─━═┄┈╌]+`)
)

// rowsBetweenBars reads a table at the beginning of some lines, and returns how many lines it has. Rows are nil where there is none.
func rowsBetweenBars(lines []string) (rows *ojson.Value, n int) {
	names, n, isMarkdown := headBetweenBars(lines)
	if n == 0 {
		return nil, 0
	}
	var records [][]string
	var wrapped [][]string // the lines of a row
	end := func() {
		if len(wrapped) > 0 {
			records = append(records, joined(wrapped))
			wrapped = nil
		}
	}
	isSeveral := !isMarkdown && hasInnerBorders(lines[n:])
	for ; n < len(lines); n++ {
		if isBorder(lines[n]) {
			end()
			continue
		}
		cells := cellsOf(lines[n])
		if len(cells) == 0 || !isMarkdown && len(cells) != len(names) {
			break
		}
		if wrapped = append(wrapped, cells); !isSeveral {
			end()
		}
	}
	end()
	if len(records) == 0 {
		return nil, 0
	}
	for _, record := range append(records, names) {
		for i := range record {
			if isMarkdown {
				record[i] = markdown.CellText(record[i])
			}
		}
	}
	return rowsOf(names, records), n
}

// headBetweenBars reads the names of the columns: above a border with as many parts, or in the first of three lines that begin and end with
// a bar. The rows are from line n on; it is 0 where there is no head.
func headBetweenBars(lines []string) (names []string, n int, isMarkdown bool) {
	if len(lines) < 3 || !strings.ContainsAny(lines[0], "|│┃║+┌╔╭┏") {
		return nil, 0, false
	}
	head := 0
	if isBorder(lines[0]) {
		head = 1
	}
	names = cellsOf(lines[head])
	if len(names) == 0 || isBorder(lines[head]) {
		return nil, 0, false
	}
	isMarkdown = markdown.IsDelimiter(lines[head+1])
	if isMarkdown || isBorder(lines[head+1]) {
		if len(dashes.FindAllString(lines[head+1], -1)) != len(names) {
			return nil, 0, false
		}
		return names, head + 2, isMarkdown
	}
	if len(names) > 1 && isClosed(lines[0]) && isClosed(lines[1]) && isClosed(lines[2]) {
		return names, 1, false
	}
	return nil, 0, false
}

// hasInnerBorders reports that a border is between any two rows: a row may then have several lines.
func hasInnerBorders(lines []string) bool {
	wasBorder, isInner := false, false
	for _, line := range lines {
		switch {
		case isBorder(line):
			wasBorder = true
		case len(cellsOf(line)) == 0:
			return isInner
		default:
			isInner = isInner || wasBorder
		}
	}
	return isInner
}

// joined are the cells of a row that has several lines.
func joined(lines [][]string) []string {
	row := lines[0]
	for _, more := range lines[1:] {
		for i, text := range more {
			row[i] = strings.TrimSpace(row[i] + " " + text)
		}
	}
	return row
}

// isClosed reports a line that begins and ends with a bar.
func isClosed(line string) bool {
	line = strings.TrimSpace(barsOfBoxes.Replace(line))
	return len(line) > 1 && line[0] == '|' && line[len(line)-1] == '|'
}

// cellsOf are the texts between the bars of a line, none where it has no bar.
func cellsOf(line string) []string {
	if line = barsOfBoxes.Replace(line); !strings.Contains(line, "|") {
		return nil
	}
	return markdown.SplitCells(line)
}

// wide is what is between the columns of lines that are aligned with spaces.
var wide = regexp.MustCompile(` {2,}|\t+`)

// alignedRows reads a table at the beginning of some lines whose columns are aligned with spaces, and returns how many lines it has. Below
// the names there may be a line of dashes, which says where the columns are; without one, each line has as many cells as the first, or one
// more in front, the index as pandas prints it. Rows are nil where there is none.
func alignedRows(lines []string) (rows *ojson.Value, n int) {
	if len(lines) > 0 && dashColumns(lines[0]) != nil { // above the names, too
		rows, n = alignedRows(lines[1:])
		return rows, n + 1
	}
	if len(lines) < minSeparated {
		return nil, 0
	}
	if columns := dashColumns(lines[1]); columns != nil {
		names := cutAt(lines[0], columns)
		var records [][]string
		for n = 2; n < len(lines) && dashColumns(lines[n]) == nil; n++ {
			records = append(records, cutAt(lines[n], columns))
		}
		if n < len(lines) {
			n++ // the line of dashes below
		}
		return rowsOf(names, records), n
	}
	names := wide.Split(strings.TrimSpace(lines[0]), -1)
	isName := func(name string) bool {
		return strings.ContainsFunc(name, unicode.IsLetter) && !strings.ContainsAny(name, ".!?:,;|=#(){}<>\"'")
	}
	if len(names) < 2 || !slices.ContainsFunc(names, isName) || slices.ContainsFunc(names, func(name string) bool { return !isName(name) }) {
		return nil, 0
	}
	var records [][]string
	for n = 1; n < len(lines); n++ {
		cells := wide.Split(strings.TrimSpace(lines[n]), -1)
		if n == 1 && len(cells) == len(names)+1 && strings.HasPrefix(lines[0], " ") {
			names = append([]string{""}, names...)
		}
		if len(cells) != len(names) {
			break
		}
		records = append(records, cells)
	}
	if len(records) < minSeparated-1 {
		return nil, 0
	}
	return rowsOf(names, records), n
}

// dashColumns are where the columns below and above a line of two or more groups of dashes begin; nil for other lines.
func dashColumns(line string) (starts []int) {
	if strings.Trim(line, "-=─━ ") != "" {
		return nil
	}
	for _, at := range dashes.FindAllStringIndex(line, -1) {
		if at[1]-at[0] < 2 {
			return nil
		}
		starts = append(starts, utf8.RuneCountInString(line[:at[0]]))
	}
	if len(starts) < 2 {
		return nil
	}
	return starts
}

// cutAt are the cells of a line, which begin at some characters.
func cutAt(line string, starts []int) []string {
	runes := []rune(line)
	cells := make([]string, len(starts))
	for i, start := range starts {
		end := len(runes)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		start, end = min(start, len(runes)), min(end, len(runes))
		if i == 0 {
			start = 0
		}
		cells[i] = strings.TrimSpace(string(runes[start:end]))
	}
	return cells
}

// minSeparated is how many lines comma-separated values without a fence have at least: fewer are a sentence with commas.
const minSeparated = 3

// separatedValues reads lines of which each has as many values as the first, separated by commas, semicolons or tabs without spaces behind
// them; nil for others.
func separatedValues(lines []string) *ojson.Value {
	if len(lines) < minSeparated {
		return nil
	}
	text := strings.Join(lines, "\n")
	for _, comma := range []rune{'\t', ';', ','} {
		if !strings.ContainsRune(lines[0], comma) || strings.Contains(lines[0], string(comma)+" ") {
			continue
		}
		r := csv.NewReader(strings.NewReader(text))
		r.Comma = comma
		records, err := r.ReadAll()
		if err != nil || len(records) < minSeparated {
			continue
		}
		isTable := true
		for i, record := range records {
			for _, field := range record {
				isName := field != "" && !strings.ContainsAny(field, ".!?:") && !isNumber(field)
				isTable = isTable && !strings.HasPrefix(field, " ") && (i > 0 || isName)
			}
		}
		if isTable {
			return rowsOf(records[0], records[1:])
		}
	}
	return nil
}

// rowsOf are objects of the texts of some records under the names of their columns. Values of a column that are all numbers are numbers.
func rowsOf(names []string, records [][]string) *ojson.Value {
	columns := columnNames(names)
	cells := make([][]*ojson.Value, len(records))
	for i := range cells {
		cells[i] = make([]*ojson.Value, len(columns))
	}
	for column := range columns {
		isNumeric, hasNumber := true, false
		for _, record := range records {
			text := textAt(record, column)
			isNumeric = isNumeric && (isNumber(text) || isNothing(text))
			hasNumber = hasNumber || isNumber(text)
		}
		for i, record := range records {
			text := textAt(record, column)
			cells[i][column] = ojson.NewString(text)
			switch number, err := ojson.NewNumber(text); {
			case !isNumeric || !hasNumber:
			case err == nil:
				cells[i][column] = number
			default:
				cells[i][column] = ojson.NewNull()
			}
		}
	}
	rows := make([]*ojson.Value, len(cells))
	for i := range cells {
		rows[i] = row(columns, cells[i])
	}
	return ojson.NewArray(rows...)
}

func isNumber(text string) bool {
	_, err := ojson.NewNumber(text)
	return err == nil
}

// isNothing reports what stands in a column of numbers where there is none.
func isNothing(text string) bool {
	return slices.Contains([]string{"", "-", "–", "—", "n/a", "na", "null", "none"}, strings.ToLower(text))
}

func textAt(record []string, column int) string {
	if column < len(record) {
		return record[column]
	}
	return ""
}

// columnNames makes the names of columns different, and names those that have none, such as that of the index as pandas writes it.
func columnNames(names []string) []string {
	taken := map[string]bool{}
	columns := make([]string, len(names))
	for i, name := range names {
		if name == "" {
			name = "column " + strconv.Itoa(i+1)
		}
		for n, base := 2, name; taken[name]; n++ {
			name = base + " " + strconv.Itoa(n)
		}
		taken[name] = true
		columns[i] = name
	}
	return columns
}

// Limits of lines of names and values: beyond them they are sentences.
const (
	maxLineName  = 40 // characters of a name
	maxLineValue = 80
	minLines     = 3 // of one record
)

// namedValues reads a text of lines such as "City: Oslo": several records of the same names, with empty lines or the marks of a list between
// them, are rows; a single one has a row for each line. A line that ends in a colon may introduce them. It returns nil for other texts.
func namedValues(lines []string) []passage {
	var records [][][2]string
	var intro []string
	isNew := true
	for _, line := range lines {
		text := strings.TrimSpace(line)
		bare := strings.TrimLeft(text, "-*•0123456789.) ")
		name, value, ok := namedValue(bare)
		switch {
		case text == "" || strings.Trim(text, "-=*") == "":
			isNew = true
		case !ok && len(records) == 0 && len(intro) == 0 && (strings.HasSuffix(text, ":") || strings.HasPrefix(text, "#")):
			intro = append(intro, text)
		case !ok:
			return nil
		default:
			if last := len(records) - 1; isNew || len(records[last]) > 0 && records[last][0][0] == name {
				records = append(records, nil)
			}
			records[len(records)-1] = append(records[len(records)-1], [2]string{name, value})
			isNew = false
		}
	}
	rows := rowsOfRecords(records)
	if rows == nil {
		return nil
	}
	if len(intro) > 0 {
		return []passage{{words: intro[0]}, {rows: rows}}
	}
	return []passage{{rows: rows}}
}

// namedValue reads "City: Oslo", also with marks of Markdown around the name.
func namedValue(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(strings.ReplaceAll(line, "**", ""), ": ")
	name, value = strings.Trim(name, "`_ "), strings.TrimSpace(value)
	first, _ := utf8.DecodeRuneInString(name)
	ok = ok && value != "" && unicode.IsLetter(first) && len(name) <= maxLineName && len(value) <= maxLineValue && !strings.ContainsAny(name, ".,;!?")
	return name, value, ok
}

func rowsOfRecords(records [][][2]string) *ojson.Value {
	if len(records) == 0 {
		return nil
	}
	var names []string
	for _, field := range records[0] {
		if slices.Contains(names, field[0]) {
			return nil
		}
		names = append(names, field[0])
	}
	var texts [][]string
	if len(records) == 1 {
		if len(names) < minLines {
			return nil
		}
		for _, field := range records[0] {
			texts = append(texts, field[:])
		}
		return rowsOf([]string{"Name", "Value"}, texts)
	}
	if len(names) < 2 {
		return nil
	}
	for _, record := range records {
		var row []string
		for i, field := range record {
			if len(record) != len(names) || field[0] != names[i] {
				return nil
			}
			row = append(row, field[1])
		}
		texts = append(texts, row)
	}
	return rowsOf(names, texts)
}

// tables are the words and tables of a text in their order, nil where it has no table.
func (b *Builder) tables(p Part, kept map[identity]*content) (blocks []Block) {
	text := p.Text.Exact() //nolint:forbidigo // read as rows; what is drawn goes through Block and Line
	if len(text) > maxTextJSON {
		return nil
	}
	passages := passagesOf(text)
	if strings.HasPrefix(strings.ToLower(mediaType(p.Tag)), "text/csv") {
		if rows := rowsOfCSV([]byte(text)); rows != nil {
			passages = []passage{{rows: rows}}
		}
	}
	whole := NewProse(p.Text, p.Tag)
	for _, found := range passages {
		if found.rows == nil {
			blocks = append(blocks, &Prose{Text: safe.Text(found.words), markup: whole.markup})
			continue
		}
		rows, tag := b.asAsked(found.rows, p.Tag)
		data := rows.Compact()
		c := b.readOnce(Part{Kind: TextPart, Text: safe.Text(string(data)), Tag: tag, Data: data}, kept)
		if c.err != nil {
			return nil
		}
		c.inText = true
		blocks = append(blocks, groupBlocks([]*content{c})...)
	}
	return blocks
}

// asAsked gives rows the names of the members that the user asked for, where those of the columns are the same words, and the tag by which
// their schema is found: none where no name is the same.
func (b *Builder) asAsked(rows *ojson.Value, tag safe.Raw) (*ojson.Value, safe.Raw) {
	asked := b.resolve(tag).Asked
	if asked == nil {
		return rows, safe.Raw{}
	}
	wanted, err := ojson.Parse(asked, ojson.SchemaLimits)
	if err != nil {
		return rows, safe.Raw{}
	}
	names := map[string]string{}
	for _, m := range wanted.Get("items").Get("properties").Members() {
		names[letters(m.Name)] = m.Name
	}
	isMet := false
	renamed := make([]*ojson.Value, rows.Len())
	for i, item := range rows.Items() {
		members := slices.Clone(item.Members())
		for j, m := range members {
			if name, ok := names[letters(m.Name)]; ok {
				members[j].Name, isMet = name, true
			}
		}
		renamed[i] = ojson.NewObject(members...)
	}
	if !isMet {
		return rows, safe.Raw{}
	}
	return ojson.NewArray(renamed...), tag
}

// letters are the letters and digits of a name, in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
