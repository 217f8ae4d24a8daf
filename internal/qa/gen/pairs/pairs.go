package pairs

// Rows returns rows that cover all pairs, by IPOG: sizes are how many values each parameter has. A row holds the index of a
// value for each parameter.
func Rows(sizes []int) [][]int {
	if len(sizes) < 2 {
		return nil
	}
	var rows [][]int
	for a := range sizes[0] {
		for b := range sizes[1] {
			rows = append(rows, []int{a, b})
		}
	}
	for next := 2; next < len(sizes); next++ {
		rows = extend(rows, sizes, next)
	}
	for _, row := range rows {
		for i, v := range row {
			row[i] = max(v, 0) // where any value does
		}
	}
	return rows
}

// free marks a value that no pair needs yet.
const free = -1

type pair struct{ parameter, value, next int }

// extend adds a parameter to rows: first to those that exist, then in rows of its own.
func extend(rows [][]int, sizes []int, next int) [][]int {
	missing := map[pair]bool{}
	for parameter := range next {
		for value := range sizes[parameter] {
			for v := range sizes[next] {
				missing[pair{parameter, value, v}] = true
			}
		}
	}
	for i, row := range rows {
		best, covered := i%max(sizes[next], 1), -1
		for v := range sizes[next] {
			n := 0
			for parameter, value := range row {
				if missing[pair{parameter, value, v}] {
					n++
				}
			}
			if n > covered {
				best, covered = v, n
			}
		}
		for parameter, value := range row {
			delete(missing, pair{parameter, value, best})
		}
		rows[i] = append(row, best)
	}
	for parameter := range next {
		for value := range sizes[parameter] {
			for v := range sizes[next] {
				if missing[pair{parameter, value, v}] {
					rows = place(rows, next, parameter, value, v)
				}
			}
		}
	}
	return rows
}

// place covers one pair in a row that is free there, or in a new row.
func place(rows [][]int, next, parameter, value, v int) [][]int {
	for _, row := range rows {
		if row[next] == v && row[parameter] == free {
			row[parameter] = value
			return rows
		}
	}
	row := make([]int, next+1)
	for i := range row {
		row[i] = free
	}
	row[parameter], row[next] = value, v
	return append(rows, row)
}
