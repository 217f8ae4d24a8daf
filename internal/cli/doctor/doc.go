// Package doctor has the command doctor, which checks agent cards against rules.
package doctor
