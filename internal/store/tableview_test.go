package store_test

import (
	"reflect"
	"strconv"
	"testing"

	"a2aform/internal/store"
)

// A view takes the place of the one of the same columns, and can be forgotten.
func TestTableViews(t *testing.T) {
	t.Parallel()
	s := open(t)
	two := 2
	a, b := store.TableView{Columns: "a", Filter: "price>10", Sort: &two, Down: true}, store.TableView{Columns: "b", Shown: []int{1, 0}, Frozen: 1}
	for _, v := range []store.TableView{{Columns: "a"}, b, a} {
		if err := s.KeepTableView(v); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.TableViews(); !reflect.DeepEqual(got, []store.TableView{b, a}) {
		t.Errorf("the views are %+v", got)
	}
	for _, columns := range []string{"b", "a"} {
		if err := s.ForgetTableView(columns); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.TableViews(); len(got) > 0 {
		t.Errorf("%+v is still there", got)
	}
}

// There is room for 200 views: one more takes the place of the one that was saved first.
func TestTableViewsAreTheLast(t *testing.T) {
	t.Parallel()
	s := open(t)
	for i := range 201 {
		if err := s.KeepTableView(store.TableView{Columns: strconv.Itoa(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.TableViews(); len(got) != 200 || got[0].Columns != "1" || got[199].Columns != "200" {
		t.Errorf("%d views, from %+v on", len(got), got[0])
	}
}
