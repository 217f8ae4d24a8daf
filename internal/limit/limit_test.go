package limit

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func TestEveryLimitIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range All() {
		if seen[l.Name] || l.Name != strings.ToLower(l.Name) || strings.ContainsAny(l.Name, " _=") {
			t.Errorf("%q is no name, or not the only one", l.Name)
		}
		seen[l.Name] = true
		if l.Default < 1 || l.Default > maxValue[l.Unit] || l.Description == "" || l.Consequence == "" {
			t.Errorf("%s: %d, %q, %q", l.Name, l.Default, l.Description, l.Consequence)
		}
		if err := Check(l.Name, l.Unit.flag(l.Default)); err != nil {
			t.Errorf("%s cannot be set to what it is: %v", l.Name, err)
		}
	}
}

func TestLimitTextIsParsed(t *testing.T) {
	for _, tt := range []struct {
		unit Unit
		text string
		want int64 // 0: refused
	}{
		{Count, "12", 12},
		{Count, "12,000", 12000},
		{Count, " 7 ", 7},
		{Count, "1.5", 0},
		{Count, "", 0},
		{Count, "0", 0},
		{Count, "-1", 0},
		{Count, "99999999999", 0},
		{Bytes, "8MiB", 8 << 20},
		{Bytes, "8 MiB", 8 << 20},
		{Bytes, "1kB", 1000},
		{Bytes, "123", 123},
		{Bytes, "3 GiB", 0},
		{Bytes, "99999999999GiB", 0},
		{Bytes, "much", 0},
		{Time, "90s", 90 * int64(time.Second)},
		{Time, "100ms", 100 * int64(time.Millisecond)},
		{Time, "48h", 0},
		{Time, "-1s", 0},
		{Time, "90", 0},
	} {
		n, ok := tt.unit.parse(strings.TrimSpace(tt.text))
		if ok = ok && n >= 1 && n <= maxValue[tt.unit]; ok != (tt.want > 0) || ok && n != tt.want {
			t.Errorf("%v %q: %d, %v; want %d", tt.unit, tt.text, n, ok, tt.want)
		}
	}
}

func TestLimitIsFormatted(t *testing.T) {
	for _, tt := range []struct {
		l          *Limit
		text, hint string
	}{
		{&Limit{Name: "a", Default: 20_000}, "20,000", "--max a=40000 allows more"},
		{&Limit{Name: "a", Unit: Bytes, Default: 4 << 20}, "4 MiB", "--max a=8MiB allows more"},
		{&Limit{Name: "a", Unit: Bytes, Default: 1500}, "1,500 B", "--max a=3,000B allows more"},
		{&Limit{Name: "a", Unit: Time, Default: int64(2 * time.Minute)}, "2m", "--max a=4m allows more"},
		{&Limit{Name: "a", Unit: Time, Default: int64(90 * time.Second)}, "1m30s", "--max a=3m allows more"},
		{&Limit{Name: "a", Unit: Time, Default: int64(24 * time.Hour)}, "24h", "--max a=24h allows more"},
	} {
		if tt.l.String() != tt.text || tt.l.Hint() != tt.hint {
			t.Errorf("%q, %q; want %q, %q", tt.l.String(), tt.l.Hint(), tt.text, tt.hint)
		}
	}
}

func TestUnknownLimitIsRejected(t *testing.T) {
	for text, want := range map[string]string{
		"nothing=1":               `no limit "nothing"`,
		"rows=many":               `the limit rows is a number, and "many" is none`,
		"card-bytes=x":            "a size such as 8MiB",
		"stall-time=9":            "a time such as 90s",
		"rows=0":                  "from 1 to 1,073,741,824",
		"\x1b=" + "1":             `"\x1b"`,
		strings.Repeat("x", 1000): "list them with a2aform config limits",
	} {
		name, value, _ := strings.Cut(text, "=")
		if err := Check(name, value); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 200 {
			t.Errorf("%.20s: %v, want %q", text, err, want)
		}
	}
}

func TestSetLimitIsUsed(t *testing.T) {
	own := &Limit{Default: 7}
	own.set.Store(9)
	if own.Int() != 9 {
		t.Error(own.Int())
	}
}

// A program writes into a buffer by io.Copy, which would use a ReadFrom in place of Write.
func TestCopiesIntoABufferAreLimited(t *testing.T) {
	for text, want := range map[string]struct {
		kept  string
		isCut bool
	}{"ab": {"ab", false}, "abcd": {"abcd", false}, "abcde": {"abcd", true}} {
		b := &Buffer{Left: 4}
		n, err := io.Copy(b, iotest.OneByteReader(strings.NewReader(text)))
		if err != nil || int(n) != len(text) || b.String() != want.kept || b.IsCut != want.isCut {
			t.Errorf("%q: %d, %v, %q, cut %v", text, n, err, b, b.IsCut)
		}
	}
}
