package mock

import "net/http"

// Around changes what any agent sends, by the faults that edit events and bodies.
func Around(next http.Handler, list []Fault, seed uint64) http.Handler {
	f := newFaults(list, seed, func(string) {})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		f.serve(next, w, r, request{sends: true})
	})
}
