package hostile

var cardRemovals = []Removal{
	without("word of a password", "a2aclient/readcard.go", "if u.User != nil {", "if u == nil {", "interface has a password"),
	without("web page", "a2aclient/classify.go", `strings.HasPrefix(start, "<html"), parseMode(kind).kind == "text/html"`, `start == "never" || kind == "never"`, "card is HTML", "answer is HTML"),
	without("nothing at all", "a2aclient/classify.go", "case len(body) == 0:", "case len(body) < 0:", "card is empty", "no content"),
	without("cut text", "a2aclient/fetch.go", "case !isCardJSON(data):", "case data == nil && !isCardJSON(data):", "card is cut"),
	without("not an object", "a2aclient/readcard.go", "if firstByte(data) != '{' {", "if data == nil {", "card is a list"),
	without("error as card", "a2aclient/readcard.go", `if r.has("jsonrpc") || r.has("error") {`, `if r.has("never") {`, "card is an error"),
	without("size of a body", "a2aclient/http.go", "readAll(resp.Body, most)", "readAll(resp.Body, most<<20)", "card without end", "card of endless skills", "card that inflates", "reply that inflates", "reply of 40 MB", "error without end"),
	without("values of a card", "a2aclient/readcard.go", "values > limit.CardValues.Int()", "values > 1_000_000*limit.CardValues.Int()", "card of tiny values"),
	without("depth of JSON", "internal/jsonscan/jsonscan.go", "func array(b []byte, i, depth int) int {\n\tif depth > MaxDepth {", "func array(b []byte, i, depth int) int {\n\tif depth < 0 {", "card nests deep", "value nests 20,000 deep"),
	without("room for skills", "a2aclient/readcard.go", `r.root["skills"].Len() > limit.CardSkills.Int()`, `r.root["skills"].Len() > 1000`, "card of 5,000 skills"),
	without("byte order mark of a card", "a2aclient/carddepth.go", "data = bytes.TrimPrefix(data, []byte(byteOrder)) //", "//", "card with a byte order mark"),
	without("case of a card's members", "a2aclient/readcard.go", "name := string(s.key)\n", "name := string(s.key)\n\t\tif strings.EqualFold(name, \"supportedInterfaces\") {\n\t\t\tname = \"supportedInterfaces\"\n\t\t}\n", "card in capitals"),
	without("interface without an address", "a2aclient/readcard.go", `r.warn("an interface of the card has no URL and was passed over")`, "", "interfaces of nothing"),
	without("scheme of an interface", "a2aclient/dial.go", `if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {`, "if err != nil || u == nil {", "interface is a file"),
	without("address that is none", "a2aclient/readcard.go", "if err != nil {\n\t\tr.warn(\"the address %s is not a URL", "if err == nil && u == nil {\n\t\tr.warn(\"the address %s is not a URL", "interface is no URL"),
	without("gRPC", "a2aclient/dial.go", "case BindingJSONRPC, BindingHTTPJSON, BindingSessions:\n\tcase BindingGRPC:\n\t\treturn nil, name + \" (gRPC cannot carry exact numbers)\"", "case BindingJSONRPC, BindingHTTPJSON, BindingSessions, BindingGRPC:", "speaks gRPC alone"),
	without("unknown version", "a2aclient/wire.go", `case v == "1" || strings.HasPrefix(v, "1."):`, `case v != "":`, "speaks version 9"),
	without("card without a name", "a2aclient/readcard.go", "if r.Name.IsEmpty() {", "if r.Raw == nil {", "members of other types"),
	without("required extension", "a2aclient/recognise.go", `Required: item.Get("required").Bool()`, "Required: false", "requires the unknown"),
	without("shape of requirements", "a2aclient/scheme.go", `inner := item.Get("schemes"); inner.Is(ojson.Object)`, `inner := item.Get("never"); inner.Is(ojson.Object)`, "credentials of odd shapes"),
}
