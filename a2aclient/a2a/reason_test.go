package a2a_test

import (
	"testing"

	"a2aform/a2aclient/a2a"
)

func TestErrorsHaveTheNamesOfTheSpecification(t *testing.T) {
	for _, tt := range []struct {
		code   int
		reason string
		want   string
	}{
		{-32001, "", "TaskNotFoundError"},
		{0, "TASK_NOT_FOUND", "TaskNotFoundError"},
		{-32602, "FIELD_INVALID", "InvalidParamsError"},
		{0, "VERSION_NOT_SUPPORTED", "VersionNotSupportedError"},
		{-32050, "", ""},
		{0, "", ""},
	} {
		if got := a2a.ErrorName(tt.code, tt.reason); got != tt.want {
			t.Errorf("%d %s: %q, want %q", tt.code, tt.reason, got, tt.want)
		}
	}
}
