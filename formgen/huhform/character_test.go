package huhform_test

import "testing"

// Backspace deletes a character whole: a flag, a family, a letter with its accent, in a line and
// in a text of several lines.
func TestBackspaceDeletesCharacters(t *testing.T) {
	t.Parallel()
	const form = `{"type":"object","properties":{"line":{"type":"string"},"area":{"type":"string","contentMediaType":"text/markdown","maxLength":2000}}}`
	for _, field := range []string{"/line", "/area"} {
		for _, tt := range []struct {
			keys []string
			want string
		}{
			{[]string{"a🇵🇪b", "left", "backspace"}, "ab"},
			{[]string{"a🇵🇪", "backspace"}, "a"},
			{[]string{"👨‍👩‍👧x", "left", "backspace"}, "x"},
			{[]string{"xé", "backspace"}, "x"},
			{[]string{"👍🏽👍🏽", "backspace"}, "👍🏽"},
			{[]string{"🇵🇪🇵🇪", "backspace"}, "🇵🇪"},
			{[]string{"aab", "left", "backspace"}, "ab"},
			{[]string{"日本", "backspace", "backspace", "backspace", "y"}, "y"},
		} {
			h := start(t, form)
			h.goTo(field).press(tt.keys...)
			if got := h.form.At(field).Text(); got != tt.want {
				t.Errorf("%s, %q: %q, want %q", field, tt.keys, got, tt.want)
			}
		}
	}
}
