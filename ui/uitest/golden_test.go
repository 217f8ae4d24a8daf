package uitest

import "testing"

// However long something took, a line that is cut to leave room for it is the same.
func TestMaskOfACutLine(t *testing.T) {
	for _, line := range []string{
		"││ Last run    l  ? Team dinner, six, m… · waits · 7 ms · just now │",
		"││ Last run    l  ? Team dinner, six, … · waits · 17 ms · just now │",
		"││ Last run    l  ? Team dinner, six,… · waits · 0.6 s · just now │",
		"││ Last run    l  ? Team dinner, six… · waits · 617 ms · just now │",
		"││ Last run    l  ? Team dinner, six… · waits · 10.6 s · just now │",
	} {
		if got, want := Mask(line), "││ … · waits · n.n s · just now │"; got != want {
			t.Errorf("%s becomes %s, want %s", line, got, want)
		}
	}
}
