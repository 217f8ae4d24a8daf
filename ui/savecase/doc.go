// Package savecase has the screen that saves a message and its result as a test case.
package savecase
