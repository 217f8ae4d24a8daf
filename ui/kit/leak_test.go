package kit_test

import (
	"testing"

	"a2aform/ui/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }
