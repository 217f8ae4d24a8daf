package fastcheck

// kinds is a set of kinds of JSON values. Whole numbers and others are two, as
// JSON Schema has them (2020-12 core §4.2.1): 1.0 and 1e2 are whole.
type kinds uint8

const (
	nullKind kinds = 1 << iota
	boolKind
	wholeKind
	fractionKind
	textKind
	arrayKind
	objectKind

	numberKinds = wholeKind | fractionKind
	everyKind   = nullKind | boolKind | numberKinds | textKind | arrayKind | objectKind
)

// kindsOfType are the kinds of a type of JSON Schema.
var kindsOfType = map[string]kinds{
	"null": nullKind, "boolean": boolKind, "integer": wholeKind, "number": numberKinds,
	"string": textKind, "array": arrayKind, "object": objectKind,
}

// rules is what has to hold for a value to be valid by one schema. A keyword
// that it does not know takes the kinds of values that the keyword is about out
// of those that can be proven.
type rules struct {
	kinds kinds // that can be proven
	may   kinds // that may be valid, proven or not

	own    bool // it asks for more than those below
	only   []*choiceRules
	text   *textRules
	number *numberRules
	array  *arrayRules
	object *objectRules

	also   []*rules    // hold as well: $ref, allOf
	anyOf  [][]*rules  // of each, one holds
	oneOf  []exclusive // of each, exactly one holds
	formed bool
}

// acceptAll are the rules of a value that may be anything, unsupported those of
// one that cannot be proven.
var (
	acceptAll   = &rules{kinds: everyKind, may: everyKind, own: true, formed: true}
	unsupported = &rules{may: everyKind, own: true, formed: true}
)

// exclusive is a oneOf of which the kind of the value leaves one branch. The
// others are known not to hold, which no proof could say.
type exclusive [8]*rules // by the position of the kind's bit; nil for none or several

// choiceRules are the scalars of an enum or a const.
type choiceRules struct {
	null, yes, no bool
	texts         map[string]struct{}
	numbers       []ratio
}

type objectRules struct {
	names    []string // declared or required, in the order of the document
	at       map[string]int
	members  []*rules
	required []bool
	demands  int    // how many are
	rest     *rules // any other member
	minimum  int
	maximum  int // -1 for no bound
}

type arrayRules struct {
	first   []*rules // by position
	rest    *rules
	minimum int
	maximum int // -1 for no bound
	unique  bool
}

// anyObject and anyArray are those of which nothing is asked.
var (
	anyObject = &objectRules{rest: acceptAll, maximum: -1}
	anyArray  = &arrayRules{rest: acceptAll, maximum: -1}
)
