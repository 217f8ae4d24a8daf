package limit

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/ui/uitest"
)

// TestLimits compares each limit with a golden file, so that none changes by mistake.
func TestLimits(t *testing.T) {
	var b strings.Builder
	for _, l := range All() {
		fmt.Fprintf(&b, "%s", uitest.Dump(l))
	}
	for _, one := range []struct {
		name  string
		limit fmt.Stringer
	}{
		{"CardFileBytes", CardFileBytes},
		{"CardSkills", CardSkills},
		{"CardSchemas", CardSchemas},
		{"CardValues", CardValues},
		{"ReplyItems", ReplyItems},
		{"HeaderBytes", HeaderBytes},
		{"Redirects", Redirects},
		{"TLSTime", TLSTime},
		{"TokenTime", TokenTime},
		{"MetadataBytes", MetadataBytes},
		{"SignInTime", SignInTime},
		{"ExtendedTime", ExtendedTime},
		{"ListTime", ListTime},
		{"RetryAfter", RetryAfter},
		{"FindTime", FindTime},
		{"Reconnects", Reconnects},
		{"Restarts", Restarts},
		{"InputBytes", InputBytes},
		{"FieldFile", FieldFile},
		{"Answers", Answers},
		{"AnswerBytes", AnswerBytes},
		{"SchemaDepth", SchemaDepth},
		{"SchemaLevels", SchemaLevels},
		{"SchemaParts", SchemaParts},
		{"SchemaNames", SchemaNames},
		{"SchemaValues", SchemaValues},
		{"SchemaTries", SchemaTries},
		{"PatternBytes", PatternBytes},
		{"MatchTime", MatchTime},
		{"EditTime", EditTime},
		{"ValidateTime", ValidateTime},
		{"DataDepth", DataDepth},
		{"NumberDigits", NumberDigits},
		{"NumberExponent", NumberExponent},
		{"LabelBytes", LabelBytes},
		{"CellBytes", CellBytes},
		{"TextBytes", TextBytes},
		{"ProseBytes", ProseBytes},
		{"MarkdownBytes", MarkdownBytes},
		{"JSONBytes", JSONBytes},
		{"WireBytes", WireBytes},
		{"AddressBytes", AddressBytes},
		{"Columns", Columns},
		{"FieldRows", FieldRows},
		{"Sections", Sections},
		{"Problems", Problems},
		{"MarkdownCells", MarkdownCells},
		{"CSVColumns", CSVColumns},
		{"ShownBytes", ShownBytes},
		{"ValidateBytes", ValidateBytes},
		{"PictureBytes", PictureBytes},
		{"PictureDots", PictureDots},
		{"PictureMemory", PictureMemory},
		{"PictureTime", PictureTime},
		{"KeptCard", KeptCard},
		{"KeptRequest", KeptRequest},
		{"AgentsFile", AgentsFile},
		{"FitSteps", FitSteps},
		{"QueryBytes", QueryBytes},
		{"RunStatus", RunStatus},
		{"RunLine", RunLine},
		{"KeyringTime", KeyringTime},
		{"LockTime", LockTime},
	} {
		fmt.Fprintf(&b, "%s %s\n", one.name, one.limit)
	}
	uitest.Text(t, "limits", b.String())
}
