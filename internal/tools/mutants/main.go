// Command mutants changes lines of the program, one at a time, and says which of the changes the tests of their own package
// notice. The lines are random; the seed is printed and chooses them again. No file of the module is written: go test
// reads a changed file through an overlay. Nothing fails on the figures.
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// maxMemory is what a process of a test may have: a changed loop can fill a list without end.
const maxMemory = 6 << 30

func main() {
	root := flag.String("C", "../..", "the directory of the module")
	count := flag.Int("n", 20, "how many lines to change")
	seed := flag.Uint64("seed", uint64(time.Now().Unix()), "which lines") //nolint:gosec // The time is positive.
	in := flag.String("in", "", "change only files whose path has this in it")
	flag.Parse()
	if err := run(*root, *count, *seed, *in); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root string, count int, seed uint64, in string) error {
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: maxMemory, Max: maxMemory}); err != nil {
		return err
	}
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	lines, err := mutableLines(root, in)
	if err != nil {
		return err
	}
	fmt.Printf("seed %d: %d of %d lines that can be changed\n", seed, min(count, len(lines)), len(lines))
	t, err := newTester(root)
	if err != nil {
		return err
	}
	defer os.RemoveAll(t.dir) //nolint:errcheck // What stays is in the directory for temporary files.
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	told, tried := 0, 0
	for _, line := range lines {
		if tried == count {
			break
		}
		m := line[random.IntN(len(line))]
		start := time.Now()
		verdict, isTold, err := t.test(m)
		if err != nil {
			return err
		}
		if verdict == "" { // it does not compile: another line takes its place
			continue
		}
		tried++
		if isTold {
			told++
		}
		path, _ := filepath.Rel(root, m.file)
		fmt.Printf("%-9s %4.0f s  %s:%d  %s\n", verdict, time.Since(start).Seconds(), path, m.line, m)
	}
	fmt.Printf("%d of %d told\n", told, tried)
	return nil
}

// mutation is a change of the bytes [from, to) of a file.
type mutation struct {
	dir, file string
	line      int
	from, to  int
	old, new  string
}

func (m mutation) String() string {
	return short(m.old) + "  →  " + short(m.new)
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 90 {
		return string(r[:89]) + "…"
	}
	return s
}

// mutableLines returns the mutations of each line that has some, in the files that are linked into the program.
func mutableLines(root, in string) ([][]mutation, error) {
	list := exec.Command("go", "list", "-deps", "-f", `{{if .Module}}{{if .Module.Main}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`, ".")
	list.Dir, list.Stderr = root, os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	var lines [][]mutation
	for _, file := range strings.Fields(string(out)) {
		if !strings.Contains(file, in) {
			continue
		}
		all, err := mutationsOf(file)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(all, func(a, b mutation) int { return cmp.Compare(a.line, b.line) })
		for from := 0; from < len(all); {
			to := from
			for to < len(all) && all[to].line == all[from].line {
				to++
			}
			lines = append(lines, all[from:to])
			from = to
		}
	}
	return lines, nil
}

var otherOperator = map[token.Token][]string{
	token.EQL: {"!="}, token.NEQ: {"=="},
	token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<="}, token.GEQ: {">", "<"},
	token.LAND: {"||"}, token.LOR: {"&&"},
	token.ADD: {"-"}, token.SUB: {"+"},
	token.INC: {"--"}, token.DEC: {"++"}, token.ADD_ASSIGN: {"-="}, token.SUB_ASSIGN: {"+="},
	token.BREAK: {"continue"}, token.CONTINUE: {"break"},
}

func mutationsOf(path string) (list []mutation, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.ParseComments)
	if err != nil || ast.IsGenerated(file) {
		return nil, err
	}
	add := func(pos, end token.Pos, change string) {
		p := set.Position(pos)
		from, to := p.Offset, set.Position(end).Offset
		list = append(list, mutation{filepath.Dir(path), path, p.Line, from, to, string(text[from:to]), change})
	}
	operator := func(pos token.Pos, op token.Token) {
		for _, other := range otherOperator[op] {
			add(pos, pos+token.Pos(len(op.String())), other)
		}
	}
	condition := func(x ast.Expr, isGuard bool) {
		if x == nil {
			return
		}
		is := string(text[set.Position(x.Pos()).Offset:set.Position(x.End()).Offset])
		add(x.Pos(), x.End(), "!("+is+")")
		if isGuard {
			add(x.Pos(), x.End(), "false && ("+is+")")
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.ArrayType:
			return false
		case *ast.IfStmt:
			condition(n.Cond, isGuard(n))
		case *ast.ForStmt:
			condition(n.Cond, false)
		case *ast.CaseClause:
			for _, x := range n.List {
				if b, ok := x.(*ast.BinaryExpr); ok && (otherOperator[b.Op] != nil) && b.Op != token.ADD && b.Op != token.SUB {
					condition(x, false)
				}
			}
		case *ast.BinaryExpr:
			operator(n.OpPos, n.Op)
		case *ast.IncDecStmt:
			operator(n.TokPos, n.Tok)
		case *ast.AssignStmt:
			operator(n.TokPos, n.Tok)
		case *ast.BranchStmt:
			if n.Label == nil {
				operator(n.Pos(), n.Tok)
			}
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				add(n.OpPos, n.OpPos+1, "")
			}
		case *ast.BasicLit:
			if v, err := strconv.Atoi(n.Value); n.Kind == token.INT && err == nil {
				add(n.Pos(), n.End(), otherNumber(v))
			}
		case *ast.Ident:
			if other, ok := map[string]string{"true": "false", "false": "true"}[n.Name]; ok {
				add(n.Pos(), n.End(), other)
			}
		}
		return true
	})
	return list, nil
}

// otherNumber returns what takes the place of a number. A length, gap or limit that is one larger is another choice and not a
// fault, so a number becomes 0, which breaks what it is for, and 0 becomes 1.
func otherNumber(n int) string {
	if n == 0 {
		return "1"
	}
	return "0"
}

// isGuard reports an if statement that only returns.
func isGuard(n *ast.IfStmt) bool {
	if n.Else != nil || len(n.Body.List) != 1 {
		return false
	}
	_, ok := n.Body.List[0].(*ast.ReturnStmt)
	return ok
}

// tester runs the tests of a package with a changed file.
type tester struct {
	dir string
	env []string
}

func newTester(root string) (*tester, error) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	// A changed program may look for its files in the home of whoever runs this.
	list := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOENV", "GOPATH")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	own := strings.Split(string(out), "\n")
	env := slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "XDG_") || strings.HasPrefix(s, "A2AFORM_") })
	env = append(env, "HOME="+dir, "GOCACHE="+own[0], "GOMODCACHE="+own[1], "GOENV="+own[2], "GOPATH="+own[3],
		"GOFLAGS="+os.Getenv("GOFLAGS")+" -overlay="+filepath.Join(dir, "overlay.json")) // also for a test that builds the program
	return &tester{dir, env}, nil
}

var failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// test returns how the change m ended, and nothing if it does not compile.
func (t *tester) test(m mutation) (verdict string, isTold bool, err error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return "", false, err
	}
	changed := filepath.Join(t.dir, "changed.go")
	if err := os.WriteFile(changed, slices.Concat(text[:m.from], []byte(m.new), text[m.to:]), 0o600); err != nil {
		return "", false, err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{m.file: changed}})
	if err != nil {
		return "", false, err
	}
	if err := os.WriteFile(filepath.Join(t.dir, "overlay.json"), overlay, 0o600); err != nil {
		return "", false, err
	}
	test := exec.Command("go", "test", "-count=1", "-timeout", "120s", "-vet=off", ".")
	test.Dir, test.Env = m.dir, t.env
	out, err := test.CombinedOutput()
	switch {
	case strings.Contains(string(out), "[build failed]"):
		return "", false, nil
	case strings.Contains(string(out), "[setup failed]"):
		return "", false, fmt.Errorf("%s: %s", m.dir, out)
	case err == nil && strings.Contains(string(out), "[no test files]"):
		return "untested", false, nil
	case err == nil:
		return "survived", false, nil
	case strings.Contains(string(out), "panic: test timed out"):
		return "timed out", true, nil
	}
	return "told", true, nil
}
