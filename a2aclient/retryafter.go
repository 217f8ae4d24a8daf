package a2aclient

import (
	"errors"
	"fmt"
	"time"

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
