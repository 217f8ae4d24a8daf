package a2aclient

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/dustin/go-humanize"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
)

// waitAsked is how long the agent wants to be left alone, 0 where it does not say, at
// most as long as [limit.RetryAfter]. A notice says once that it asks for more.
func (f *follower) waitAsked(err error) time.Duration {
	var e *Error
	if !errors.As(err, &e) {
		return 0
	}
	asked, _ := ParseRetryAfter(e.RetryAfter.Exact())
	longest := limit.RetryAfter.Duration()
	if asked > longest && !f.waitNoticed {
		f.waitNoticed = true
		f.notice(a2a.Notice{
			Kind: a2a.NoticeRetryLater, Wait: longest,
			Text: fmt.Sprintf("The agent asks to wait %s. Trying again in %s.", retryAfterText(asked), retryAfterText(longest)),
		})
	}
	return min(asked, longest)
}

// maxWait is the longest wait that is read.
const maxWait = 100 * 365 * 24 * time.Hour

// ParseRetryAfter reads the header (RFC 9110 §10.2.3). It is not ok where there is no time in it. A
// time that has passed is no wait.
func ParseRetryAfter(header string) (wait time.Duration, ok bool) {
	n, err := strconv.ParseUint(header, 10, 64)
	switch {
	case err == nil:
		return time.Duration(min(n, uint64(maxWait/time.Second))) * time.Second, true
	case errors.Is(err, strconv.ErrRange):
		return maxWait, true
	}
	at, err := http.ParseTime(header)
	if err != nil {
		return 0, false
	}
	return min(max(time.Until(at), 0), maxWait), true
}

// retryAfterText is a wait for people, rounded.
func retryAfterText(d time.Duration) string {
	const day = 24 * time.Hour
	unit, name := time.Second, "second"
	switch {
	case d >= 2*365*day:
		unit, name = 365*day, "year"
	case d >= 2*day:
		unit, name = day, "day"
	case d >= 2*time.Hour:
		unit, name = time.Hour, "hour"
	case d >= 2*time.Minute:
		unit, name = time.Minute, "minute"
	}
	n := int64((d + unit/2) / unit)
	if n != 1 {
		name += "s"
	}
	return humanize.Comma(n) + " " + name
}
