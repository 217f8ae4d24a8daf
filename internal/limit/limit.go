package limit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"
)

// Unit is what a limit counts.
type Unit int

// The units.
const (
	Count Unit = iota
	Bytes
	Time
)

// Limit is one row of the table.
type Limit struct {
	Name    string
	Unit    Unit
	Default int64  // in the unit: things, bytes or nanoseconds
	What    string // what it bounds
	Beyond  string // what happens, and what the user is told

	set atomic.Int64 // 0 while it is the default
}

// value is what holds now. A limit that is nil bounds nothing, and is 0.
func (l *Limit) value() int64 {
	if l == nil {
		return 0
	}
	if v := l.set.Load(); v != 0 {
		return v
	}
	return l.Default
}

// Int is the limit in bytes or things; 0 for none.
func (l *Limit) Int() int { return int(l.value()) }

// Duration is a limit of time.
func (l *Limit) Duration() time.Duration { return time.Duration(l.value()) }

// String is the limit as messages say it: 4 MiB, 20,000, 1m30s.
func (l *Limit) String() string { return l.Unit.format(l.value()) }

// DefaultText is that of what holds unless the user changes it.
func (l *Limit) DefaultText() string { return l.Unit.format(l.Default) }

// Raise is what to do where the limit is in the way.
func (l *Limit) Raise() string {
	return "--max " + l.Name + "=" + l.Unit.flag(min(l.value()*2, most[l.Unit])) + " allows more"
}

// format says a number of the unit for people.
func (u Unit) format(n int64) string {
	switch u {
	case Time:
		return duration(n)
	case Bytes:
		return size(n)
	default:
		return humanize.Comma(n)
	}
}

// flag is a number of the unit as one word.
func (u Unit) flag(n int64) string {
	if u == Count {
		return strconv.FormatInt(n, 10)
	}
	return strings.ReplaceAll(u.format(n), " ", "")
}

// size is exact: 4 MiB, 1,500 B.
func size(n int64) string {
	for i, unit := range []string{"GiB", "MiB", "KiB"} {
		if one := int64(1) << (30 - 10*i); n >= one && n%one == 0 {
			return humanize.Comma(n/one) + " " + unit
		}
	}
	return humanize.Comma(n) + " B"
}

// duration is without the zeros behind: 2m, not 2m0s.
func duration(n int64) string {
	s := time.Duration(n).String()
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return s
}

// most is the largest that a limit may be set to, by its unit: sizes are counted
// in an int of 32 bits too, and no time is endless.
var most = map[Unit]int64{Count: 1 << 30, Bytes: 2<<30 - 1, Time: int64(24 * time.Hour)}

// Set changes a limit for the whole process: a number, a size such as 8MiB, or a
// time such as 90s. It is meant for the start of the program, before anything is
// read. The error says what is allowed.
func Set(name, text string) error {
	l, n, err := read(name, text)
	if err == nil {
		l.set.Store(n)
	}
	return err
}

// Check fails as [Set] would, and sets nothing.
func Check(name, text string) error {
	_, _, err := read(name, text)
	return err
}

func read(name, text string) (*Limit, int64, error) {
	i := slices.IndexFunc(table, func(l *Limit) bool { return l.Name == name })
	if i < 0 {
		return nil, 0, fmt.Errorf("there is no limit %s; a2aform config limits lists them", strconv.QuoteToASCII(cut(name)))
	}
	l := table[i]
	n, ok := l.Unit.parse(strings.TrimSpace(text))
	switch {
	case !ok:
		return nil, 0, fmt.Errorf("the limit %s is %s, and %s is none", name, kinds[l.Unit], strconv.QuoteToASCII(cut(text)))
	case n < 1 || n > most[l.Unit]:
		return nil, 0, fmt.Errorf("the limit %s is from 1 to %s", name, l.Unit.format(most[l.Unit]))
	}
	return l, n, nil
}

// kinds say what is to be written.
var kinds = map[Unit]string{Count: "a number", Bytes: "a size such as 8MiB", Time: "a time such as 90s"}

func (u Unit) parse(text string) (int64, bool) {
	switch u {
	case Time:
		d, err := time.ParseDuration(text)
		return int64(d), err == nil
	case Bytes:
		n, err := humanize.ParseBytes(text)
		return int64(min(n, 1<<62)), err == nil
	default:
		n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
		return n, err == nil
	}
}

// cut keeps a message short.
func cut(s string) string { return s[:min(len(s), 60)] }

// All are the limits, by what they bound.
func All() []*Limit { return slices.Clone(table) }
