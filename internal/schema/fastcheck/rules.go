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

// rules are the rules of one schema for a value. A keyword that they do not support
// removes the kinds of values that the keyword is about from kinds.
type rules struct {
	kinds kinds // that the rules can accept
	may   kinds // that may be valid, accepted or not

	own    bool // it has rules besides those of also, anyOf and oneOf
	only   []*choiceRules
	text   *textRules
	number *numberRules
	array  *arrayRules
	object *objectRules

	also   []*rules    // must accept the value as well: $ref, allOf
	anyOf  [][]*rules  // one of each must accept it
	oneOf  []exclusive // exactly one of each is valid
	formed bool
}

// acceptAll accepts any value, unsupported none.
var (
	acceptAll   = &rules{kinds: everyKind, may: everyKind, own: true, formed: true}
	unsupported = &rules{may: everyKind, own: true, formed: true}
)

// exclusive is a oneOf of which the kind of the value leaves one branch. The others
// do not allow the kind, so they are invalid; rules alone cannot tell that.
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

// anyObject and anyArray accept any object and any array.
var (
	anyObject = &objectRules{rest: acceptAll, maximum: -1}
	anyArray  = &arrayRules{rest: acceptAll, maximum: -1}
)
