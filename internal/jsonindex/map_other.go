//go:build !unix

package jsonindex

import (
	"errors"
	"os"
)

// mapped is not offered here: the file is read.
func mapped(*os.File, int64) ([]byte, func() error, error) { return nil, nil, errors.ErrUnsupported }
