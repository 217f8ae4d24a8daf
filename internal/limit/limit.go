// Package limit has the limits of the program in one table: the size, the time and
// the number of what agents, schemas, values and files may use.
//
// A user can change some of them ([Limit]: --max NAME=VALUE, or the table limits in config.toml);
// each states what happens when it is exceeded. The rest is fixed ([Number], [Size], [Period]).
// Packages read a limit where they need it; only the start of the program sets one. Buffer
// sizes, intervals and thresholds of algorithms that a user never meets are constants of the
// package that uses them.
package limit

import (
	"bytes"
	"fmt"
	"io"
	"os"
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
	Name        string
	Unit        Unit
	Default     int64  // in the unit: items, bytes or nanoseconds
	Description string // what it limits
	Consequence string // what happens when it is exceeded, as the user reads it

	set atomic.Int64 // 0: the default
}

// value returns the current value.
func (l *Limit) value() int64 {
	if v := l.set.Load(); v != 0 {
		return v
	}
	return l.Default
}

// Int returns the limit as a number of bytes or of items.
func (l *Limit) Int() int { return int(l.value()) }

// Duration returns the limit as a time.
func (l *Limit) Duration() time.Duration { return time.Duration(l.value()) }

// String formats the limit for messages: 4 MiB, 20,000, 1m30s.
func (l *Limit) String() string { return l.Unit.format(l.value()) }

// DefaultText formats the default as [Limit.String] does.
func (l *Limit) DefaultText() string { return l.Unit.format(l.Default) }

// Bound is a limit, of the table or fixed.
type Bound interface {
	Int() int
	String() string
}

// Number is a fixed limit on how many there are of something.
type Number int

// Size is a fixed limit in bytes.
type Size int

// Period is a fixed limit on how long something takes.
type Period time.Duration

// Int returns the limit.
func (n Number) Int() int { return int(n) }

// String formats the limit for messages, as in 20,000.
func (n Number) String() string { return Count.format(int64(n)) }

// Int returns the limit in bytes.
func (s Size) Int() int { return int(s) }

// String formats the limit for messages, as in 4 MiB.
func (s Size) String() string { return Bytes.format(int64(s)) }

// Duration returns the limit as a time.
func (p Period) Duration() time.Duration { return time.Duration(p) }

// Int returns the limit in nanoseconds.
func (p Period) Int() int { return int(p) }

// String formats the limit for messages, as in 1m30s.
func (p Period) String() string { return Time.format(int64(p)) }

// Hint says behind a message how to raise a limit; "" for one that is fixed.
func Hint(b Bound) string {
	if l, ok := b.(*Limit); ok {
		return "; " + l.Hint()
	}
	return ""
}

// Hint says how to raise the limit.
func (l *Limit) Hint() string {
	return "--max " + l.Name + "=" + l.Unit.flag(min(l.value()*2, maxValue[l.Unit])) + " allows more"
}

// format formats a number of the unit for people.
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

// flag formats a number of the unit without spaces, for the --max flag.
func (u Unit) flag(n int64) string {
	if u == Count {
		return strconv.FormatInt(n, 10)
	}
	return strings.ReplaceAll(u.format(n), " ", "")
}

// size formats a number of bytes exactly: 4 MiB, 1,500 B.
func size(n int64) string {
	for i, unit := range []string{"GiB", "MiB", "KiB"} {
		if one := int64(1) << (30 - 10*i); n >= one && n%one == 0 {
			return humanize.Comma(n/one) + " " + unit
		}
	}
	return humanize.Comma(n) + " B"
}

// duration formats a duration without trailing zeros: 2m, not 2m0s.
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

// maxValue is the largest allowed value of each unit. Sizes must fit an int of 32
// bits.
var maxValue = map[Unit]int64{Count: 1 << 30, Bytes: 2<<30 - 1, Time: int64(24 * time.Hour)}

// Set changes a limit: a number, a size such as 8MiB, or a time such as 90s. Limits
// protect the process, so all programs in it share them. Call Set before anything is
// read. The error says which values are allowed.
func Set(name, text string) error {
	l, n, err := read(name, text)
	if err == nil {
		l.set.Store(n)
	}
	return err
}

// Check returns the error that [Set] would return, and sets nothing.
func Check(name, text string) error {
	_, _, err := read(name, text)
	return err
}

func read(name, text string) (*Limit, int64, error) {
	known := slices.Concat(table, unlisted)
	i := slices.IndexFunc(known, func(l *Limit) bool { return l.Name == name })
	if i < 0 {
		return nil, 0, fmt.Errorf("there is no limit %s; list them with a2aform config limits", strconv.QuoteToASCII(cut(name)))
	}
	l := known[i]
	n, ok := l.Unit.parse(strings.TrimSpace(text))
	switch {
	case !ok:
		return nil, 0, fmt.Errorf("the limit %s is %s, and %s is none", name, kinds[l.Unit], strconv.QuoteToASCII(cut(text)))
	case n < 1 || n > maxValue[l.Unit]:
		return nil, 0, fmt.Errorf("the limit %s is from 1 to %s", name, l.Unit.format(maxValue[l.Unit]))
	}
	return l, n, nil
}

// kinds describe the values of each unit, for errors.
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

// cut shortens text for a message.
func cut(s string) string { return s[:min(len(s), 60)] }

// All returns the limits that are listed, in the order of the table.
func All() []*Limit { return slices.Clone(table) }

const (
	kib = 1 << 10
	mib = 1 << 20
)

func seconds(n int64) int64 { return n * int64(time.Second) }

// The limits that a user can change.
var (
	CardBytes    = &Limit{Name: "card-bytes", Unit: Bytes, Default: 4 * mib, Description: "a card from the network, decompressed", Consequence: "the card is not opened"}
	ReplyBytes   = &Limit{Name: "reply-bytes", Unit: Bytes, Default: 32 * mib, Description: "an answer or an event, decompressed", Consequence: "it is refused, and the task is looked for again"}
	TaskBytes    = &Limit{Name: "task-bytes", Unit: Bytes, Default: 64 * mib, Description: "what an agent says and sends in one task, as far as it is shown", Consequence: "later words and artifacts are left out, with a notice"}
	ConnectTime  = &Limit{Name: "connect-time", Unit: Time, Default: seconds(10), Description: "until there is a connection", Consequence: "the request is given up"}
	HeaderTime   = &Limit{Name: "header-time", Unit: Time, Default: seconds(30), Description: "until an answer to a card, get, cancel or subscribe begins", Consequence: "the request is given up, and tried again where that is safe"}
	SendTime     = &Limit{Name: "send-time", Unit: Time, Default: seconds(120), Description: "until the answer to a send begins, which may wait for the task", Consequence: "the task is looked for; nothing is sent again"}
	StallTime    = &Limit{Name: "stall-time", Unit: Time, Default: seconds(60), Description: "silence on a stream before the task is asked for", Consequence: "the stream is reopened"}
	MessageFiles = &Limit{Name: "message-files", Unit: Bytes, Default: 24 * mib, Description: "all files of one message", Consequence: "the file is not taken"}
	SchemaBytes  = &Limit{Name: "schema-bytes", Unit: Bytes, Default: 8 * mib, Description: "a schema", Consequence: "its values are written as JSON, and only the agent checks them"}
	DataBytes    = &Limit{Name: "data-bytes", Unit: Bytes, Default: 64 * mib, Description: "a value, typed or received", Consequence: "it is refused, or shown as text"}
	Rows         = &Limit{Name: "rows", Default: 500, Description: "rows of a table in text", Consequence: "a notice says how many more"}
	QueryTime    = &Limit{Name: "query-time", Unit: Time, Default: seconds(10), Description: "a query", Consequence: "the query fails"}
	QueryMemory  = &Limit{Name: "query-memory", Unit: Bytes, Default: 256 * mib, Description: "memory that a query adds", Consequence: "the query fails"}
	RunBytes     = &Limit{Name: "run-bytes", Unit: Bytes, Default: 64 * mib, Description: "the events with results of a run that are kept in its file", Consequence: "later ones are not kept, with a notice"}
	History      = &Limit{Name: "history-bytes", Unit: Bytes, Default: 1024 * mib, Description: "all run files together", Consequence: "the oldest are deleted when the screens start and after a recorded send, with a notice; never a run that is going on or waits"}
)

// Those that are not listed: the tests of agents that misbehave shorten what takes minutes.
var (
	BodyTime  = &Limit{Name: "body-time", Unit: Time, Default: seconds(60), Description: "silence within an answer that is no stream", Consequence: "the request is given up"}
	ReplyTime = &Limit{Name: "reply-time", Unit: Time, Default: seconds(300), Description: "an answer that is no stream, from its first byte to its last", Consequence: "the request is given up, and tried again where that is safe"}
	QuietTime = &Limit{Name: "quiet-time", Unit: Time, Default: seconds(15), Description: "silence on a stream before it is said", Consequence: "the task continues, with a notice"}
	Polls     = &Limit{Name: "polls", Default: 16, Description: "failed polls in a row, with growing pauses: the default takes a minute", Consequence: "stopped following the task; it may continue on the agent"}
)

var unlisted = []*Limit{BodyTime, ReplyTime, QuietTime, Polls}

// table are all others, in the order in which they are shown.
var table = []*Limit{
	CardBytes, ReplyBytes, TaskBytes, ConnectTime, HeaderTime, SendTime, StallTime, MessageFiles, SchemaBytes, DataBytes,
	Rows, QueryTime, QueryMemory, RunBytes, History,
}

// ReadAll reads to the end, but at most one byte more than maximum: of that many bytes there are too many. A regular file is read into
// as much memory as it takes.
func ReadAll(r io.Reader, maximum int) ([]byte, error) {
	size := 0
	if file, ok := r.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			size = int(min(info.Size(), int64(maximum)+1))
		}
	}
	data := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead)) // which it grows by where there is less at the end
	_, err := data.ReadFrom(io.LimitReader(r, int64(maximum)+1))
	return data.Bytes(), err
}

// Buffer keeps the beginning of what is written to it.
type Buffer struct {
	kept  bytes.Buffer // not embedded: its ReadFrom would go past the limit
	Left  int          // bytes that it still takes
	IsCut bool         // there was more
}

// String is what was kept.
func (b *Buffer) String() string { return b.kept.String() }

// Write keeps what it still takes of p, and never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	n := min(len(p), b.Left)
	b.Left -= n
	b.IsCut = b.IsCut || n < len(p)
	b.kept.Write(p[:n])
	return len(p), nil
}
