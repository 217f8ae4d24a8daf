// Package kiosk restricts the screens for users who are not the user of this system.
package kiosk
