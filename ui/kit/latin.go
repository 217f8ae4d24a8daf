package kit

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// layouts are keyboards without Latin letters, with the letters of the Latin layout at the
// same keys.
var layouts = [][2]string{
	{"йцукенгшщзфывапролдячсмитьіў", "qwertyuiopasdfghjklzxcvbnmso"}, // Russian, Ukrainian, Belarusian
	{"ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"},       // Greek
	{"קראטוןםפשדגכעיחלךזסבהנמצ", "ertyuiopasdfghjklzxcvbnm"},         // Hebrew
}

// latinKeys is the Latin letter at the key of another letter.
var latinKeys = func() map[rune]rune {
	keys := map[rune]rune{}
	for _, l := range layouts {
		latin := strings.NewReader(l[1])
		for _, c := range l[0] {
			keys[c], _, _ = latin.ReadRune()
		}
	}
	return keys
}()

// Latin is a key with ctrl, alt or super as a Latin keyboard has it, so that shortcuts work
// in every layout. A terminal with the keyboard protocol of kitty tells which key of the
// Latin layout it is; where it does not, the place of the letter on common layouts does.
// A key that is a Latin letter stays that letter, wherever it is on the keyboard.
func Latin(k tea.KeyPressMsg) tea.KeyPressMsg {
	const shortcut = tea.ModCtrl | tea.ModAlt | tea.ModSuper
	switch {
	case k.Mod&shortcut == 0:
	case k.Code <= unicode.MaxASCII:
		k.BaseCode = 0
	case k.BaseCode != 0:
		k.Text = ""
	default:
		if latin, ok := latinKeys[unicode.ToLower(k.Code)]; ok {
			k.BaseCode, k.Text = latin, ""
		}
	}
	return k
}
