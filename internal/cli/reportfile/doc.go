// Package reportfile writes the files of --report.
package reportfile
