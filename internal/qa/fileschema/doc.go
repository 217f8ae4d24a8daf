// Package fileschema holds the JSON Schemas of case files and suite files, with which editors complete and explain their keys.
package fileschema
