package runfile

import (
	"errors"
	"os"
)

// Fault is an error of the system without the call and the path.
func Fault(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
