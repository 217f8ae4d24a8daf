package bench

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"a2aform/internal/safe"
)

// figure is a number with at most two decimals.
func figure(v float64) string {
	return humanize.CommafWithDigits(math.Round(v*100)/100, 2)
}

// duration is a time in milliseconds with its unit.
func duration(ms float64) string {
	if ms >= 1000 {
		return figure(ms/1000) + " s"
	}
	return figure(ms) + " ms"
}

// load describes how messages are sent.
func (r *Report) load() string {
	if r.Loop == "open" {
		return "open loop, " + r.Rate + ", at most " + counted(r.Concurrency, "message") + " at once"
	}
	return "closed loop, " + counted(r.Concurrency, "message") + " at once"
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return humanize.Comma(int64(n)) + " " + noun
}

func line(text string) string { return safe.Text(text).Line(200).String() }

// WriteText writes the report for people. Data is what each message sends, "" for what is not shown.
func (r *Report) WriteText(w io.Writer, data string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s · %s\n", line(r.Agent), line(r.URL))
	if r.Skill != "" {
		fmt.Fprintf(&b, "%s  %s\n", line(r.Skill), line(data))
	}
	for _, name := range r.Cases {
		fmt.Fprintf(&b, "case  %s\n", line(name))
	}
	b.WriteString(r.load())
	if r.Loop == "open" {
		b.WriteString(". Times count from when a message was due.\n")
	} else {
		b.WriteString(". A slow agent gets fewer messages; --rate sends at a fixed rate.\n")
	}
	fmt.Fprintf(&b, "%s in %s · %s/s", counted(r.N, "message"), duration(r.Window), figure(r.Throughput))
	if r.Warmup > 0 {
		fmt.Fprintf(&b, " · %s before to warm up", humanize.Comma(int64(r.Warmup)))
	}
	b.WriteString("\n\n")
	r.writeTable(&b)
	r.writeErrors(&b)
	fmt.Fprintf(&b, "bytes    sent %s · received %s\n", humanize.Bytes(uint64(max(r.Sent, 0))), humanize.Bytes(uint64(max(r.Received, 0))))
	if r.Stopped {
		b.WriteString("stopped  before all messages were sent\n")
	}
	if r.Limited {
		fmt.Fprintf(&b, "stopped  after %s messages, the maximum\n", humanize.Comma(MaxSamples))
	}
	for _, t := range r.Thresholds {
		fmt.Fprintf(&b, "%s %s  %s\n", sign(t.OK), line(t.Threshold), t.Seen)
	}
	if r.Baseline != nil {
		r.Baseline.writeText(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func sign(ok bool) string {
	if ok {
		return "✓"
	}
	return "✗"
}

func (r *Report) writeTable(b *strings.Builder) {
	if len(r.Metrics) == 0 {
		return
	}
	b.WriteString("ms              " + header() + "       n\n")
	for _, name := range Metrics {
		stats := r.Metrics[name]
		if stats == nil {
			continue
		}
		fmt.Fprintf(b, "%-15s", name)
		for _, stat := range statNames {
			fmt.Fprintf(b, "%9s", humanize.FormatFloat("#,###.#", stats.get(stat)))
		}
		fmt.Fprintf(b, "%8s\n", strconv.Itoa(stats.N))
	}
	b.WriteString("\n")
}

func header() string {
	var b strings.Builder
	for i, stat := range statNames {
		width := 9
		if i == 0 {
			width = 8
		}
		fmt.Fprintf(&b, "%*s", width, stat)
	}
	return b.String()
}

func (r *Report) writeErrors(b *strings.Builder) {
	if len(r.Errors) == 0 {
		b.WriteString("errors   none\n")
		return
	}
	fmt.Fprintf(b, "errors   %d of %d (%s %%), which the times leave out\n", r.N-r.OK, r.N, figure(r.errorRate()))
	kinds := slices.SortedFunc(maps.Keys(r.Errors), func(x, y string) int {
		if r.Errors[x] != r.Errors[y] {
			return r.Errors[y] - r.Errors[x]
		}
		return strings.Compare(x, y)
	})
	for _, kind := range kinds {
		fmt.Fprintf(b, "  %6d %s\n", r.Errors[kind], line(kind))
	}
}

func (c *Comparison) writeText(b *strings.Builder) {
	fmt.Fprintf(b, "against %s (worse from %s %%)\n", line(c.File), figure(c.Tolerance))
	if c.Note != "" {
		fmt.Fprintf(b, "  note: %s\n", c.Note)
	}
	for _, change := range c.Changes {
		text := duration
		if change.What == "errors" {
			text = func(v float64) string { return figure(v) + " %" }
		}
		after := "no sample"
		if !change.Gone {
			after = text(change.After)
		}
		fmt.Fprintf(b, "%s %-20s %s → %s", sign(change.OK), change.What, text(change.Before), after)
		if change.Before > 0 && !change.Gone && change.What != "errors" {
			fmt.Fprintf(b, "  %+.0f %%", 100*(change.After-change.Before)/change.Before)
		}
		b.WriteString("\n")
	}
}

// WriteSamples writes each sample in milliseconds, as csv or as jsonl.
func WriteSamples(w io.Writer, format string, samples []Sample) error {
	names := append([]string{"at", "late"}, Metrics[:]...)
	if format == "csv" {
		if _, err := fmt.Fprintln(w, strings.Join(names, ",")+",sent,received,run,error"); err != nil {
			return err
		}
	}
	for _, s := range samples {
		times := append([]time.Duration{s.At, s.Late}, s.Times[:]...)
		var b strings.Builder
		for i, took := range times {
			text := strconv.FormatFloat(millis(took), 'f', -1, 64)
			switch {
			case format == "csv" && took == unseen:
				b.WriteString(",")
			case format == "csv":
				b.WriteString(text + ",")
			case took != unseen:
				fmt.Fprintf(&b, "%q:%s,", names[i], text)
			}
		}
		var err error
		if format == "csv" {
			_, err = fmt.Fprintf(w, "%s%d,%d,%s,\"%s\"\n", b.String(), s.Sent, s.Received, s.Run, strings.ReplaceAll(s.Err, `"`, `""`))
		} else {
			_, err = fmt.Fprintf(w, "{%s\"sent\":%d,\"received\":%d,\"run\":%q,\"error\":%q}\n", b.String(), s.Sent, s.Received, s.Run, s.Err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
