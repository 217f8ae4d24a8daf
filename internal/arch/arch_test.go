package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "a2aform"

// usual is the size that a package may have, without tests; oversize names the exceptions.
var usual = size{files: 25, lines: 3000}

type size struct{ files, lines int }

// oversize are the packages that may be larger, by DESIGN §3.
var oversize = map[string]size{
	"formgen":         {25, 3200},
	"formgen/huhform": {25, 3200},
	"a2aclient":       {45, 6500},
	"internal/cli":    {40, 5500},
}

// imports says what of ours each package may import. A row holds for its directory and,
// unless they have rows, for the directories below; "" is main.go.
var imports = map[string][]string{
	"":                         {"internal/cli", "internal/cli/command"},
	"internal/cli":             {"a2aclient", "a2aclient/a2a", "a2aclient/auth", "a2aclient/cardschema", "a2aclient/mediatype", "a2aclient/signature", "formgen", "formgen/assign", "internal/catalog", "internal/cli/bench", "internal/cli/command", "internal/cli/complete", "internal/cli/conform", "internal/cli/diff", "internal/cli/doctor", "internal/cli/environment", "internal/cli/helptext", "internal/cli/kiosk", "internal/cli/serve", "internal/cli/qa", "internal/cli/recorded", "internal/cli/signals", "internal/cli/terminal", "internal/demo", "internal/gcdelay", "internal/jsonindex", "internal/limit", "internal/nearest", "internal/ojson", "internal/otlp", "internal/qa/check", "internal/run", "internal/run/connect", "internal/run/tracing", "internal/run/signin", "internal/safe", "internal/safego", "internal/schema", "internal/schema/outline", "internal/schemafile", "internal/store", "internal/store/runfile", "internal/truststore", "internal/version", "internal/webhook", "internal/widget", "render", "render/export", "ui", "ui/kit", "ui/kit/theme", "ui/plain", "ui/share", "internal/cli/mock", "internal/cli/present", "internal/qa/doctor/opened"},
	"internal/cli/command":     {"a2aclient", "a2aclient/auth", "formgen", "internal/catalog", "internal/cli/signals", "internal/demo", "internal/limit", "internal/nearest", "internal/ojson", "internal/otlp", "internal/run", "internal/run/connect", "internal/safe", "internal/safego", "internal/schemafile", "internal/store", "internal/version", "internal/widget", "render", "render/draw", "render/export"},
	"internal/cli/recorded":    {"internal/cli/command", "internal/qa/check", "internal/qa/page", "internal/qa/report", "internal/safe", "internal/store", "internal/store/runfile"},
	"internal/cli/environment": {"a2aclient", "a2aclient/auth", "internal/cli/command", "internal/qa/casefile", "internal/qa/mask", "internal/qa/pace", "internal/qa/suite", "internal/qa/tomlfile", "internal/safe", "internal/store"},
	"internal/cli/qa":          {"a2aclient", "internal/cli/command", "internal/cli/lines", "internal/cli/environment", "internal/cli/recorded", "internal/ojson", "internal/qa/casefile", "internal/qa/check", "internal/qa/fileschema", "internal/qa/gen", "internal/qa/generated", "internal/qa/golden", "internal/qa/history", "internal/qa/k6", "internal/qa/learn", "internal/qa/mask", "internal/qa/newcase", "internal/qa/pace", "internal/qa/page", "internal/qa/plan", "internal/qa/report", "internal/qa/suite", "internal/qa/tomlfile", "internal/run", "internal/safe", "internal/store", "internal/store/runfile", "internal/cli/reportfile"},
	"internal/cli/bench":       {"internal/cli/command", "internal/cli/lines", "internal/cli/environment", "internal/cli/qa", "internal/qa/bench", "internal/qa/casefile", "internal/qa/plan", "internal/qa/suite", "internal/safe", "internal/cli/reportfile"},
	"internal/cli/diff":        {"a2aclient", "internal/cli/command", "internal/cli/lines", "internal/cli/qa", "internal/qa/casefile", "internal/qa/check", "internal/qa/plan", "internal/qa/report", "internal/ojson", "internal/qa/diff", "internal/qa/page", "internal/qa/rundiff", "internal/safe"},
	"internal/cli/lines":       {"internal/cli/command"},
	"internal/cli/reportfile":  {"internal/cli/command", "internal/safe"},
	"internal/cli/mock":        {"a2aclient", "a2aclient/a2a", "internal/cli/command", "internal/demo", "internal/demo/mock", "internal/demo/server", "internal/qa/gen", "internal/run", "internal/safe", "internal/store"},
	"internal/cli/present":     {"a2aclient", "internal/cli/command", "internal/cli/terminal", "internal/demo", "internal/present", "internal/qa/tomlfile", "internal/run", "internal/safe", "internal/safego", "internal/store", "internal/widget", "ui/kit", "ui/present"},
	"internal/present":         {"a2aclient", "a2aclient/a2a", "formgen", "internal/ojson", "internal/qa/tomlfile", "internal/run", "internal/safe", "internal/schema", "internal/store", "internal/store/runfile"},
	"internal/cli/conform":     {"a2aclient", "internal/cli/command", "internal/cli/lines", "internal/cli/environment", "internal/cli/findings", "internal/ojson", "internal/qa/conform", "internal/qa/finding", "internal/safe"},
	"internal/cli/findings":    {"internal/cli/command", "internal/qa/finding", "internal/safe", "internal/cli/reportfile"},
	"internal/cli/doctor":      {"a2aclient", "a2aclient/signature", "internal/cli/command", "internal/cli/lines", "internal/cli/findings", "internal/limit", "internal/ojson", "internal/qa/doctor", "internal/qa/doctor/live", "internal/qa/doctor/rule", "internal/qa/finding", "internal/safe", "internal/truststore", "internal/gcdelay", "internal/cli/environment", "internal/store", "internal/cli/reportfile"},
	"internal/cli/complete":    {"a2aclient", "formgen", "internal/cli/command", "internal/ojson", "internal/safe", "internal/schema"},
	"internal/cli/helptext":    {},
	"internal/cli/kiosk":       {"internal/cli/command", "internal/safe", "internal/store", "ui/kit"},
	"internal/cli/serve":       {"internal/cli/command", "internal/safe"},
	"internal/cli/signals":     {"internal/safego"},
	"internal/cli/terminal":    {"internal/safe", "internal/safego", "internal/store", "internal/widget", "ui/kit"},
	"internal/qa/casefile":     {"internal/limit", "internal/ojson", "internal/qa/tomlfile", "internal/schema/message", "render/jq", "internal/sorts"},
	"internal/qa/golden":       {"internal/ojson", "internal/qa/casefile", "internal/qa/diff", "internal/qa/tomlfile"},
	"internal/qa/diff":         {"internal/ojson", "internal/schema/compile"},
	"internal/qa/rundiff":      {"internal/ojson", "internal/qa/check", "internal/qa/diff", "internal/qa/golden", "internal/qa/report", "internal/run", "internal/safe", "internal/store/runfile"},
	"internal/qa/tomlfile":     {"internal/limit", "internal/nearest", "internal/ojson", "internal/safe"},
	"internal/qa/check":        {"a2aclient", "a2aclient/a2a", "a2aclient/auth", "internal/ojson", "internal/qa/casefile", "internal/qa/golden", "internal/run", "internal/safe", "internal/schema", "internal/schema/compile", "internal/store/runfile", "render"},
	"internal/qa/plan":         {"a2aclient", "a2aclient/a2a", "a2aclient/auth", "formgen", "formgen/assign", "internal/limit", "internal/nearest", "internal/ojson", "internal/qa/casefile", "internal/qa/check", "internal/qa/golden", "internal/qa/pace", "internal/run", "internal/safe", "internal/safego", "internal/schema", "internal/store", "internal/store/runfile", "render", "render/jq"},
	"internal/qa/bench":        {"internal/qa/check", "internal/qa/plan", "internal/safe", "internal/safego"},
	"internal/qa/k6":           {"a2aclient", "a2aclient/auth", "internal/ojson", "internal/qa/casefile", "internal/run", "internal/run/shell"},
	"internal/qa/suite":        {"internal/nearest", "internal/qa/casefile", "internal/qa/tomlfile", "internal/safe", "internal/store", "internal/sorts"},
	"internal/qa/listing":      {"a2aclient", "a2aclient/auth", "internal/qa/casefile", "internal/qa/check", "internal/qa/history", "internal/qa/pace", "internal/qa/suite", "internal/qa/tomlfile", "internal/safe", "internal/store"},
	"internal/qa/newcase":      {"internal/ojson", "internal/qa/casefile", "internal/qa/check", "internal/qa/golden", "internal/qa/plan", "internal/qa/suite", "internal/run", "internal/safe", "internal/store", "internal/store/runfile"},
	"internal/qa/history":      {"internal/qa/check", "internal/qa/plan", "internal/store", "internal/store/runfile"},
	"internal/qa/page":         {"a2aclient", "a2aclient/a2a", "a2aclient/auth", "internal/ojson", "internal/qa/check", "internal/qa/diff", "internal/qa/plan", "internal/qa/report", "internal/qa/rundiff", "internal/run", "internal/run/shell", "internal/safe", "internal/schema", "internal/store", "internal/store/runfile", "internal/version", "render", "render/export", "render/grid"},
	"internal/qa/report":       {"internal/ojson", "internal/qa/casefile", "internal/qa/check", "internal/qa/plan", "internal/qa/variation", "internal/safe", "internal/version", "render/export"},
	"internal/qa/variation":    {"internal/ojson"},
	"internal/qa/fileschema":   {"internal/ojson", "internal/qa/casefile", "internal/qa/suite", "internal/qa/tomlfile", "internal/schema"},
	"internal/qa/learn":        {"internal/ojson", "internal/qa/casefile", "internal/qa/check", "internal/qa/golden", "internal/qa/plan", "internal/schema/compile"},
	"internal/qa/gen":          {"internal/ojson", "internal/qa/gen/pairs", "internal/qa/gen/text", "internal/schema", "internal/schema/compile", "internal/schema/message", "internal/sorts"},
	"internal/qa/gen/pairs":    {},
	"internal/qa/generated":    {"a2aclient", "internal/infer", "internal/ojson", "internal/qa/casefile", "internal/qa/check", "internal/qa/fileschema", "internal/qa/gen", "internal/qa/plan", "internal/safe", "internal/schema", "internal/store"},
	"internal/qa/gen/text":     {"internal/schema/pattern"},
	"internal/qa/finding":      {"internal/safe", "internal/version", "internal/sorts"},
	"internal/qa/pace":         {"a2aclient", "a2aclient/auth", "a2aclient/retryafter", "internal/limit"},
	"internal/qa/mask":         {"a2aclient/auth", "internal/ojson", "internal/sorts"},
	"ui":                       {"internal/qa/diff", "ui/diff", "ui/savecase", "a2aclient", "a2aclient/a2a", "formgen", "internal/limit", "internal/ojson", "internal/qa/newcase", "internal/qa/page", "internal/run", "internal/run/connect", "internal/run/traffic", "internal/safe", "internal/safego", "internal/store", "internal/store/runfile", "internal/widget", "render", "render/draw", "render/grid", "render/value", "ui/agent", "ui/chat", "ui/draft", "ui/form", "ui/grid", "ui/history", "ui/kit", "ui/kit/pane", "ui/kit/theme", "ui/qa", "ui/result", "ui/task", "ui/uitest", "internal/sorts", "ui/doctor", "ui/film", "ui/share"},
	"ui/film":                  {},
	"ui/share":                 {"internal/present", "internal/qa/page", "internal/run", "internal/safe", "internal/store", "internal/store/runfile", "ui/film", "ui/kit"},
	"ui/qa":                    {"internal/qa/gen", "internal/qa/generated", "a2aclient", "internal/ojson", "internal/qa/casefile", "internal/qa/check", "internal/qa/golden", "internal/qa/history", "internal/qa/listing", "internal/qa/newcase", "internal/qa/page", "internal/qa/plan", "internal/qa/report", "internal/qa/tomlfile", "internal/run", "internal/safe", "internal/safego", "internal/store", "internal/widget", "ui/kit", "ui/kit/rail", "ui/kit/pens", "ui/kit/button", "ui/kit/pane"},
	"ui/present":               {"formgen", "internal/ojson", "internal/present", "internal/qa/check", "internal/qa/diff", "internal/qa/rundiff", "internal/run", "internal/safe", "internal/widget", "render", "render/draw", "render/grid", "ui/kit", "ui/kit/filled", "ui/kit/theme"},
	"ui/doctor":                {"internal/qa/doctor/live", "internal/qa/doctor/locate", "internal/qa/doctor/opened", "internal/qa/doctor/rule", "internal/qa/finding", "internal/run/shell", "internal/safe", "internal/widget", "ui/kit", "ui/kit/rail", "ui/kit/pens", "ui/kit/pager"},
	"ui/agent":                 {"a2aclient", "a2aclient/a2a", "a2aclient/signature", "formgen", "internal/catalog", "internal/limit", "internal/run", "internal/run/traffic", "internal/safe", "internal/schema/outline", "internal/store", "internal/store/runfile", "internal/truststore", "internal/widget", "render/draw", "ui/agent/agentlist", "ui/agent/attach", "ui/agent/facts", "ui/agent/step", "ui/kit", "ui/kit/outcome", "ui/kit/pane", "internal/sorts", "internal/qa/doctor/opened", "internal/qa/finding", "ui/kit/pager"},
	"ui/agent/attach":          {"a2aclient", "internal/safe", "internal/schemafile", "internal/store", "ui/kit"},
	"ui/agent/facts":           {"a2aclient", "a2aclient/signature", "internal/safe", "ui/kit"},
	"ui/agent/agentlist":       {"a2aclient", "internal/catalog", "internal/safe", "internal/store", "internal/widget", "ui/kit", "internal/sorts"},
	"ui/agent/step":            {"a2aclient", "ui/kit"},
	"ui/form":                  {"a2aclient", "a2aclient/a2a", "formgen", "formgen/bind", "formgen/huhform", "formgen/wording", "internal/limit", "internal/ojson", "internal/run", "internal/safe", "internal/safego", "internal/schema", "internal/store", "internal/store/runfile", "internal/widget", "ui/draft", "ui/form/day", "ui/form/indented", "ui/form/origin", "ui/form/parts", "ui/form/refusal", "ui/form/request", "ui/kit", "ui/kit/button", "ui/kit/pane", "internal/sorts"},
	"ui/form/parts":            {"a2aclient", "a2aclient/a2a", "formgen/huhform", "internal/limit", "internal/ojson", "internal/run", "internal/safe", "internal/widget", "ui/form/indented", "ui/kit"},
	"ui/form/refusal":          {"formgen", "internal/schema", "ui/kit"},
	"ui/form/request":          {"a2aclient", "internal/safe"},
	"ui/form/origin":           {"formgen", "ui/kit"},
	"ui/form/indented":         {"internal/ojson", "internal/safe"},
	"ui/form/day":              {"formgen", "formgen/bind", "formgen/when", "internal/safe", "internal/widget", "ui/kit"},
	"ui/task":                  {"a2aclient", "a2aclient/a2a", "a2aclient/auth", "a2aclient/lookalike", "internal/limit", "internal/ojson", "internal/run", "internal/run/results", "internal/run/traffic", "internal/safe", "internal/widget", "internal/store", "internal/store/runfile", "render", "render/draw", "render/value", "ui/kit", "ui/kit/filled", "ui/kit/pane", "ui/kit/rail", "ui/kit/syntax", "ui/kit/pager"},
	"ui/chat":                  {"a2aclient", "formgen/huhform", "internal/limit", "internal/run", "internal/safe", "internal/store", "internal/widget", "render/draw", "ui/draft", "ui/kit", "ui/kit/pane"},
	"ui/result":                {"a2aclient", "a2aclient/lookalike", "formgen/huhform", "internal/limit", "internal/safe", "internal/widget", "render", "render/draw", "render/export", "render/grid", "render/jq", "render/value", "ui/kit", "ui/kit/pane"},
	"ui/grid":                  {"internal/safe", "internal/widget", "render", "render/chart", "render/draw", "render/export", "render/grid", "render/value", "ui/kit", "ui/kit/pane", "internal/sorts"},
	"ui/savecase":              {"internal/qa/newcase", "internal/safe", "internal/widget", "ui/kit", "ui/kit/pens", "ui/kit/button", "ui/kit/pane"},
	"ui/diff":                  {"internal/ojson", "internal/qa/diff", "internal/qa/golden", "internal/qa/rundiff", "internal/run", "internal/run/shell", "internal/safe", "internal/store", "internal/widget", "ui/kit", "ui/kit/pens", "ui/kit/pager"},
	"ui/history":               {"a2aclient", "a2aclient/a2a", "internal/run", "internal/safe", "internal/store", "internal/store/runfile", "internal/widget", "render", "render/draw", "ui/kit", "ui/kit/outcome", "ui/kit/pane", "internal/sorts"},
	"ui/draft":                 {"a2aclient", "internal/run", "internal/safe", "internal/store", "ui/kit"},
	"ui/kit":                   {"internal/qa/diff", "a2aclient", "a2aclient/a2a", "a2aclient/auth", "formgen/huhform", "formgen/huhform/look", "internal/blocking", "internal/jsonindex", "internal/limit", "internal/ojson", "internal/run", "internal/run/connect", "internal/run/tracing", "internal/run/traffic", "internal/safe", "internal/safego", "internal/store", "internal/store/runfile", "internal/widget", "render", "render/draw", "render/export", "render/grid", "render/value", "ui/kit/button", "ui/kit/pane", "ui/kit/rail", "ui/kit/syntax", "ui/kit/theme", "internal/sorts"},
	"ui/kit/filled":            {"formgen", "internal/ojson", "internal/run", "internal/safe", "internal/schema", "ui/kit"},
	"ui/kit/theme":             {"internal/widget"},
	"ui/kit/outcome":           {"a2aclient/a2a", "internal/run", "internal/store/runfile", "ui/kit"},
	"ui/kit/pens":              {"internal/widget", "ui/kit"},
	"ui/kit/pane":              {"internal/widget"},
	"ui/kit/button":            {},
	"ui/kit/syntax":            {"internal/widget"},
	"ui/kit/rail":              {"internal/widget"},
	"ui/kit/pager":             {"internal/ojson", "internal/widget", "ui/kit", "ui/kit/syntax"},
	"ui/plain":                 {"a2aclient", "a2aclient/a2a", "a2aclient/auth", "formgen", "formgen/wording", "internal/limit", "internal/ojson", "internal/qa/casefile", "internal/qa/check", "internal/qa/history", "internal/qa/listing", "internal/qa/newcase", "internal/qa/plan", "internal/qa/report", "internal/run", "internal/run/connect", "internal/run/tracing", "internal/safe", "internal/safego", "internal/schema", "internal/store", "render/draw", "internal/qa/doctor/opened"},
	"ui/gallery":               {"internal/widget", "ui/kit", "ui/kit/button", "ui/kit/pane", "ui/kit/rail", "ui/kit/theme"},
	"ui/uitest":                {"internal/blocking"},
	"internal/run":             {"a2aclient", "a2aclient/a2a", "a2aclient/auth", "a2aclient/lookalike", "formgen", "internal/blocking", "internal/limit", "internal/ojson", "internal/run/assemble", "internal/run/results", "internal/run/shell", "internal/run/traffic", "internal/safe", "internal/safego", "internal/schema", "internal/store", "internal/store/runfile", "internal/version", "render"},
	"internal/run/connect":     {"a2aclient", "a2aclient/auth", "internal/limit", "internal/safe", "internal/store"},
	"internal/run/results":     {"a2aclient/a2a", "internal/ojson", "internal/safe", "internal/words"},
	"internal/run/tracing":     {"a2aclient", "internal/otlp"},
	"internal/run/shell":       {"a2aclient", "a2aclient/auth"},
	"internal/run/traffic":     {"a2aclient", "internal/limit", "internal/safe", "internal/sorts"},
	"formgen/wording":          {"formgen", "internal/safe", "internal/schema", "internal/widget"},
	"formgen/bind":             {"formgen", "formgen/when", "formgen/wording", "internal/schema"},
	"formgen/assign":           {"formgen", "internal/ojson", "internal/safe", "internal/schema"},
	"formgen/typable":          {"internal/safe"},
	"formgen/step":             {"formgen", "internal/ojson", "internal/schema"},
	"formgen/when":             {},
	"formgen/huhform":          {"formgen", "formgen/bind", "formgen/huhform/look", "formgen/step", "formgen/wording", "internal/limit", "internal/ojson", "internal/safe", "internal/schema", "internal/widget"},
	"formgen/huhform/look":     {"internal/widget"},
	"formgen/formtest":         {"formgen", "internal/ojson", "internal/safe", "internal/schema"},
	"formgen":                  {"formgen/typable", "internal/infer", "internal/limit", "internal/ojson", "internal/safe", "internal/schema"},
	"a2aclient":                {"a2aclient/a2a", "a2aclient/auth", "a2aclient/carddepth", "a2aclient/grpc", "a2aclient/jsonread", "a2aclient/mediatype", "a2aclient/retryafter", "a2aclient/signature", "a2aclient/sse", "internal/blocking", "internal/infer", "internal/jsonscan", "internal/limit", "internal/ojson", "internal/rounding", "internal/safe", "internal/safego", "internal/schema", "internal/version", "internal/sorts"},
	"a2aclient/a2a":            {"a2aclient/auth", "a2aclient/jsonread", "a2aclient/mediatype", "internal/jsonscan", "internal/safe"},
	"a2aclient/cardschema":     {"internal/ojson", "internal/safe", "internal/schema"},
	"a2aclient/carddepth":      {"a2aclient/jsonread", "internal/jsonscan", "internal/limit", "internal/safe"},
	"a2aclient/auth":           {"internal/jsonscan", "internal/limit", "internal/ojson", "internal/safe", "internal/sorts"},
	"a2aclient/grpc":           {"a2aclient/auth", "a2aclient/grpc/a2apb", "a2aclient/sse", "internal/limit", "internal/safe"},
	"a2aclient/grpc/a2apb":     {},
	"a2aclient/jsonread":       {"internal/jsonscan", "internal/limit"},
	"a2aclient/lookalike":      {"internal/safe"},
	"a2aclient/mediatype":      {},
	"a2aclient/retryafter":     {},
	"a2aclient/signature":      {"internal/ojson", "internal/safe"},
	"a2aclient/sse":            {"internal/jsonscan"},
	"render":                   {"internal/jsonindex", "internal/jsonscan", "internal/limit", "internal/ojson", "internal/safe", "internal/safego", "internal/schema", "render/grid", "render/markdown", "render/value"},
	"render/grid":              {"internal/jsonindex", "internal/jsonscan", "internal/limit", "internal/ojson", "internal/safe", "internal/safego", "internal/schema", "render/value", "internal/sorts"},
	"render/value":             {"internal/jsonindex", "internal/limit", "internal/ojson", "internal/safe", "internal/schema", "render/markdown", "internal/sorts"},
	"render/jq":                {"internal/limit", "internal/ojson", "internal/safe", "internal/safego", "render"},
	"render/markdown":          {"internal/limit", "internal/safe"},
	"internal/store":           {"internal/blocking", "internal/limit", "internal/nearest", "internal/ojson", "internal/safe", "internal/safego", "internal/schema", "internal/store/batch", "internal/store/homedir", "internal/store/runfile", "internal/sorts"},
	"internal/store/batch":     {},
	"internal/store/homedir":   {},
	"internal/store/runfile":   {"internal/blocking", "internal/limit", "internal/safe", "internal/safego"},
	"internal/truststore":      {"a2aclient/signature", "internal/blocking", "internal/safe"},
	"internal/webhook":         {"a2aclient", "a2aclient/a2a", "internal/limit", "internal/safe", "internal/safego"},
	"internal/widget":          {"internal/limit", "internal/ojson", "internal/safe", "internal/widget"},
	"internal/demo":            {"internal/demo/server", "internal/limit", "internal/ojson", "internal/safe", "internal/safego", "internal/schema"},
	"internal/demo/server":     {"internal/safe", "internal/safego"},
	"internal/demo/mock":       {"a2aclient", "internal/demo", "internal/demo/server", "internal/nearest", "internal/ojson", "internal/qa/casefile", "internal/qa/check", "internal/qa/plan", "internal/qa/tomlfile", "internal/schema"},
	"internal/hostile":         {"internal/limit", "internal/ojson", "internal/safe", "internal/schema"},
	"internal/schema":          {"internal/jsonindex", "internal/limit", "internal/ojson", "internal/safe", "internal/schema/compile", "internal/schema/fastcheck", "internal/schema/message", "internal/schema/normalize", "internal/sorts", "internal/words"},

	"internal/qa/conform":           {"a2aclient", "a2aclient/a2a", "a2aclient/auth", "internal/nearest", "internal/ojson", "internal/qa/check", "internal/qa/doctor", "internal/qa/doctor/live", "internal/qa/doctor/locate", "internal/qa/doctor/rule", "internal/qa/finding", "internal/qa/gen", "internal/qa/pace", "internal/run", "internal/safe", "internal/safego", "internal/schema", "internal/sorts"},
	"internal/qa/doctor":            {"a2aclient", "a2aclient/auth", "a2aclient/cardschema", "a2aclient/mediatype", "a2aclient/signature", "internal/infer", "internal/jsonindex", "internal/jsonscan", "internal/limit", "internal/nearest", "internal/ojson", "internal/qa/doctor/locate", "internal/qa/doctor/rule", "internal/qa/doctor/schemarule", "internal/qa/finding", "internal/safe", "internal/safego", "internal/schema"},
	"internal/qa/doctor/live":       {"a2aclient", "internal/jsonindex", "internal/qa/doctor/locate", "internal/qa/doctor/rule", "internal/qa/finding", "internal/safe"},
	"internal/qa/doctor/locate":     {"internal/jsonindex", "internal/jsonscan", "internal/ojson"},
	"internal/qa/doctor/opened":     {"a2aclient", "a2aclient/signature", "internal/qa/doctor", "internal/qa/doctor/live", "internal/qa/doctor/rule", "internal/qa/finding", "internal/truststore"},
	"internal/qa/doctor/rule":       {"internal/nearest", "internal/ojson", "internal/qa/finding", "internal/safe"},
	"internal/qa/doctor/schemarule": {"internal/limit", "internal/nearest", "internal/ojson", "internal/qa/finding", "internal/safe", "internal/schema", "internal/schema/message", "internal/schema/normalize", "internal/schema/pattern", "internal/qa/gen"},

	"render/chart":                {},
	"render/draw":                 {"internal/limit", "internal/ojson", "internal/safe", "render", "render/grid", "render/markdown", "render/value"},
	"render/export":               {"internal/jsonindex", "internal/jsonscan", "internal/limit", "internal/ojson", "internal/safe", "internal/safego", "internal/schema", "render", "render/draw", "render/grid", "render/markdown", "render/value"},
	"render/rendertest":           {"internal/ojson"},
	"render/rendertest/documents": {"internal/safe", "internal/schema", "render", "render/rendertest"},

	"internal/schema/fastcheck": {"internal/jsonscan", "internal/limit", "internal/ojson", "internal/schema/compile", "internal/schema/normalize", "internal/schema/pattern"},
	"internal/schema/compile":   {"internal/limit", "internal/ojson", "internal/schema/message", "internal/schema/normalize", "internal/schema/pattern"},
	"internal/schema/outline":   {"internal/jsonindex", "internal/ojson", "internal/safe"},
	"internal/schema/normalize": {"internal/limit", "internal/ojson", "internal/schema/message", "internal/schema/pattern", "internal/sorts"},
	"internal/schema/message":   {"internal/ojson", "internal/safe", "internal/sorts"},
	"internal/schema/pattern":   {"internal/limit"},

	"internal/run/signin":      {"a2aclient", "a2aclient/auth", "a2aclient/auth/authcode", "a2aclient/auth/discovery", "internal/limit", "internal/safe", "internal/store"},
	"a2aclient/auth/authcode":  {"a2aclient/auth", "internal/limit", "internal/safego"},
	"a2aclient/auth/discovery": {"a2aclient/auth", "internal/limit", "internal/ojson", "internal/safe"},

	"internal/ojson":      {"internal/jsonscan", "internal/limit", "internal/sorts"},
	"internal/jsonindex":  {"internal/blocking", "internal/jsonscan"},
	"internal/schemafile": {"internal/ojson", "internal/safe"},
	"internal/otlp":       {"a2aclient/a2a", "internal/safe", "internal/store/runfile", "internal/version"},
	"internal/catalog":    {"a2aclient", "internal/limit", "internal/ojson", "internal/safe", "internal/safego"},
	"internal/infer":      {"internal/ojson"},
	"internal/rounding":   {"internal/ojson", "internal/safe"},
	"internal/jsonscan":   {},
	"internal/sorts":      {},
	"internal/words":      {},
	"internal/safe":       {"internal/limit"},
	"internal/blocking":   {},
	"internal/gcdelay":    {},
	"internal/version":    {},
	"internal/safego":     {},
	"internal/limit":      {},
	"internal/nearest":    {},
	"internal/arch":       {},
}

// forTests are what any test may import besides: agents to talk to, a terminal, properties of forms, and results as
// lines or files.
var forTests = []string{"formgen/formtest", "internal/demo", "internal/demo/mock", "internal/demo/server", "internal/hostile", "render/draw", "render/export", "render/rendertest", "render/rendertest/documents", "ui/uitest"}

// unwanted modules never reach our go.mod.
var unwanted = []string{"google.golang.org/grpc", "github.com/golang/protobuf", "glamour", "github.com/a2aproject/"}

type pkg struct {
	Dir, ImportPath                    string
	Imports, TestImports, XTestImports []string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

func TestImportsPointDown(t *testing.T) {
	for _, p := range packages(t) {
		from, known := rowOf(p.ImportPath)
		if !known {
			t.Errorf("%s has no row in the table of imports", p.ImportPath)
			continue
		}
		for _, path := range p.Imports {
			if to, ours := rowOf(path); ours && to != from && !slices.Contains(imports[from], to) {
				t.Errorf("%s imports %s, and may import %q only", p.ImportPath, path, imports[from])
			}
		}
		for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
			to, ours := rowOf(path)
			if ours && !reaches(from, to) && !slices.Contains(forTests, to) {
				t.Errorf("a test of %s imports %s, which is not below it", p.ImportPath, path)
			}
		}
	}
}

// reaches reports whether a package may import another one, or one that may.
func reaches(from, to string) bool {
	return from == to || slices.ContainsFunc(imports[from], func(next string) bool { return next != from && reaches(next, to) })
}

// The table has no cycle, so that an import that it allows can always be made.
func TestImportTableHasNoCycle(t *testing.T) {
	done := map[string]bool{}
	var visit func(dir string, path []string)
	visit = func(dir string, path []string) {
		if slices.Contains(path, dir) {
			t.Errorf("the table has a cycle: %q", append(path, dir))
			return
		}
		if done[dir] {
			return
		}
		for _, to := range imports[dir] {
			if to != dir {
				visit(to, append(slices.Clone(path), dir))
			}
		}
		done[dir] = true
	}
	for dir := range imports {
		visit(dir, nil)
	}
}

func TestImportTableNamesExistingPackages(t *testing.T) {
	found := map[string]bool{"": true}
	for _, p := range packages(t) {
		found[strings.TrimPrefix(p.ImportPath, module+"/")] = true
	}
	for dir := range imports {
		if !found[dir] {
			t.Errorf("the table of imports has %s, and there is no such package", dir)
		}
	}
	for dir := range oversize {
		if !found[dir] {
			t.Errorf("the table of sizes has %s, and there is no such package", dir)
		}
	}
}

func TestTerminalAndNetworkImportsAreRestricted(t *testing.T) {
	for _, p := range packages(t) {
		dir, _ := rowOf(p.ImportPath)
		for _, path := range p.Imports {
			if allowed, listed := mayImport(path); listed && !isUnder(dir, allowed) {
				t.Errorf("%s imports %s; only these may: %q", p.ImportPath, path, allowed)
			}
		}
	}
}

func TestEveryPackageHasDoc(t *testing.T) {
	for _, p := range packages(t) {
		if p.ImportPath != module && len(p.GoFiles) > 0 && !slices.Contains(p.GoFiles, "doc.go") {
			t.Errorf("%s has no doc.go", p.ImportPath)
		}
	}
}

func TestModuleStaysSmall(t *testing.T) {
	mod := read(t, "go.mod")
	for _, m := range unwanted {
		if strings.Contains(mod, m) {
			t.Errorf("go.mod names %s", m)
		}
	}
}

// rowOf is the row of the table of imports that holds for an import path; not ok for one that
// is not ours or has no row.
func rowOf(path string) (string, bool) {
	if path == module {
		return "", true
	}
	dir, ours := strings.CutPrefix(strings.TrimSuffix(path, "_test"), module+"/")
	for ours && dir != "." {
		if _, ok := imports[dir]; ok {
			return dir, true
		}
		dir = filepath.ToSlash(filepath.Dir(dir))
	}
	return path, false
}

// mayImport is what may import a package of others, by the longest prefix of its path.
func mayImport(path string) (allowed []string, listed bool) {
	longest := ""
	for prefix, in := range restricted {
		if strings.HasPrefix(path, prefix) && len(prefix) > len(longest) {
			longest, allowed, listed = prefix, in, true
		}
	}
	return allowed, listed
}

// isUnder reports whether a directory is one of several, or below one.
func isUnder(dir string, of []string) bool {
	return slices.ContainsFunc(of, func(o string) bool { return dir == o || o != "" && strings.HasPrefix(dir, o+"/") })
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// packages are those of this module, without nested modules.
func packages(t *testing.T) []pkg {
	t.Helper()
	list, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// listed asks the go command, which takes half a second, once.
var listed = sync.OnceValues(func() (list []pkg, err error) {
	cmd := exec.Command("go", "list", "-e", "-json=Dir,ImportPath,Imports,TestImports,XTestImports,GoFiles,TestGoFiles,XTestGoFiles", "./...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		list = append(list, p)
	}
	if len(list) < 3 {
		return nil, fmt.Errorf("go list found only %d packages", len(list))
	}
	return list, nil
})
