package uitest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// switches are what a program does to a terminal that stays when it ends: DEC
// private modes, the keyboard of kitty, modifyOtherKeys of xterm, a cursor of
// another shape, and a bar of progress.
var switches = regexp.MustCompile(`\x1b\[\?([\d;]+)([hl])|\x1b\[([><])(\d*)u|\x1b\[>4(?:;(\d))?m|\x1b\[(\d*) q|\x1b\]9;4;(\d)`)

// usual are the DEC private modes that are on by default in a terminal: it wraps lines
// and shows its cursor.
var usual = map[string]bool{"7": true, "25": true}

// LeftOn is what the program switched on or off and left so, in the terminal's
// own words; none where the terminal is as it was. It goes by all that was
// written.
func (d *Driver) LeftOn() []string { return leftOn(string(d.Output())) }

func leftOn(out string) (left []string) {
	modes, kitty := map[string]bool{}, 0
	other, cursor, bar := "", "", "0"
	for _, m := range switches.FindAllStringSubmatch(out, -1) {
		switch {
		case m[1] != "":
			for mode := range strings.SplitSeq(m[1], ";") {
				modes[mode] = m[2] == "h"
			}
		case m[3] == ">":
			kitty++
		case m[3] == "<":
			n, _ := strconv.Atoi(m[4])
			kitty = max(0, kitty-max(1, n))
		case strings.HasSuffix(m[0], " q"):
			cursor = m[6]
		case strings.HasPrefix(m[0], "\x1b]"):
			bar = m[7]
		default:
			other = m[5]
		}
	}
	for _, mode := range slices.Sorted(maps.Keys(modes)) {
		if modes[mode] != usual[mode] {
			left = append(left, fmt.Sprintf("mode %s is %v", mode, modes[mode]))
		}
	}
	if kitty > 0 {
		left = append(left, "the keyboard of kitty")
	}
	if other != "" && other != "0" {
		left = append(left, "modifyOtherKeys")
	}
	if cursor != "" && cursor != "0" {
		left = append(left, "a cursor of shape "+cursor)
	}
	if bar != "0" {
		left = append(left, "a bar of progress")
	}
	return left
}
