package render

import ("testing";"time";"fmt";"os";"syscall";"context"
"a2aform/internal/jsonindex")

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(0, &u)
	return time.Duration(u.Utime.Nano()+u.Stime.Nano())
}
func measure(name string, size int, n int, f func()) {
	best, wall := time.Hour, time.Hour
	for range n {
		c, t := cpu(), time.Now(); f()
		best = min(best, cpu()-c); wall = min(wall, time.Since(t))
	}
	fmt.Printf("DEV %-20s cpu %9.3f ms wall %9.3f ms %6.0f MB/s cpu\n", name, float64(best.Nanoseconds())/1e6, float64(wall.Nanoseconds())/1e6, float64(size)/best.Seconds()/1e6)
}

func TestDev(t *testing.T) {
	if os.Getenv("DEV") == "" { t.Skip() }
	f, err := jsonindex.Open("/root/.cache/a2aform-bench/table-100000x50-seed1.json")
	if err != nil { t.Fatal(err) }
	data := f.Data()
	doc := Open(data, Schema{})
	g := doc.Blocks()[0].(*Grid)
	g.Load(context.Background())
	v := g.View()
	for _, col := range []int{0,41,49,5} {
		measure(fmt.Sprint("sort ", col), len(data), 7, func(){ _, _ = v.Sorted(t.Context(), col, false) })
	}
	measure("read 41", len(data), 7, func(){ s := sorting{view: v, column: &g.columns[41]}; _ = s.read(t.Context()) })
	measure("summary 41", len(data), 7, func(){ _, _ = v.Summary(t.Context(), 41) })
	measure("search miss", len(data), 7, func(){ _ = v.Search("not there").Run(t.Context()) })
	measure("search zanzibar", len(data), 7, func(){ _ = v.Search("Zanzibar").Run(t.Context()) })
	fl, _ := g.ParseFilter("column_41>100")
	measure("filter", len(data), 7, func(){ _, _ = v.Filtered(t.Context(), fl) })
	at := 0
	measure("jump x100 (37x8 cells)", 0, 7, func(){ for range 100 {
			at = (at + 40_009) % (v.Rows() - 40)
			for r := at; r < at+37; r++ {
				for c := range 8 {
					v.grid.Cell(r, c).Line()
				}
			}
	}})
}
