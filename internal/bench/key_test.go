package bench

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"
)

// typedLine is as in BenchmarkKey of package ui.
const typedLine = 24

// BenchmarkKey is key → frame in huh's own form, one group with the fields that
// BenchmarkKey of package ui has.
func BenchmarkKey(b *testing.B) {
	for _, n := range []int{10, 100} {
		b.Run(fmt.Sprintf("%d/anchor=huhform", n), func(b *testing.B) {
			form := huhForm(n)
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				msg := tea.KeyPressMsg{Code: 'x', Text: "x"}
				if i/typedLine%2 == 1 {
					msg = tea.KeyPressMsg{Code: tea.KeyBackspace}
				}
				form.Update(msg)
				_ = form.View()
				i++
			}
		})
	}
}

func huhForm(n int) *huh.Form {
	fields := make([]huh.Field, n)
	for i := range fields {
		fields[i] = huh.NewInput().Title(fmt.Sprintf("Field %03d", i)).Description(fmt.Sprintf("What stands in field %03d", i))
	}
	form := huh.NewForm(huh.NewGroup(fields...)).WithWidth(118).WithHeight(36)
	form.Init()
	form.Update(tea.WindowSizeMsg{Width: 118, Height: 36})
	return form
}
