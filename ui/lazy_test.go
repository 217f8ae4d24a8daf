package ui

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// requestID is the id of a JSON-RPC call.
func requestID(r *http.Request) string {
	var call struct{ ID json.RawMessage }
	_ = json.NewDecoder(r.Body).Decode(&call)
	return string(call.ID)
}

// inChild marks the process that TestFirstFrameCompilesNoSchema starts.
const inChild = "A2AFORM_TEST_FIRST_FRAME"

// A card is shown without compiling its schemas, which doctor does in the background; opening a form compiles that
// one. Nothing in the program counts compilations for this: a process of its
// own records every allocation, and compiling cannot be done without any.
func TestFirstFrameCompilesNoSchema(t *testing.T) {
	if os.Getenv(inChild) != "" {
		firstFrame(t)
		return
	}
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFirstFrameCompilesNoSchema$", "-test.v")
	cmd.Env = append(os.Environ(), inChild+"=1", "GODEBUG=memprofilerate=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS") {
		t.Errorf("%v\n%s", err, out)
	}
}

func firstFrame(t *testing.T) {
	if runtime.MemProfileRate != 1 {
		t.Fatalf("allocations are not recorded: rate %d", runtime.MemProfileRate)
	}
	ref := manySchemas(t)
	uitest.Start(t, New(t.Context(), kit.Options{Ref: ref}), 80, 24).WaitFor("its maker").Stop() // the schema of cards is compiled once
	before := compiled(t)
	d := uitest.Start(t, New(t.Context(), kit.Options{Ref: ref}), 80, 24).WaitFor("Skill 0", "its maker")
	if compiled(t) > before {
		t.Error("a schema was compiled for the first frame")
	}
	d.Press("enter").WaitFor("word0")
	if compiled(t) == before {
		t.Error("opening a form shows no compilation: this test cannot see one")
	}
}

// manySchemas is a card file of a hundred forms.
func manySchemas(t *testing.T) string {
	t.Helper()
	var schemas, skills []string
	for i := range 100 {
		schemas = append(schemas, fmt.Sprintf(`"in%d":{"type":"object","properties":{"word%d":{"type":"string","title":"word%d"}}}`, i, i, i))
		skills = append(skills, fmt.Sprintf(`{"id":"s%d","name":"Skill %d","description":"d","tags":[],"inputModes":["application/json;schema=in%d"]}`, i, i, i))
	}
	text := fmt.Sprintf(`{"name":"Many","description":"d","version":"1","capabilities":{"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
		"supportedInterfaces":[{"url":"http://127.0.0.1:9/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"schemas":{%s},"skills":[%s]}`, strings.Join(schemas, ","), strings.Join(skills, ","))
	path := filepath.Join(t.TempDir(), "many.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// compiled is how many objects the one function of the program that compiles a schema has
// allocated where doctor does not call it. (The library compiles the metaschemas of its drafts when a process
// starts; that does not count.)
func compiled(t *testing.T) (n int64) {
	t.Helper()
	runtime.GC() // the profile shows what was allocated up to the last collection
	runtime.GC()
	records := make([]runtime.MemProfileRecord, 1<<17)
	count, ok := runtime.MemProfile(records, true)
	if !ok {
		t.Fatalf("the profile has %d records", count)
	}
	for _, r := range records[:count] {
		if len(r.Stack()) == len(r.Stack0) {
			continue // it was cut: who compiles is not in it
		}
		names := functionsOf(r.Stack())
		byDoctor := slices.ContainsFunc(names, func(f string) bool { return strings.Contains(f, "internal/qa/doctor.") })
		if !byDoctor && slices.ContainsFunc(names, func(f string) bool { return strings.HasSuffix(f, "schema.(*Document).compile") }) {
			n += r.AllocObjects
		}
	}
	return n
}

func functionsOf(stack []uintptr) (names []string) {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		names = append(names, f.Function)
		if !more {
			return names
		}
	}
}
