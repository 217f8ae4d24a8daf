package limit

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func TestLimitIsSet(t *testing.T) {
	own := &Limit{Name: "for-tests", Unit: Bytes, Default: 2 * mib}
	unlisted = append(unlisted, own)
	t.Cleanup(func() { unlisted = unlisted[:len(unlisted)-1] })
	if own.Int() != 2*mib || own.String() != "2 MiB" || own.Hint() != "--max for-tests=4MiB allows more" || Hint(own) != "; "+own.Hint() {
		t.Errorf("at first it is %s, %q", own, own.Hint())
	}
	if err := Check(own.Name, "8KiB"); err != nil || own.Int() != 2*mib {
		t.Errorf("a check has set it to %s: %v", own, err)
	}
	if err := Set(own.Name, " 8 KiB "); err != nil || own.Int() != 8*kib || own.DefaultText() != "2 MiB" {
		t.Errorf("it is %s: %v", own, err)
	}
	for text, want := range map[string]string{"much": "the limit for-tests is a size such as 8MiB, and \"much\" is none", "0": "the limit for-tests is from 1 to 2,147,483,647 B", "2GiB": "from 1 to"} {
		if err := Set(own.Name, text); err == nil || !strings.Contains(err.Error(), want) || own.Int() != 8*kib {
			t.Errorf("%q: %v; it is %s", text, err, own)
		}
	}
	if err := Set("nothing", "1"); err == nil || !strings.Contains(err.Error(), `there is no limit "nothing"`) {
		t.Errorf("%v", err)
	}
	own.set.Store(maxValue[Bytes])
	if own.Hint() != "--max for-tests=2,147,483,647B allows more" {
		t.Errorf("at its largest: %s", own.Hint())
	}
}

func TestFixedLimits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		b    Bound
		n    int
		text string
	}{{Number(20000), 20000, "20,000"}, {Size(1500), 1500, "1,500 B"}, {Size(4 * mib), 4 * mib, "4 MiB"}, {Period(90 * time.Second), int(90 * time.Second), "1m30s"}} {
		if tt.b.Int() != tt.n || tt.b.String() != tt.text || Hint(tt.b) != "" {
			t.Errorf("%d, %s, %q", tt.b.Int(), tt.b, Hint(tt.b))
		}
	}
	if Period(time.Minute).Duration() != time.Minute || ConnectTime.Duration() != 10*time.Second {
		t.Error("a time is another one")
	}
}

// Of a text that is too long one byte more than the maximum is read.
func TestReadAll(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	for maximum, want := range map[int]string{0: "0", 4: "01234", 9: "0123456789", 10: "0123456789", 100: "0123456789"} {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []io.Reader{strings.NewReader("0123456789"), iotest.OneByteReader(strings.NewReader("0123456789")), file} {
			if got, err := ReadAll(r, maximum); err != nil || string(got) != want {
				t.Errorf("%d bytes at most: %q, %v", maximum, got, err)
			}
		}
		_ = file.Close()
	}
	broken := errors.New("broken")
	if got, err := ReadAll(io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(broken)), 9); !errors.Is(err, broken) || string(got) != "ab" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestBufferKeepsTheBeginning(t *testing.T) {
	t.Parallel()
	b := Buffer{Left: 5}
	for i, text := range []string{"abc", "de", "", "f", "gh"} {
		if n, err := b.Write([]byte(text)); n != len(text) || err != nil || b.IsCut != (i > 2) {
			t.Errorf("%q: %d, %v, cut %t", text, n, err, b.IsCut)
		}
	}
	if b.String() != "abcde" || b.Left != 0 {
		t.Errorf("%q, %d left", b.String(), b.Left)
	}
}

// What a limit is by default is on the page of limits: who changes one changes both.
func TestDefaultsAreOnThePageOfLimits(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "reference", "limits.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range All() {
		row := ""
		for line := range strings.Lines(string(page)) {
			if strings.Contains(line, "`"+l.Name+"`") {
				row = line
			}
		}
		if !strings.Contains(row, "| "+l.DefaultText()+" |") {
			t.Errorf("%s is %s: %s", l.Name, l.DefaultText(), row)
		}
	}
}
