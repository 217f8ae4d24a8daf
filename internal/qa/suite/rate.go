package suite

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// Rate is how many messages may be sent in a time. The zero rate sets no limit.
type Rate struct {
	N   int
	Per time.Duration
}

// maxRate bounds the number of a rate.
const maxRate = 100_000

var units = map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}

// ParseRate reads a rate, such as "5/s".
func ParseRate(text string) (Rate, error) {
	number, unit, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > maxRate || units[unit] == 0 {
		return Rate{}, errors.New("a rate is a number and a time, such as 5/s, 30/m or 100/h")
	}
	return Rate{n, units[unit]}, nil
}

// IsZero reports that there is no limit.
func (r Rate) IsZero() bool { return r.N == 0 }

// Interval is the time between two messages; 0 without a limit.
func (r Rate) Interval() time.Duration {
	if r.N == 0 {
		return 0
	}
	return r.Per / time.Duration(r.N)
}

// Slower is the slower one of two rates.
func (r Rate) Slower(o Rate) Rate {
	if r.IsZero() || o.Interval() > r.Interval() {
		return o
	}
	return r
}
