package store_test

import (
	"reflect"
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
