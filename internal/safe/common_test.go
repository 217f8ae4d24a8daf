package safe

import (
	"testing"
	"unicode"
)

func TestCommonTextIsUnchanged(t *testing.T) {
	for r := rune(0); r < 0x11000; r++ {
		if isCommon(r) && (visible(r) != string(r) || unicode.In(r, unicode.Mn, unicode.Me) || isVariation(r)) {
			t.Errorf("%U is shown as %q", r, visible(r))
		}
	}
}
