package uitest

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// maxDumped is how deep a dump goes: values may point to each other.
const maxDumped = 12

// Dump writes the exported members of a value, each with one on a line of its own; zero ones are left out, and so are times and
// durations. Untrusted text is written as it is.
func Dump(v any) string {
	var b strings.Builder
	dump(&b, reflect.ValueOf(v), "", 0)
	return b.String()
}

func dump(b *strings.Builder, v reflect.Value, at string, depth int) {
	if !v.IsValid() || v.IsZero() || depth > maxDumped || !v.CanInterface() {
		return
	}
	switch one := v.Interface().(type) {
	case time.Time, time.Duration, reflect.Type:
		return
	case error:
		fmt.Fprintf(b, "%s: %q\n", at, one.Error())
		return
	case json.RawMessage:
		fmt.Fprintf(b, "%s: %s\n", at, strings.Join(strings.Fields(string(one)), " "))
		return
	case []byte:
		fmt.Fprintf(b, "%s: %q\n", at, one)
		return
	case interface{ Exact() string }:
		fmt.Fprintf(b, "%s: %q\n", at, one.Exact())
		return
	case interface{ Compact() []byte }:
		fmt.Fprintf(b, "%s: %s\n", at, one.Compact())
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		dump(b, v.Elem(), at, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				dump(b, v.Field(i), strings.TrimPrefix(at+"."+field.Name, "."), depth+1)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			dump(b, v.Index(i), fmt.Sprintf("%s[%d]", at, i), depth+1)
		}
	case reflect.Map:
		byName := map[string]reflect.Value{}
		for key, value := range v.Seq2() {
			byName[fmt.Sprint(key)] = value
		}
		for _, name := range slices.Sorted(maps.Keys(byName)) {
			dump(b, byName[name], at+"["+name+"]", depth+1)
		}
	case reflect.String:
		fmt.Fprintf(b, "%s: %q\n", at, v.String())
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
	default:
		fmt.Fprintf(b, "%s: %v\n", at, v)
	}
}
